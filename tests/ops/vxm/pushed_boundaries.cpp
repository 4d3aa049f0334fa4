// pushed_boundaries.cpp - pushed products where their number, or that of positions, makes them be summed in another
// way: below 4096 products, or an eighth of the positions, by a sort, else each in its place.
#include <heddle/ops/vxm/vxm.hpp>
#include <heddle/semirings/operators.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::seam;

namespace {

// w(j) = sums over `products` entries, five of a row each, which meet at a third as many positions; j is spread out.
struct pushed_case {
  size_type products, size;
  std::int32_t column(size_type e) const {
    size_type const places = max_of<size_type>(1, min_of(products / 3, size));
    return static_cast<std::int32_t>(size - 1 - (e * 7919 % places) * (size / places));  // the last among them
  }
};

std::string wrong_push(pushed_case const& c, executor const& exec) {
  size_type const rows = ceil_div(c.products, 5) + 1;
  std::vector<std::int32_t> row, col, at, open;
  std::vector<std::int64_t> value, expected(static_cast<std::size_t>(c.size), 0), left;
  std::vector<bool> reached(static_cast<std::size_t>(c.size));
  for (size_type e = 0; e < c.products; ++e) {
    row.push_back(static_cast<std::int32_t>(e / 5)), col.push_back(c.column(e)), value.push_back(e % 11);
    expected[static_cast<std::size_t>(col.back())] += value.back() * (1 + e / 5 % 3);
    reached[static_cast<std::size_t>(col.back())] = true;
  }
  for (std::int32_t i = 0; i + 1 < rows; ++i) at.push_back(i), left.push_back(1 + i % 3);
  auto const a = matrix<std::int64_t>::build(rows, c.size, row, col, value, plus<std::int64_t>{}, exec);
  if (a.nnz() != c.products) return "entries of a row that meet";
  auto const u = vector<std::int64_t>::build(rows, at, left, take_first<std::int64_t>{}, exec);
  descriptor const push{.direction = direction::push};
  vector<std::int64_t> w(c.size, exec), masked(c.size, exec);
  vxm(w, plus_times<std::int64_t>{}, u, a, push);
  for (std::int32_t j = 0; j < c.size; j += 2) open.push_back(j);
  auto const mask = vector<bool>::build(c.size, open, std::vector<bool>(open.size(), true), take_first<bool>{}, exec);
  vxm(masked, structure(mask), no_accum, plus_times<std::int64_t>{}, u, a, push);
  auto const found = w.tuples(), under = masked.tuples();
  std::size_t k = 0, m = 0;
  for (std::size_t j = 0; j < reached.size(); ++j) {
    if (!reached[j]) continue;
    if (k == found.index.size() || found.index[k] != static_cast<std::int32_t>(j)) return "another position";
    if (found.value[k++] != expected[j]) return "another sum";
    if (j % 2 == 1) continue;
    if (m == under.index.size() || under.index[m] != static_cast<std::int32_t>(j))
      return "another position that is open";
    if (under.value[m++] != expected[j]) return "another sum where the mask is open";
  }
  return k == found.index.size() && m == under.index.size() ? "" : "more than there should be";
}

}  // namespace

EXECUTOR_CASE("pushed products are summed alike by a sort and in their places, where the one gives way to the other") {
  for (size_type const products : {4095, 4096, 4097, 9001}) {
    for (size_type const size :
         {size_type{4096}, 8 * products - 8, 8 * products - 1, 8 * products, 8 * products + 8, 20 * products}) {
      CAPTURE(products);
      CAPTURE(size);
      CHECK(wrong_push({products, size}, exec) == "");
    }
  }
}
