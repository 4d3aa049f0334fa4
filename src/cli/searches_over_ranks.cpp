// searches_over_ranks.cpp - the same searches, components and ranks as of one executor, of a graph that is dealt out.
#include "src/cli/searches_over_ranks.hpp"

#include <fmt/core.h>

#include "src/cli/findings.hpp"
#include "src/cli/held_values.hpp"
#include "src/cli/over_ranks.hpp"
#include "src/cli/rank_loops.hpp"
#include "src/verify/graph_answers.hpp"

namespace heddle::cli {
namespace {

template <class T, class Index> struct dealt_graph {
  io::coordinates<T, Index> entries;  // where they are to be checked
  distributed::matrix<T, Index, Index> graph;
};

// Each rank's rows of the file, which every process reads: weights in double, else edges alone; `answer` tells of that.
template <class T, class Index>
dealt_graph<T, Index> deal_out(report& answer, graph_options const& options, distributed::group const& ranks,
                               io::file_header const& header) {
  std::optional<loaded_graph<T, Index>> loaded;
  in_every_process(ranks, [&] {
    if constexpr (std::is_same_v<T, double>) {
      loaded.emplace(load_weighted<Index>(options, host_executor()));
    } else {
      loaded.emplace(load_edges<Index>(options, host_executor()));
    }
  });
  auto graph = distributed::matrix<T, Index, Index>::dealt(loaded->graph, ranks);
  auto const nnz = graph.nnz();
  tell_ranks(answer, options, ranks, header, nnz, fmt::format("{} vertices, {} edges", graph.rows(), nnz));
  return {std::move(loaded->entries), std::move(graph)};
}

// rank_loops are compiled for so many bits.
void require_loops(std::string const& file, distributed::group const& ranks, io::file_header const& header) {
  if (header.fits_32_bit || first_executor(ranks).is_host()) return;
  throw invalid_argument(file +
                         ": this needs 64-bit indices, and the tool's loops over GPUs take 32; --ranks takes both");
}

void tell_search(report& answer, traversal_options const& options, measure::run_times const& times,
                 std::string const& ran_as, std::string const& found) {
  answer.set("source", options.source()).set("ran_as", ran_as);
  tell_times(answer, times);
  answer.say("went by    " + ran_as);
  answer.say(fmt::format("from       {}: {}", name_of(options), found));
  say_time(answer, options, times);
}

// run(loops, graph) of the graph dealt out, in every process, and then tell(answer, options, entries, timed).
template <class T, class Options, class Run, class Tell>
void search_over_ranks(Options const& options, distributed::group const& ranks, std::vector<std::string> const& outputs,
                       Run const& run, Tell const& tell) {
  run_over_ranks(
      options, ranks, outputs,
      [&](Options const& here, auto index, io::file_header const& header, report& answer) {
        using Index = decltype(index);
        auto const dealt = deal_out<T, Index>(answer, here, ranks, header);
        tell(answer, here, dealt.entries,
             time_ranks(ranks, here.repeat, [&] { return run(rank_loops<Index>(), dealt.graph); }));
      },
      [&](io::file_header const& header) {
        if constexpr (std::is_base_of_v<source_options, Options>) require_sources(options, options.file, header);
        require_loops(options.file, ranks, header);
      });
}

}  // namespace

void bfs_over_ranks(traversal_options const& options, std::string const& parents, distributed::group const& ranks) {
  search_over_ranks<std::uint8_t>(
      options, ranks, {options.output, parents},
      [&](auto loops, auto const& graph) { return loops.search(graph, options.source()); },
      [&](report& answer, auto const& here, auto const& entries, auto const& timed) {
        auto const& found = timed.last;
        auto const levels = found.levels.gather_to(0);
        auto const tree = found.parents.gather_to(0);
        if (!levels) return;
        auto const check = [&] {
          return verify::check_levels(entries, here.source(), levels->to_dense(-1), tree->to_dense(-1));
        };
        auto const broken_rule = checked(here, check, [&] {
          write_values(here.output, *levels, -1);
          write_values(parents, *tree, -1);
        });
        tell_search(answer, here, timed.times, found.ran_as,
                    fmt::format("{} vertices reached, depth {}", found.reached, found.depth));
        answer.set("reached", found.reached).set("depth", found.depth);
        finish(answer, here, broken_rule);
      });
}

void sssp_over_ranks(traversal_options const& options, distributed::group const& ranks) {
  search_over_ranks<double>(
      options, ranks, {options.output},
      [&](auto loops, auto const& graph) { return loops.paths(graph, options.source()); },
      [](report& answer, auto const& here, auto const& entries, auto const& timed) {
        auto const& found = timed.last;
        auto const distances = found.distances.gather_to(0);
        if (!distances) return;
        constexpr double unreached = std::numeric_limits<double>::infinity();
        auto const check = [&] {
          return verify::check_distances(entries, here.sources, distances->to_dense(unreached), {});
        };
        auto const broken_rule = checked(here, check, [&] { write_values(here.output, *distances, unreached); });
        tell_search(answer, here, timed.times, found.ran_as,
                    fmt::format("{} vertices reached, {} rounds", found.reached, found.rounds));
        answer.set("reached", found.reached).set("rounds", found.rounds);
        finish(answer, here, broken_rule);
      });
}

void components_over_ranks(graph_options const& options, distributed::group const& ranks) {
  search_over_ranks<std::uint8_t>(
      options, ranks, {options.output}, [](auto loops, auto const& graph) { return loops.components(graph); },
      []<class Index>(report& answer, auto const& here, io::coordinates<std::uint8_t, Index> const& entries,
                      auto const& timed) {
        auto const& found = timed.last;
        auto const labels = found.labels.gather_to(0);
        if (!labels) return;
        auto const check = [&] { return verify::check_labels(entries, labels->to_dense(-1)); };
        auto const broken_rule = checked(here, check, [&] { write_values(here.output, *labels, -1); });
        tell_components(answer, found.count, found.rounds, held_values<Index, Index>(*labels, -1));
        tell_times(answer, timed.times);
        say_time(answer, here, timed.times);
        finish(answer, here, broken_rule);
      });
}

void pagerank_over_ranks(graph_options const& options, pagerank_options limits, distributed::group const& ranks) {
  search_over_ranks<std::uint8_t>(
      options, ranks, {options.output}, [&](auto loops, auto const& graph) { return loops.ranks(graph, limits); },
      [&]<class Index>(report& answer, auto const& here, io::coordinates<std::uint8_t, Index> const& entries,
                       auto const& timed) {
        auto const& found = timed.last;
        auto const values = found.ranks.gather_to(0);
        if (!values) return;
        auto const check = [&] {
          return verify::check_ranks(entries, values->to_dense(-1), limits.damping, found.change);
        };
        auto const broken_rule = checked(here, check, [&] { write_values(here.output, *values, -1); });
        tell_times(answer, timed.times);
        tell_ranking(answer, limits, found, held_values<double, Index>(*values, -1));
        say_time(answer, here, timed.times);
        finish(answer, here, broken_rule);
      });
}

}  // namespace heddle::cli
