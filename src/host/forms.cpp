// forms.cpp - some entries of a compressed form, and its transpose, on the CPU.
#include "src/host/forms.hpp"

#include <algorithm>
#include <heddle/ops/detail/sparse_result.hpp>
#include <numeric>

#include "src/host/flags.hpp"
#include "src/host/parallel.hpp"
#include "src/host/widths.hpp"

namespace heddle::host {

template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> kept_entries(compressed<I, O> const& pattern, byte const* values, std::size_t width,
                                               byte const* flags) {
  executor const& exec = pattern.exec;
  size_type const n = pattern.nnz, rows = pattern.major;
  std::vector<size_type> first(static_cast<std::size_t>(chunks{n}.size() + 1));
  for_each_chunk(exec, n, [&](size_type chunk, size_type begin, size_type end) {
    first[chunk] = count_flags(flags + begin, end - begin);
  });
  std::exclusive_scan(first.begin(), first.end(), first.begin(), size_type{0});
  auto result = detail::new_result<I, O>("", exec, rows, pattern.minor, first.back(), width);
  O const* const begins = pattern.offsets.data();
  O* const offsets = result->offsets.data();
  auto const first_row_from = [=](size_type entry) {
    return std::lower_bound(begins, begins + rows + 1, static_cast<O>(entry)) - begins;
  };
  auto const compact = [&](auto const& copy_value) {
    for_each_chunk(exec, n, [&](size_type chunk, size_type begin, size_type end) {
      I const* const indices = pattern.indices.data();
      I* const to_indices = result->indices.data();
      size_type to = first[chunk], row = first_row_from(begin);
      for (size_type at = begin; at < end; at += flag_bits::most) {
        size_type const until = min_of(end, at + flag_bits::most);
        flag_bits const kept(flags + at, until - at);
        for (; begins[row] < until; ++row) offsets[row] = static_cast<O>(to + kept.rank(begins[row] - at));
        kept.for_each([&](int k) {
          to_indices[to] = indices[at + k];
          copy_value(to++, at + k);
        });
      }
    });
  };
  if (values) {
    byte* const to_values = result->values.data();
    with_copy(width, [&](auto copy) {
      compact([=](size_type to, size_type entry) { copy(to_values + to * width, values + entry * width); });
    });
  } else {
    compact([](size_type, size_type) {});
  }
  std::fill(offsets + first_row_from(n), offsets + rows + 1, static_cast<O>(result->nnz));
  return result;
}

template <index_type I, index_type O> void transpose(compressed<I, O> const& form, compressed<I, O>& result) {
  executor const& exec = form.exec;
  size_type const n = form.nnz, columns = form.minor;
  size_type const parts =
      n < serial_below ? 1 : std::clamp<size_type>(n / max_of<size_type>(columns, 1), 1, exec.num_workers());
  auto const begin_of = [=](size_type part) { return n / parts * part + min_of(part, n % parts); };
  buffer<O> places(exec, parts * columns);  // of each part's next entry of a column
  auto const for_each_part = [&](auto const& body) {
    parallel_for(static_cast<int>(parts), parts, 1,
                 [&](size_type part) { body(places.data() + part * columns, begin_of(part), begin_of(part + 1)); });
  };
  I const* const indices = form.indices.data();
  for_each_part([&](O* next, size_type begin, size_type end) {
    std::fill(next, next + columns, O{0});
    for (size_type e = begin; e < end; ++e) ++next[indices[e]];
  });
  O* const counts = places.data();
  auto const count = [=](size_type j) {
    O sum = 0;
    for (size_type part = 0; part < parts; ++part) sum += counts[part * columns + j];
    return sum;
  };
  O* const offsets = result.offsets.data();
  scan(exec, columns, count, offsets);
  parallel_for(exec, columns, [=](size_type j) {
    O next = offsets[j];
    for (size_type part = 0; part < parts; ++part) next += std::exchange(counts[part * columns + j], next);
  });
  auto const tiles = form.tiles();
  auto const scatter = [&](auto const& copy_value) {
    for_each_part([&](O* next, size_type begin, size_type end) {
      if (begin == end) return;
      size_type row = tile_of_atom(tiles, begin, 0, tiles.num_tiles());
      for (size_type e = begin; e < end; ++row) {
        size_type const row_end = min_of(end, tiles.first_atom(row + 1));
        for (; e < row_end; ++e) {
          auto const to = static_cast<size_type>(next[indices[e]]++);
          result.indices.data()[to] = static_cast<I>(row);
          copy_value(to, e);
        }
      }
    });
  };
  if (form.one_value) return scatter([](size_type, size_type) {});
  std::size_t const width = form.width;
  byte* const to_values = result.values.data();
  byte const* const values = form.values.data();
  with_copy(width, [&](auto copy) {
    scatter([=](size_type to, size_type e) { copy(to_values + to * width, values + e * width); });
  });
}

#define HEDDLE_INSTANTIATE(I, O)                                                                             \
  template std::shared_ptr<compressed<I, O>> kept_entries(compressed<I, O> const&, byte const*, std::size_t, \
                                                          byte const*);                                      \
  template void transpose(compressed<I, O> const&, compressed<I, O>&);
#include "src/index_widths.hpp"

}  // namespace heddle::host
