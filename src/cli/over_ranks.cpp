// over_ranks.cpp - which ranks a command is to work over, and what does not go with them.
#include "src/cli/over_ranks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <heddle/base/error.hpp>

namespace heddle::cli {
namespace {

constexpr size_type most_ranks = 1024;

std::vector<std::string> const options_of_files = {"--undirected", "--directed", "--base",   "--columns", "--compact",
                                                   "--names",      "--output",   "--verify", "--repeat",  "--json",
                                                   "--device",     "--ranks",    "--gpus"};

std::vector<int> listed_gpus(std::string const& list) {
  std::vector<int> gpus;
  for (std::size_t at = 0; at <= list.size();) {
    auto const end = std::min(list.find(',', at), list.size());
    int const gpu = static_cast<int>(whole_number("--gpus", list.substr(at, end - at), {0, most_ranks - 1}));
    if (std::find(gpus.begin(), gpus.end(), gpu) != gpus.end()) {
      throw invalid_argument(fmt::format("--gpus: {} is there twice", gpu));
    }
    gpus.push_back(gpu);
    at = end + 1;
  }
  return gpus;
}

// As launchers tell their processes: Open MPI, and MPICH with its relatives.
size_type processes_started() {
  for (char const* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    char const* const text = std::getenv(name);
    if (text) return std::strtoll(text, nullptr, 10);
  }
  return 1;
}

void require_known(std::string const& with, std::vector<std::string> const& given,
                   std::vector<std::string> const& known) {
  auto const has = [](auto const& names, std::string const& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (auto const& name : given) {
    if (!name.starts_with("--") || has(options_of_files, name) || has(known, name)) continue;
    throw invalid_argument(fmt::format("{} does not go with {}", name, with));
  }
}

}  // namespace

void add_rank_options(command& described, rank_options& options) {
  described
      .text("--ranks", "N", "", "deal the matrix out to so many threads, each a rank of its own",
            [&options](std::string const& text) {
              options.threads = whole_number("--ranks", text, {1, most_ranks});
            })
      .text("--gpus", "N,N,...", "", "deal the matrix out to these GPUs",
            [&options](std::string const& text) { options.gpus = listed_gpus(text); });
}

std::optional<distributed::group>& processes_of_mpi() {
  static std::optional<distributed::group> processes;
  return processes;
}

bool speaks() { return !processes_of_mpi() || processes_of_mpi()->local_ranks().front() == 0; }

std::optional<distributed::group> ranks_of(rank_options const& options, std::string const& device,
                                           std::vector<std::string> const& given,
                                           std::vector<std::string> const& known) {
  bool const on_gpus = !options.gpus.empty(), on_threads = options.threads > 0;
  auto const& processes = processes_of_mpi();
  if (!processes && processes_started() > 1) {
    throw invalid_argument(
        fmt::format("mpirun started {0} processes, of which each would answer for itself: write mpirun -n {0} "
                    "heddle_mpi, the tool that deals the matrix out to them",
                    processes_started()));
  }
  std::string const with = processes ? "the processes of mpirun" : on_gpus ? "--gpus" : "--ranks";
  if (!processes && !on_gpus && !on_threads) return std::nullopt;
  if (processes && (on_gpus || on_threads)) {
    throw invalid_argument(fmt::format("{} does not go with {}", on_gpus ? "--gpus" : "--ranks", with));
  }
  if (on_gpus && on_threads) throw invalid_argument("--ranks does not go with --gpus");
  if (device == (on_gpus ? "host" : "cuda")) {
    throw invalid_argument(fmt::format("--device {} does not go with {}", device, with));
  }
  require_known(with, given, known);
  if (processes) return processes;
  return on_gpus ? distributed::group::of_devices(options.gpus)
                 : distributed::group::of_threads(static_cast<int>(options.threads));
}

executor first_executor(distributed::group const& ranks) {
  executor exec;
  ranks.run([&](distributed::member& m) {
    if (m.place() == 0) exec = m.exec();
  });
  return exec;
}

void tell_ranks(report& answer, file_options const& options, distributed::group const& ranks,
                io::file_header const& header, size_type nnz, std::string const& shape) {
  auto const exec = first_executor(ranks);
  answer.set_shape(header.rows, header.cols, nnz)
      .set_device(exec)
      .set("ranks", ranks.ranks())
      .set("schedule", options.schedule.text());
  answer.say(fmt::format("{}: {}", options.file, shape));
  answer.say(fmt::format("ran on     {} ranks, the first on {}", ranks.ranks(), exec.description()));
}

}  // namespace heddle::cli
