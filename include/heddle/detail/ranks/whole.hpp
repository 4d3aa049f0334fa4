// whole.hpp - all rows of a matrix at rank 0, or at every rank, in the memory where that works.
#pragma once
#include <cstring>
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/ranks/parts.hpp>
#include <heddle/distributed/ranks/dealing.hpp>
#include <heddle/distributed/ranks/group.hpp>
#include <heddle/matrix.hpp>
#include <heddle/ops/detail/indices.hpp>
#include <limits>
#include <numeric>

namespace heddle::detail {

/// Whether rank 0 has twice so many bytes left, as all ranks know then.
bool first_rank_has_room(distributed::member& m, double bytes);

/// The value of every entry of every rank, where there is such a one.
template <class T, index_type I, index_type O>
std::optional<T> one_value_of_all(distributed::member& m, compressed<I, O> const& rows) {
  if (m.sum_of_all(rows.one_value || rows.nnz == 0 ? 0 : 1) > 0) return std::nullopt;
  auto const ones = m.all_gather({rows.one.data(), rows.nnz > 0 ? rows.one.size() : 0});
  std::span<primitives::byte const> first;
  for (int r = 0; r < m.ranks(); ++r) {
    auto const one = ones.of(r);
    if (first.empty()) first = one;
    if (!one.empty() && std::memcmp(one.data(), first.data(), one.size()) != 0) return std::nullopt;
  }
  T one = one_of<T>();
  if (!first.empty()) std::memcpy(&one, first.data(), min_of(first.size(), sizeof(T)));
  return one;
}

/// The matrix whose rows of a rank are given, at ranks below `end`; without rows at others. Ranks have ascending rows,
/// so that arrays stand there one behind the other as they come. Throws index_overflow where offsets cannot count the
/// entries.
template <class T, index_type I, index_type O>
matrix<T, I, O> whole_at_ranks(distributed::member& m, int end, distributed::dealing const& by,
                               matrix<T, I, O> const& part) {
  auto const& exec = m.exec();
  auto const& rows = storage_of(part).csr();
  size_type const n = by.size();
  auto const told = m.agree(rows.nnz);
  std::vector<size_type> const counts(told.begin(), told.end());
  auto const total = std::accumulate(counts.begin(), counts.end(), size_type{0});
  if (total > std::numeric_limits<O>::max()) {
    throw index_overflow(concat("distributed matrix: ", total, " entries at one rank need 64-bit offsets"));
  }
  auto const one = one_value_of_all<T>(m, rows);
  bool const takes = m.rank() < end;
  buffer<O> offsets(exec, takes ? n + 1 : 0), came(exec, takes ? n + m.ranks() : 0);
  buffer<I> indices(exec, takes ? total : 0);
  buffer<T> values(exec, takes && !one ? total : 0), own(exec, !one && rows.one_value ? rows.nnz : 0);
  if (own.size() > 0) primitives::fill(exec, own.data(), rows.nnz, sizeof(T), rows.one.data());
  exchanged_arrays arrays;
  for (int r = 0; r < end; ++r) {
    arrays.send(r, rows.offsets.data(), rows.major + 1);
    arrays.send(r, rows.indices.data(), rows.nnz);
    if (!one) arrays.send(r, own.size() > 0 ? own.data() : typed<T>(rows.values), rows.nnz);
  }
  size_type before = 0;
  for (int r = 0; takes && r < m.ranks(); ++r) {
    size_type const count = counts[static_cast<std::size_t>(r)];
    arrays.await(r, came.data() + by.begin(r) + r, by.size_of(r) + 1);
    arrays.await(r, indices.data() + before, count);
    if (!one) arrays.await(r, values.data() + before, count);
    before += count;
  }
  m.exchange(exec, arrays.out, arrays.in);
  if (!takes) return matrix<T, I, O>(0, part.cols(), exec);
  before = 0;
  for (int r = 0; r < m.ranks(); ++r) {
    chosen_position const shifted{{before, 1, {}}, came.data() + by.begin(r) + r, offsets.data() + by.begin(r)};
    ops::for_each_index(exec, by.size_of(r) + 1, shifted);
    before += counts[static_cast<std::size_t>(r)];
  }
  csr_buffers<T, I, O> all{n, part.cols(), std::move(offsets), std::move(indices), std::move(values)};
  if (one) all.one = *one;
  return matrix<T, I, O>::adopt_csr(std::move(all));
}

/// The same at every rank; the part of an only rank is the whole, and is not copied. It is there as long as somebody
/// has `kept`.
template <class T, index_type I, index_type O>
matrix<T, I, O> const& whole_of(distributed::member& m, distributed::dealing const& by, matrix<T, I, O> const& part,
                                std::shared_ptr<matrix<T, I, O> const>& kept) {
  if (m.ranks() == 1) return part;
  int const end = m.shares_memory() ? 1 : m.ranks();
  if (auto whole = whole_at_ranks(m, end, by, part); m.rank() < end) {
    kept = std::make_shared<matrix<T, I, O>>(std::move(whole));
  }
  if (m.shares_memory()) kept = of_first_rank(m, std::move(kept));
  return *kept;
}

}  // namespace heddle::detail
