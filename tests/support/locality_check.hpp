// locality_check.hpp - products with a locality plan beside those without: the same, whatever the schedule, but for how
// a GPU's sums of floats round.
#pragma once
#include <cmath>
#include <cstring>

#include "tests/support/schedule_check.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where products differ

/// Helps every matrix that has an entry.
inline locality always() { return {.least_coverage = 0, .least_entries = 0}; }

/// Numbers whose sums round differently in every order; of other types as tests draw them.
template <class T> T rough_value(random_source& random) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(1 + random.below(1000)) / static_cast<T>(1 + random.below(997));
  } else {
    return draw_value<T>(random);
  }
}

/// Rows of 0 to 40 entries and one of a third of the columns; columns so that few are in many rows and many in none.
template <class T> listed_matrix<T> matrix_with_hubs(size_type rows, size_type cols, unsigned seed = 5) {
  random_source random(seed);
  listed_matrix<T> result{"hubs " + detail::shape(rows, cols), rows, cols, {}, {}, {}};
  for (size_type r = 0; r < rows; ++r) {
    std::vector<std::int64_t> chosen;
    size_type const length = r == rows / 3 ? cols / 3 : r % 7 == 0 ? 0 : random.below(41);
    for (size_type k = 0; k < length; ++k) {
      double const draw = static_cast<double>(random.below(1 << 20)) / (1 << 20);
      auto const rank = static_cast<size_type>(static_cast<double>(cols) * draw * draw * draw);
      chosen.push_back((rank * 7919 + 13) % cols);
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    for (std::int64_t const c : chosen) {
      result.row.push_back(r);
      result.col.push_back(c);
      result.value.push_back(rough_value<T>(random));
    }
  }
  return result;
}

template <class T, class I> bool same_bits(vector<T, I> const& a, vector<T, I> const& b) {
  auto const x = a.tuples(), y = b.tuples();
  if (x.index != y.index) return false;
  if constexpr (std::is_floating_point_v<T>) {
    return x.value.empty() || std::memcmp(x.value.data(), y.value.data(), x.value.size() * sizeof(T)) == 0;
  } else {
    return x.value == y.value;
  }
}

/// How far two sums of a row's products may lie apart, however they are bracketed: about one rounding a product, and
/// one for products that are not rounded before they are added, of half an epsilon of the products' magnitudes each.
/// `one` stands for all values of a pattern. Empty for types whose sums are exact.
template <class SR, class T = domain_of<SR>>
std::vector<T> roundings(SR const& sr, listed_matrix<T> const& entries, dense_vector<T> const& u,
                         std::optional<T> one = {}) {
  std::vector<T> magnitude, result;
  if constexpr (std::is_floating_point_v<T>) {
    std::vector<T> count(static_cast<std::size_t>(entries.rows), T(1));
    magnitude.resize(count.size());
    for (std::size_t k = 0; k < entries.row.size(); ++k) {
      auto const r = static_cast<std::size_t>(entries.row[k]), c = static_cast<std::size_t>(entries.col[k]);
      if (!u[c]) continue;
      magnitude[r] += std::abs(sr.multiply(one ? *one : entries.value[k], *u[c]));
      ++count[r];
    }
    for (std::size_t r = 0; r < count.size(); ++r) {
      result.push_back(count[r] * std::numeric_limits<T>::epsilon() * magnitude[r]);
    }
  }
  return result;
}

template <class T, class I>
bool same_sums(vector_tuples<T, I> const& x, vector_tuples<T, I> const& y, std::vector<T> const& roundings) {
  if (x.index != y.index) return false;
  for (std::size_t k = 0; k < x.index.size(); ++k) {
    if (!(std::abs(x.value[k] - y.value[k]) <= roundings[static_cast<std::size_t>(x.index[k])])) return false;
  }
  return true;
}

/// Sums of floats on a GPU may be bracketed differently.
template <class T, class I>
bool same_results(vector<T, I> const& a, vector<T, I> const& b, std::vector<T> const& roundings) {
  if constexpr (std::is_floating_point_v<T>) {
    if (!a.exec().is_host()) return same_sums(a.tuples(), b.tuples(), roundings);
  }
  return same_bits(a, b);
}

template <class SR, index_type I = std::int32_t, index_type O = std::int32_t>
void expect_same_with_plan(executor const& exec, SR const& sr, listed_matrix<domain_of<SR>> const& entries,
                           std::vector<schedule> const& schedules = schedule_variants()) {
  using T = domain_of<SR>;
  random_source random(11);
  auto const drawn = [&](int per_cent) {
    dense_vector<T> cells(static_cast<std::size_t>(entries.cols));
    for (auto& cell : cells) {
      if (random.chance(per_cent)) cell = rough_value<T>(random);
    }
    return cells;
  };
  auto const full_cells = drawn(100), half_cells = drawn(50);
  auto const full = make_vector<T, I>(full_cells, held::bitmap, exec);
  auto const half = make_vector<T, I>(half_cells, held::bitmap, exec);
  dense_vector<bool> open(static_cast<std::size_t>(entries.rows));
  for (auto& cell : open) cell = random.chance(50);
  auto const mask = make_vector<bool, I>(open, held::bitmap, exec);
  auto const a = entries.template on<I, O>(exec);
  T const one = rough_value<T>(random);
  auto const pattern = entries.template pattern_on<I, O>(exec, one);
  auto const of_full = roundings(sr, entries, full_cells), of_half = roundings(sr, entries, half_cells);
  auto const of_pattern = roundings(sr, entries, full_cells, std::optional<T>(one));
  for (schedule const& s : schedules) {
    auto const expect_same = [&](char const* what, std::vector<T> const& rounded, auto const& multiply) {
      vector<T, I> plain(entries.rows, exec), planned(entries.rows, exec);
      INFO(what, " over ", detail::type_name<SR>(), ", ", entries.name, ", schedule ", s.name(), ", ",
           exec.description());
      multiply(plain, descriptor{.schedule = s});
      multiply(planned, descriptor{.schedule = s, .locality = always()});
      // Minima and sums of integers come out the same however they are bracketed.
      CHECK((is_unordered_exact<add_of<SR>>() ? same_bits(plain, planned) : same_results(plain, planned, rounded)));
    };
    expect_same("u full", of_full, [&](auto& w, auto const& d) { mxv(w, sr, a, full, d); });
    expect_same("u half full", of_half, [&](auto& w, auto const& d) { mxv(w, sr, a, half, d); });
    expect_same("masked", of_full, [&](auto& w, auto const& d) { mxv(w, mask, no_accum, sr, a, full, d); });
    expect_same("pattern", of_pattern, [&](auto& w, auto const& d) { mxv(w, sr, pattern, full, d); });
    expect_same("vxm", of_full, [&](auto& w, auto const& d) { vxm(w, flip(sr), full, transpose(a), d); });
  }
}

/// With hubs, with hubs that do not all fit into what is given to them, and adversarial row lengths.
template <class SR, index_type I = std::int32_t, index_type O = std::int32_t>
void check_locality(executor const& exec, SR const& sr) {
  using T = domain_of<SR>;
  expect_same_with_plan<SR, I, O>(exec, sr, matrix_with_hubs<T>(700, 400));
  expect_same_with_plan<SR, I, O>(exec, sr, matrix_with_hubs<T>(90, 3000));
  for (tile_case const& tiles : small_battery(1500, 3500)) {
    expect_same_with_plan<SR, I, O>(exec, sr, matrix_of<T>(tiles));
  }
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
