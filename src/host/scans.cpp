// scans.cpp - primitives that count, scan and measure, on the host.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "src/executor/backend.hpp"
#include "src/host/flags.hpp"
#include "src/host/parallel.hpp"

namespace heddle::primitives {

using namespace host;

namespace {

struct length_sums {
  size_type longest = 0, empty = 0, total = 0;
  double squares = 0;
  std::array<size_type, std::tuple_size_v<decltype(row_statistics::histogram)>> histogram{};
};

// Number of set flags in each chunk.
std::vector<size_type> count_by_chunk(executor const& exec, byte const* flags, size_type n) {
  std::vector<size_type> counts(static_cast<std::size_t>(chunks{n}.size()));
  for_each_chunk(exec, n, [&](size_type chunk, size_type begin, size_type end) {
    counts[chunk] = count_flags(flags + begin, end - begin);
  });
  return counts;
}

template <class O> length_sums sum_lengths(O const* offsets, size_type begin, size_type end) {
  length_sums sums;
  for (size_type row = begin; row < end; ++row) {
    size_type const length = static_cast<size_type>(offsets[row + 1]) - offsets[row];
    sums.longest = max_of(sums.longest, length);
    sums.empty += length == 0;
    sums.total += length;
    sums.squares += static_cast<double>(length) * static_cast<double>(length);
    auto const bin = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(length)));
    ++sums.histogram[std::min(bin, sums.histogram.size() - 1)];
  }
  return sums;
}

}  // namespace

size_type count(executor const& exec, byte const* flags, size_type n) {
  if (n == 0) return 0;
  if (!exec.is_host()) return with_cuda([&] { return gpu::count(exec, flags, n); });
  std::vector<size_type> const counts = count_by_chunk(exec, flags, n);
  return std::accumulate(counts.begin(), counts.end(), size_type{0});
}

void count_into(executor const& exec, std::int64_t* total, byte const* flags, size_type n,
                detail::listing_state const* listed) {
  if (!exec.is_host()) return with_cuda([&] { gpu::count_into(exec, total, flags, n, listed); });
  *total = count(exec, flags, n);
}

template <index_type I> buffer<I> compact(executor const& exec, byte const* flags, size_type n) {
  if (n == 0) return buffer<I>(exec);
  if (!exec.is_host()) return with_cuda([&] { return gpu::compact<I>(exec, flags, n); });
  std::vector<size_type> start = count_by_chunk(exec, flags, n);
  size_type const total = std::accumulate(start.begin(), start.end(), size_type{0});
  std::exclusive_scan(start.begin(), start.end(), start.begin(), size_type{0});
  buffer<I> positions(exec, total);
  for_each_chunk(exec, n, [&](size_type chunk, size_type begin, size_type end) {
    I* next = positions.data() + start[chunk];
    for (size_type at = begin; at < end; at += flag_bits::most) {
      flag_bits const set(flags + at, min_of(end - at, flag_bits::most));
      set.for_each([&](int k) { *next++ = static_cast<I>(at + k); });
    }
  });
  return positions;
}
template buffer<std::int32_t> compact(executor const&, byte const*, size_type);
template buffer<std::int64_t> compact(executor const&, byte const*, size_type);

template <index_type I> void exclusive_sum(executor const& exec, I const* values, I* scanned, size_type n) {
  if (!exec.is_host()) return with_cuda([&] { gpu::exclusive_sum(exec, values, scanned, n); });
  scan(
      exec, n, [=](size_type i) { return values[i]; }, scanned);
}
template void exclusive_sum(executor const&, std::int32_t const*, std::int32_t*, size_type);
template void exclusive_sum(executor const&, std::int64_t const*, std::int64_t*, size_type);

size_type scan_row_lengths(executor const& exec, integers offsets, integers ids, size_type n, size_type* scanned,
                           bool read_back, row_part part) {
  if (!exec.is_host()) {
    return with_cuda([&] { return gpu::scan_row_lengths(exec, offsets, ids, n, scanned, read_back, part); });
  }
  return offsets.visit([&](auto const* offsets) {
    return ids.visit([&](auto const* ids) {
      auto const length = [=](size_type i) {
        return part.of(static_cast<size_type>(offsets[ids[i] + 1]) - offsets[ids[i]]);
      };
      size_type const total = scan(exec, n, length, scanned);
      return read_back ? total : -1;
    });
  });
}

