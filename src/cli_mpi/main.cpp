// main.cpp - heddle_mpi: the tool whose matrix is dealt out to the processes of mpirun. The first of them answers.
#include <array>
#include <cstring>
#include <heddle/distributed/mpi.hpp>

#include "src/cli/application.hpp"
#include "src/cli/over_ranks.hpp"
#include "src/cli/terminal.hpp"

namespace {

std::array<char, 4096> failure;
bool failed_by_itself = false;

void keep_failure(char const* message, bool of_another) noexcept {
  std::strncpy(failure.data(), message, failure.size() - 1);
  failed_by_itself = !of_another;
}

int least_of_all(int mine) {
  int least = mine;
  MPI_Allreduce(&mine, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return least;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  heddle::cli::processes_of_mpi() = heddle::distributed::group::of_mpi(MPI_COMM_WORLD);
  int const status = heddle::cli::run(argc, argv, keep_failure);
  // One that failed by itself tells of it, not all that ended for its sake.
  if (rank == least_of_all(failed_by_itself ? rank : ranks)) heddle::cli::print_error(failure.data());
  int const worst = -least_of_all(-status);
  heddle::cli::processes_of_mpi().reset();
  MPI_Finalize();
  return worst;
}
