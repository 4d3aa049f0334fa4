// commands.hpp - every command of the tool adds itself to the application.
#pragma once

namespace CLI {
class App;
}

namespace heddle::cli {

void add_info(CLI::App& app);
void add_explain(CLI::App& app);
void add_bfs(CLI::App& app);
void add_sssp(CLI::App& app);
void add_components(CLI::App& app);
void add_pagerank(CLI::App& app);
void add_spmv(CLI::App& app);
void add_multiply(CLI::App& app);
void add_triangles(CLI::App& app);
void add_generate(CLI::App& app);
void add_convert(CLI::App& app);
void add_schedules(CLI::App& app);
void add_strategies(CLI::App& app);
void add_demo(CLI::App& app);
void add_completion(CLI::App& app);
void add_manual(CLI::App& app);

}  // namespace heddle::cli
