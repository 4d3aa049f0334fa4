// whole_numbers.hpp - files of whole numbers, signed or unsigned, and whether sums and products of them fit 64 bits.
#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <heddle/io/coordinates.hpp>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "src/io/text.hpp"

namespace heddle::cli {

__extension__ using wide_unsigned = unsigned __int128;
__extension__ using wide_signed = __int128;

/// Entries of 64 bits: signed ones, or unsigned ones whose bits stand in the signed type.
template <class Index> struct whole_entries {
  io::coordinates<std::int64_t, Index> entries;
  bool is_unsigned = false;

  std::uint64_t bits(std::size_t k) const {
    return entries.value.empty() ? 1 : static_cast<std::uint64_t>(entries.value[k]);
  }
  bool is_negative(std::size_t k) const { return !is_unsigned && static_cast<std::int64_t>(bits(k)) < 0; }
  std::uint64_t magnitude(std::size_t k) const { return is_negative(k) ? 0 - bits(k) : bits(k); }
  wide_signed value(std::size_t k) const {
    return is_negative(k) ? -wide_signed(magnitude(k)) : wide_signed(magnitude(k));
  }
  bool has_negative() const {
    for (std::size_t k = 0; k < entries.value.size(); ++k) {
      if (is_negative(k)) return true;
    }
    return false;
  }
};

/// read(std::type_identity<T>{}) with the type of 64 bits that holds all values of the file.
template <class Index, class Read> whole_entries<Index> read_whole(Read const& read) {
  try {
    return {read(std::type_identity<std::int64_t>{}), false};
  } catch (detail::unsigned_values const&) {
    auto from = read(std::type_identity<std::uint64_t>{});
    io::coordinates<std::int64_t, Index> entries{from.rows, from.cols, std::move(from.row), std::move(from.col), {}};
    entries.value.assign(from.value.begin(), from.value.end());
    entries.values = from.values;
    entries.symmetric = from.symmetric;
    return {std::move(entries), true};
  }
}

/// As T, whose bits they are.
template <class T, class Index> io::coordinates<T, Index> entries_as(whole_entries<Index> const& from) {
  auto const& entries = from.entries;
  return {.rows = entries.rows,
          .cols = entries.cols,
          .row = entries.row,
          .col = entries.col,
          .value = std::vector<T>(entries.value.begin(), entries.value.end()),
          .values = entries.values,
          .symmetric = entries.symmetric};
}

/// Adds up the entries of each position. False, and nothing is changed: a sum fits no 64-bit integer, or one needs
/// signed integers and another unsigned ones.
template <class Index> bool sum_positions(whole_entries<Index>& from) {
  auto const& [rows, cols] = std::pair(from.entries.row, from.entries.col);
  std::vector<std::size_t> order(rows.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  auto const place = [&](std::size_t k) { return std::pair(rows[k], cols[k]); };
  auto const before = [&](std::size_t a, std::size_t b) { return place(a) < place(b); };
  if (!std::is_sorted(order.begin(), order.end(), before)) std::sort(order.begin(), order.end(), before);
  auto const same = [&](std::size_t a, std::size_t b) { return place(a) == place(b); };
  if (std::adjacent_find(order.begin(), order.end(), same) == order.end()) return true;
  std::vector<wide_signed> sums;
  io::coordinates<std::int64_t, Index> summed{from.entries.rows, from.entries.cols, {}, {}, {}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || !same(order[i], order[i - 1])) {
      summed.row.push_back(rows[order[i]]);
      summed.col.push_back(cols[order[i]]);
      sums.push_back(0);
    }
    sums.back() += from.value(order[i]);  // of fewer than 2^63 numbers of 64 bits
  }
  auto const [least, most] = std::minmax_element(sums.begin(), sums.end());
  constexpr auto low = std::numeric_limits<std::int64_t>::min();
  bool const is_unsigned = *most > std::numeric_limits<std::int64_t>::max();
  if (*least < low || *most > std::numeric_limits<std::uint64_t>::max() || (is_unsigned && *least < 0)) return false;
  for (auto const sum : sums) summed.value.push_back(static_cast<std::int64_t>(static_cast<std::uint64_t>(sum)));
  summed.values = io::field::integer;
  from = {std::move(summed), is_unsigned};
  return true;
}

enum class product_type { int64, uint64, neither };

/// Bounds of the entries of A B, from magnitudes: first of each row, by the largest entry of each row of B that it
/// meets; then, of rows whose bound is too large, of each entry, as the sum of all |a_ik b_kj|.
template <class Index> class product_bounds {
 public:
  product_bounds(whole_entries<Index> const& a, whole_entries<Index> const& b) : a_(a), b_(b) {}

  /// The type that holds every sum of products, in whatever order they are added.
  product_type type() {
    bool const signed_ones = a_.has_negative() || b_.has_negative();
    bool const unsigned_ones = a_.is_unsigned || b_.is_unsigned;
    if (signed_ones && unsigned_ones) return product_type::neither;
    constexpr wide_unsigned half = std::numeric_limits<std::int64_t>::max();
    constexpr wide_unsigned all = std::numeric_limits<std::uint64_t>::max();
    auto const most = largest(signed_ones ? half : all);
    if (most > (signed_ones ? half : all)) return product_type::neither;
    return most > half || unsigned_ones ? product_type::uint64 : product_type::int64;
  }

 private:
  /// A bound of all entries; more than `limit` where one of them is.
  wide_unsigned largest(wide_unsigned limit) {
    auto const& a = a_.entries;
    std::vector<std::uint64_t> most(static_cast<std::size_t>(b_.entries.rows), 0);
    for (std::size_t k = 0; k < b_.entries.row.size(); ++k) {
      auto& of_row = most[static_cast<std::size_t>(b_.entries.row[k])];
      of_row = std::max(of_row, b_.magnitude(k));
    }
    std::vector<wide_unsigned> bounds(static_cast<std::size_t>(a.rows), 0);
    for (std::size_t k = 0; k < a.row.size(); ++k) {
      add(bounds[static_cast<std::size_t>(a.row[k])], a_.magnitude(k), most[static_cast<std::size_t>(a.col[k])]);
    }
    wide_unsigned result = 0;
    for (std::size_t i = 0; i < bounds.size() && result <= limit; ++i) {
      result = std::max(result, bounds[i] <= limit ? bounds[i] : largest_in_row(i));
    }
    return result;
  }

  /// sum += x y, which stays what it is beyond 2^126.
  static void add(wide_unsigned& sum, std::uint64_t x, std::uint64_t y) {
    constexpr auto ceiling = wide_unsigned(1) << 126;
    auto const product = wide_unsigned(x) * y;
    sum = product >= ceiling || sum + product >= ceiling ? ceiling : sum + product;
  }

  wide_unsigned largest_in_row(std::size_t row) {
    if (a_rows_.empty()) a_rows_ = grouped(a_.entries), b_rows_ = grouped(b_.entries);
    std::vector<std::pair<Index, wide_unsigned>> products;
    for (auto const k : entries_of(a_rows_, row)) {
      for (auto const l : entries_of(b_rows_, static_cast<std::size_t>(a_.entries.col[k]))) {
        products.emplace_back(b_.entries.col[l], 0);
        add(products.back().second, a_.magnitude(k), b_.magnitude(l));
      }
    }
    std::sort(products.begin(), products.end(),
              [](auto const& x, auto const& y) { return std::less{}(x.first, y.first); });  // not a template's bracket
    wide_unsigned largest = 0, sum = 0;
    for (std::size_t p = 0; p < products.size(); ++p) {
      sum = p > 0 && products[p].first == products[p - 1].first ? sum : 0;
      sum = std::min(sum + products[p].second, wide_unsigned(1) << 126);
      largest = std::max(largest, sum);
    }
    return largest;
  }

  /// Numbers of entries, ordered by row.
  struct order {
    std::vector<std::size_t> numbers;
    std::vector<Index> rows;  // of them
    bool empty() const { return numbers.empty(); }
  };
  static order grouped(io::coordinates<std::int64_t, Index> const& entries) {
    order by_row;
    for (std::size_t k = 0; k < entries.row.size(); ++k) by_row.numbers.push_back(k);
    std::stable_sort(by_row.numbers.begin(), by_row.numbers.end(),
                     [&](std::size_t x, std::size_t y) { return entries.row[x] < entries.row[y]; });
    for (auto const k : by_row.numbers) by_row.rows.push_back(entries.row[k]);
    return by_row;
  }
  static std::vector<std::size_t> entries_of(order const& by_row, std::size_t row) {
    auto const [first, last] = std::equal_range(by_row.rows.begin(), by_row.rows.end(), static_cast<Index>(row));
    return {by_row.numbers.begin() + (first - by_row.rows.begin()),
            by_row.numbers.begin() + (last - by_row.rows.begin())};
  }

  whole_entries<Index> const& a_;
  whole_entries<Index> const& b_;
  order a_rows_, b_rows_;
};

}  // namespace heddle::cli
