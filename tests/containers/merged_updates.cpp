// merged_updates.cpp - many entries that were set or removed become a form: what it holds, and what that takes.
#include <algorithm>
#include <array>
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <map>
#include <random>

#include "tests/failure/allocations.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

enum class arrival : std::uint8_t { by_rows, drawn };

struct change {
  std::int32_t row, col;
  double value;  // 0: removed
};

std::vector<change> drawn_changes(int rows, int cols, int count, arrival order, std::uint32_t seed) {
  std::mt19937 random(seed);
  auto const below = [&](int bound) { return static_cast<int>(random() % static_cast<std::uint32_t>(bound)); };
  std::vector<change> all;
  for (int k = 0; k < count; ++k) all.push_back({below(rows), below(cols), below(5) == 0 ? 0.0 : 1 + k});
  if (order == arrival::by_rows) {
    std::stable_sort(all.begin(), all.end(),
                     [](change const& a, change const& b) { return a.row != b.row ? a.row < b.row : a.col < b.col; });
  }
  return all;
}

using cells = std::map<std::pair<std::int32_t, std::int32_t>, double>;

cells cells_of(matrix<double> const& a) {
  cells all;
  auto const flat = a.tuples();
  for (std::size_t k = 0; k < flat.row.size(); ++k) all[{flat.row[k], flat.col[k]}] = flat.value[k];
  return all;
}

template <class Matrix> void apply_to(Matrix& a, std::vector<change> const& changes) {
  for (auto const& [row, col, value] : changes) value != 0 ? a.set(row, col, value) : a.remove(row, col);
}

void apply_to(cells& expected, std::vector<change> const& changes) {
  for (auto const& [row, col, value] : changes) {
    value != 0 ? void(expected[{row, col}] = value) : void(expected.erase({row, col}));
  }
}

}  // namespace

EXECUTOR_CASE(
    "of many changes the last of a position wins, in whatever order they come, and however few rows there are") {
  std::uint32_t seed = 0;
  for (auto const order : {arrival::by_rows, arrival::drawn}) {
    for (auto const [rows, cols, count] :
         {std::array{1, 1, 100}, {1, 500, 2000}, {500, 1, 2000}, {40, 30, 100}, {40, 30, 3000}, {4000, 30, 60}}) {
      for (bool const one_value : {false, true}) {
        INFO(rows, " rows, ", count, " changes, one value: ", one_value);
        std::vector<std::int32_t> const diagonal = {0, (std::min(rows, cols) - 1) / 2, std::min(rows, cols) - 1};
        std::vector<double> const values = {1, 2, 3};
        coo_arrays<double> const arrays{
            rows, cols, 3, diagonal.data(), diagonal.data(), one_value ? nullptr : values.data(), 5.0};
        auto a = matrix<double>::build(arrays, plus<double>{}, executor{}).to(exec);
        auto expected = cells_of(a);
        for (int turn = 0; turn < 3; ++turn) {
          auto const changes = drawn_changes(rows, cols, count, order, ++seed);
          apply_to(a, changes);
          apply_to(expected, changes);
          if (turn == 1) {
            CHECK(static_cast<std::size_t>(a.nnz()) == expected.size());
            CHECK(a.get(0, 0).value_or(0) == (expected.contains({0, 0}) ? expected[{0, 0}] : 0));
          }
          CHECK(cells_of(a) == expected);
        }
      }
    }
  }
}

TEST_CASE("many new entries become a form, or are counted, without a table of their positions") {
  constexpr int side = 2000, count = 40000;
  for (auto const order : {arrival::by_rows, arrival::drawn}) {
    for (bool const is_counted : {false, true}) {
      matrix<double> a(side, side, host_executor(1));
      apply_to(a, drawn_changes(side, side, count, order, 7));
      host_meter().start();
      if (is_counted) CHECK(a.nnz() > 0);
      CHECK(a.csr().major == side);
      host_meter().stop();
      // The form twice, numbers in order, and the same with their columns; a table has some 40 bytes an entry more.
      CHECK_LE(host_meter().total(), count * (2 * 12 + 8 + 16) + side * 24);
    }
  }
}
