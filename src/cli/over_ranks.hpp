// over_ranks.hpp - commands whose matrix is dealt out to ranks: threads, GPUs, or the processes of mpirun.
#pragma once
#include <exception>
#include <heddle/distributed/ranks/group.hpp>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/input.hpp"
#include "src/measure/times.hpp"

namespace heddle::cli {

struct rank_options {
  size_type threads = 0;  // none, unless it was asked for
  std::vector<int> gpus;
};

/// --ranks and --gpus.
void add_rank_options(command& described, rank_options& options);

/// The processes that mpirun started, which heddle_mpi tells of.
std::optional<distributed::group>& processes_of_mpi();
/// Whether this process writes outputs and answers: not one of several that mpirun started, or the first of them.
bool speaks();

/// The ranks that were asked for; nothing where the command works by itself. `given` are the options of the command
/// line, of which only those of files and `known` go with ranks. Throws invalid_argument naming one that does not, and
/// where mpirun started several processes of a tool that cannot share a matrix out to them; not_compiled.
std::optional<distributed::group> ranks_of(rank_options const& options, std::string const& device,
                                           std::vector<std::string> const& given,
                                           std::vector<std::string> const& known);

/// do_it() in every process. Where one throws, all do.
template <class Do> void in_every_process(distributed::group const& ranks, Do const& do_it) {
  std::exception_ptr error;
  try {
    do_it();
  } catch (...) { error = std::current_exception(); }
  ranks.run([&](distributed::member& m) {
    if (error && m.place() == 0) std::rethrow_exception(error);
  });
}

/// The same before there are ranks: of mpirun's processes, or in this one.
template <class Do> void in_every_process(Do const& do_it) {
  processes_of_mpi() ? in_every_process(*processes_of_mpi(), do_it) : do_it();
}

/// As measure::time_runs, until all ranks are done.
template <class Run> auto time_ranks(distributed::group const& ranks, size_type repeat, Run const& run) {
  return measure::time_runs(host_executor(), repeat, [&] {
    auto result = run();
    ranks.run([](distributed::member& m) { m.exec().wait(); });
    return result;
  });
}

/// Where the first rank of this process works.
executor first_executor(distributed::group const& ranks);

/// What the object must have of every answer over ranks, and the same as text. `unit` is vertices or rows.
void tell_ranks(report& answer, file_options const& options, distributed::group const& ranks,
                io::file_header const& header, size_type nnz, std::string const& shape);

/// compute(options, index, header, answer), as run_on_file() does it, in every process. Those that do not speak read
/// the file too, and write nothing.
template <class Options, class Compute, class Check = decltype([](io::file_header const&) {})>
void run_over_ranks(Options options, distributed::group const& ranks, std::vector<std::string> outputs,
                    Compute const& compute, Check const& check = {}) {
  bool const one_process = static_cast<int>(ranks.local_ranks().size()) == ranks.ranks();
  report answer(options.json || !speaks());
  io::file_header header;
  in_every_process(ranks, [&] {
    check_reading(options);
    if (options.file == "-" && !one_process) {
      throw invalid_argument("-: the standard input is that of one process, and all of them read the file");
    }
    outputs.push_back(options.names);
    if (speaks()) check_outputs(outputs, inputs_of(options), answer);
    header = understand(options.file, options, answer);
    check(header);
    if (!speaks()) options.names.clear(), options.json = true;
  });
  with_index(header, [&](auto index) { compute(options, index, header, answer); });
}

}  // namespace heddle::cli
