// splitting.cu - node splitting under a semiring that nvcc compiles with the call, and that asks for positions.
#include <heddle/heddle.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

// Four vertices lead to everything, by rows that are cut; the last of them is the answer.
GPU_CASE("a multiply that asks where it stands is told its row, and not its piece, on a GPU [sanitize]") {
  auto const exec = cuda_executor();
  std::vector<std::int32_t> row, col;
  for (std::int32_t r : {1, 2, 5, 8}) {
    for (std::int32_t c = 0; c < 100 * r % 250 + 20; ++c) {
      row.push_back(r);
      col.push_back(c);
    }
  }
  auto const a =
      matrix<double>::build(9, 300, row, col, std::vector<double>(row.size(), 1), take_first<double>{}, exec);
  auto const u = vector<std::int64_t>::filled(9, 1, exec);
  vector<std::int64_t> expected(300, exec);
  vxm(expected, max_secondi<std::int64_t>{}, u, a, {.direction = direction::pull});
  for (int const mdt : {1, 3, 40}) {
    vector<std::int64_t> w(300, exec);
    vxm(w, max_secondi<std::int64_t>{}, u, a, {.strategy = strategies::node_splitting{.mdt = mdt}});
    CHECK(w.to_dense(-1) == expected.to_dense(-1));
  }
}