size_type keep_longer_rows(executor const& exec, integers offsets, integers ids, integers places, size_type n,
                           size_type length, integers_out kept_ids, integers_out kept_places, size_type* counted) {
  if (n == 0 && !counted) return 0;
  if (!exec.is_host()) {
    return with_cuda(
        [&] { return gpu::keep_longer_rows(exec, offsets, ids, places, n, length, kept_ids, kept_places, counted); });
  }
  buffer<byte> flags(exec, n);
  offsets.visit([&](auto const* offsets) {
    ids.visit([&](auto const* ids) {
      for_each_chunk(exec, n, [&](size_type, size_type begin, size_type end) {
        for (size_type i = begin; i < end; ++i) flags.data()[i] = offsets[ids[i] + 1] - offsets[ids[i]] > length;
      });
    });
  });
  buffer<std::int64_t> const kept = compact<std::int64_t>(exec, flags.data(), n);
  for_each_chunk(exec, kept.size(), [&](size_type, size_type begin, size_type end) {
    for (size_type r = begin; r < end; ++r) {
      size_type const i = kept.data()[r];
      kept_ids.set(r, ids[i]);
      kept_places.set(r, places.data ? places[i] : i);
    }
  });
  if (!counted) return kept.size();
  *counted = kept.size();
  for (size_type r = kept.size(); r < n; ++r) {
    kept_ids.set(r, 0);
    kept_places.set(r, 0);
  }
  return -1;
}

row_statistics measure_rows(executor const& exec, integers offsets, size_type num_rows) {
  if (num_rows == 0) return {};
  if (!exec.is_host()) return with_cuda([&] { return gpu::measure_rows(exec, offsets, num_rows); });
  std::vector<length_sums> by_chunk(static_cast<std::size_t>(chunks{num_rows}.size()));
  offsets.visit([&](auto const* offsets) {
    for_each_chunk(exec, num_rows, [&](size_type chunk, size_type begin, size_type end) {
      by_chunk[chunk] = sum_lengths(offsets, begin, end);
    });
  });
  length_sums sums;
  for (length_sums const& part : by_chunk) {
    sums.longest = max_of(sums.longest, part.longest);
    sums.empty += part.empty;
    sums.total += part.total;
    sums.squares += part.squares;
    for (std::size_t bin = 0; bin < sums.histogram.size(); ++bin) sums.histogram[bin] += part.histogram[bin];
  }
  double const rows = static_cast<double>(num_rows), mean = static_cast<double>(sums.total) / rows;
  double const variance = max_of(0.0, sums.squares / rows - mean * mean);
  return {sums.longest, sums.empty, mean, std::sqrt(variance), sums.histogram};
}

double nearness(executor const& exec, integers values, size_type n) {
  if (n <= detail::near_samples::window) return 1;
  if (!exec.is_host()) return with_cuda([&] { return gpu::nearness(exec, values, n); });
  auto const samples = detail::near_samples::of(n);
  size_type near = 0;
  values.visit([&](auto const* values) {
    for (size_type i = 0; i < samples.count; ++i) {
      size_type const at = i * samples.step;
      bool found = false;
      for (size_type other = at + 1; other <= at + samples.window && !found; ++other) {
        found = samples.near(values, at, other);
      }
      near += found;
    }
  });
  return static_cast<double>(near) / static_cast<double>(samples.count);
}

pattern_statistics measure_pattern(executor const& exec, integers offsets, size_type num_rows, integers columns,
                                   size_type nnz) {
  if (exec.is_host() || num_rows == 0 || nnz <= detail::near_samples::window) {
    return {measure_rows(exec, offsets, num_rows), nearness(exec, columns, nnz)};
  }
  return with_cuda([&] { return gpu::measure_pattern(exec, offsets, num_rows, columns, nnz); });
}

}  // namespace heddle::primitives
