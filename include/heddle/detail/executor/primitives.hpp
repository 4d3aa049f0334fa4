// primitives.hpp - what containers need of an executor, without knowing element types: values move as opaque bytes, and
// integers have either width. Each runs on the host (src/host) or on the GPU (src/cuda); pointers belong to the
// executor given first.
#pragma once
#include <array>
#include <heddle/base/executor.hpp>
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/semirings/rows.hpp>

namespace heddle::detail {
struct listing_state;
}

namespace heddle::primitives {

using detail::integer_tiles, detail::integers, detail::integers_out;

/// destination[i] = *value for i < n; `value` is host memory of `width` bytes.
void fill(executor const& exec, void* destination, size_type n, std::size_t width, void const* value);

/// The same by a value in the executor's memory, as it is when the GPU comes to it; it lies outside of `destination`.
void fill_from(executor const& exec, void* destination, size_type n, std::size_t width, void const* value);

/// destination[i] = from + i.
void iota(executor const& exec, integers_out destination, size_type n, size_type from = 0);

/// destination[i] = source[at[i]], elements of `width` bytes.
void gather(executor const& exec, void* destination, void const* source, integers at, size_type n, std::size_t width);

/// destination[at[i]] = source[i], elements of `width` bytes; `at` without duplicates.
void scatter(executor const& exec, void* destination, integers at, void const* source, size_type n, std::size_t width);

/// destination[at[i]] = *value; `value` is host memory of `width` bytes.
void scatter_fill(executor const& exec, void* destination, integers at, size_type n, std::size_t width,
                  void const* value);

/// Entries come to positions at[0..n), without duplicates: values[at[i]] = source[i], or *value where `source` is null,
/// as above; and present[at[i]] = 1 unless `present` is null. One launch for values of 1, 2, 4, 8 or 16 bytes.
void place_entries(executor const& exec, void* values, byte* present, integers at, size_type n, std::size_t width,
                   void const* source, void const* value);

/// Number of i < n with flags[i] != 0. Reads back.
size_type count(executor const& exec, byte const* flags, size_type n);

/// *total = the same, in the executor's memory: nothing is read back. listed: of what is set, or null; where it is
/// known on a GPU how many there are, flags are not looked at.
void count_into(executor const& exec, std::int64_t* total, byte const* flags, size_type n,
                detail::listing_state const* listed = nullptr);

/// Positions i < n with flags[i] != 0, ascending. Reads back their number.
template <index_type I> buffer<I> compact(executor const& exec, byte const* flags, size_type n);

/// Exclusive sum of `n` values into scanned[0..n]; scanned[n] is the total. In place allowed (scanned == values, with
/// room for n + 1).
template <index_type I> void exclusive_sum(executor const& exec, I const* values, I* scanned, size_type n);

/// rows[a] = the row that owns entry a, from CSR offsets[0..num_rows]. nnz: as many as there are, or more on a GPU.
void expand_offsets(executor const& exec, integers offsets, size_type num_rows, size_type nnz, integers_out rows);

/// offsets[0..num_rows] from sorted row numbers.
void compress_rows(executor const& exec, integers rows, size_type nnz, size_type num_rows, integers_out offsets);

/// Stable order that sorts keys: order[i] is the position of the i-th smallest; keys in [0, bound).
buffer<std::int64_t> stable_order(executor const& exec, integers keys, size_type n, size_type bound);

/// counts[c] = number of i < n with columns[i] == c, for c < num_columns.
void count_columns(executor const& exec, integers columns, size_type n, integers_out counts, size_type num_columns);

/// Classes of degrees, the heaviest first, columns without entries last: octaves, from 64 on cut into eight.
inline constexpr int num_degree_classes = 512;
HEDDLE_FN constexpr int degree_class(size_type degree) {
  if (degree <= 0) return num_degree_classes - 1;
  int octave = 0;
  while (degree >> (octave + 1) != 0) ++octave;
  int const rank = octave < 6 ? octave : 6 + (octave - 6) * 8 + static_cast<int>(degree >> (octave - 3) & 7);
  return num_degree_classes - 2 - rank;
}

/// classes[i] = degree_class(degrees[i]) for i < n. In place allowed.
void degree_classes(executor const& exec, integers degrees, integers_out classes, size_type n);

/// Whether no key is less than the one before it. Reads back.
bool is_ascending(executor const& exec, integers keys, size_type n);

/// The entries of a row behind the first `skip`, at most `most` of them; 0: all.
struct row_part {
  size_type skip = 0, most = 0;
  HEDDLE_FN constexpr size_type of(size_type length) const {
    size_type const left = max_of(length - skip, size_type{0});
    return most > 0 ? min_of(left, most) : left;
  }
};

/// scanned[0..n] = exclusive sum of the lengths of rows ids[0..n), or of a part of each; returns the total where
/// `read_back`, else -1.
size_type scan_row_lengths(executor const& exec, integers offsets, integers ids, size_type n, size_type* scanned,
                           bool read_back, row_part part = {});

/// Of rows ids[0..n) those of more than `length` entries: kept_ids[r] = ids[i], and kept_places[r] = places[i], or i
/// where `places` is null. In their order on the host, in any on a GPU, with one launch. Reads back how many there are;
/// with `counted`, memory of the executor, these are written there, both are 0 behind them, and it returns -1.
size_type keep_longer_rows(executor const& exec, integers offsets, integers ids, integers places, size_type n,
                           size_type length, integers_out kept_ids, integers_out kept_places,
                           size_type* counted = nullptr);

/// Pieces of rows, each of which has one at least, by where they begin, points[0..pieces]: offsets[0..pieces] of their
/// entries, parents[0..pieces) whose they are, and first[0..rows], the first piece of each row.
void split_points(executor const& exec, seam::path_point const* points, size_type pieces, size_type rows,
                  integers_out offsets, integers_out parents, integers_out first);

/// The pieces of rows ids[0..n), which begin at scanned[0..n] of the list: pieces[k] is the number of one, places[k]
/// its row's place among `ids`. total: as many as there are, or more on a GPU, where those behind them are 0.
void list_pieces(executor const& exec, integers first, integers ids, size_type const* scanned, size_type n,
                 size_type total, integers_out pieces, integers_out places);

/// The first row, in [0, major), whose offsets decrease, or -1. Reads back.
size_type find_decrease(executor const& exec, integers offsets, size_type major);

/// The first of nnz > 0 entries whose index is outside of [0, minor), or not above that before it in its row, or -1.
/// Reads back.
size_type find_disorder(executor const& exec, integer_tiles const& rows, integers indices, size_type minor);

struct row_statistics {
  size_type max_length = 0, empty_rows = 0;
  double mean_length = 0, stddev_length = 0;
  /// [0]: empty rows; [k]: rows of 2^(k - 1) to 2^k - 1 entries; the last also holds all longer ones.
  std::array<size_type, 40> histogram{};
};
/// Statistics of row lengths, of which only the result leaves the executor. Reads back once.
row_statistics measure_rows(executor const& exec, integers offsets, size_type num_rows);

/// How often a value is met again nearby, as columns of entries are: the share of up to 16384 sampled i < n - 64 for
/// which one of values[i + 1 .. i + 64] lies within 32 of values[i], about a line of the caches. 1 where n <= 64. Reads
/// back.
double nearness(executor const& exec, integers values, size_type n);

struct pattern_statistics {
  row_statistics rows;
  double nearness = 1;
};
/// {measure_rows(exec, offsets, num_rows), nearness(exec, columns, nnz)} of CSR offsets[0..num_rows] and
/// columns[0..nnz), the same values in one kernel. Work O(num_rows + min(nnz, 16384) * 64). Reads back once.
pattern_statistics measure_pattern(executor const& exec, integers offsets, size_type num_rows, integers columns,
                                   size_type nnz);

struct value_statistics {
  double least = 0;  // infinity where all are NaN
  double mean = 0;   // of the finite ones; 0 where there are none
};
using measured_types = detail::type_list<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                                         std::uint32_t, std::int64_t, std::uint64_t, float, double>;
template <class T> inline constexpr bool is_measured = detail::contains<T, measured_types>::value;
/// Of n > 0 values of the type that stands at place `type` of that list, NaN passed over, each as the nearest double.
/// The mean may be rounded otherwise from one executor to another. Work O(n). Reads back once.
value_statistics measure_by_code(executor const& exec, void const* values, int type, size_type n);
template <class T> value_statistics measure_values(executor const& exec, T const* values, size_type n) {
  return measure_by_code(exec, values, detail::code_of<T, measured_types>, n);
}

}  // namespace heddle::primitives
