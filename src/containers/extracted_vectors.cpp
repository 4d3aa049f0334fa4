// extracted_vectors.cpp - the entries of vectors at chosen positions, rows and columns of matrices as vectors, on any
// executor.
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/ops/detail/entries.hpp>

#include "src/containers/vector_forms.hpp"

namespace heddle::detail {

namespace {

// values[from[k]], or one value for all.
template <index_type I>
buffer<byte> gathered(executor const& exec, byte const* values, I const* from, size_type n, std::size_t width) {
  buffer<byte> result(exec, bytes_of(n, width));
  primitives::gather(exec, result.data(), values, from, n, width);
  return result;
}

template <index_type I> buffer<byte> at_positions(byte const* values, std::size_t width, placed_indices<I>& at) {
  executor const& exec = at.exec();
  if (!at.consecutive()) return gathered(exec, values, at.array(), at.count(), width);
  buffer<byte> result(exec, bytes_of(at.count(), width));
  copy_bytes(exec, result.data(), exec, values + at.view().begin * static_cast<size_type>(width), result.bytes());
  return result;
}

template <index_type I> bitmap_form extracted_bitmap(bitmap_form const& u, std::size_t width, placed_indices<I>& at) {
  bitmap_form t{{}, at_positions(u.values.data(), width, at), u.full() ? at.count() : -1};
  if (!u.full()) t.present = at_positions(u.present.data(), 1, at);
  return t;
}

// The places at which `searched` finds an entry, by ascending place: index k and the value of entry from[k].
template <index_type I, index_type O>
sparse_form<I> found_entries(executor const& exec, size_type count, found_entry searched, byte const* values,
                             std::size_t width) {
  buffer<byte> flags(exec, count);
  buffer<O> from(exec, count);
  searched.flags = flags.data();
  searched.from = from.data();
  ops::for_each_index(exec, count, searched);
  sparse_form<I> t;
  t.indices = primitives::compact<I>(exec, flags.data(), count);
  t.nvals = t.indices.size();
  buffer<O> sources(exec, t.nvals);
  primitives::gather(exec, sources.data(), from.data(), t.indices.data(), t.nvals, sizeof(O));
  if (values) t.values = gathered(exec, values, sources.data(), t.nvals, width);
  return t;
}

// The entries of u whose positions are chosen, by the places of these.
template <index_type I>
sparse_form<I> renamed_entries(executor const& exec, sparse_form<I> const& u, std::size_t width,
                               placed_indices<I>& at) {
  buffer<byte> flags(exec, u.nvals);
  buffer<I> places(exec, u.nvals);
  ops::for_each_index(exec, u.nvals, looked_up{u.indices.data(), at.lookup(), true, flags.data(), places.data()});
  auto const kept = primitives::compact<I>(exec, flags.data(), u.nvals);
  sparse_form<I> t;
  t.nvals = kept.size();
  t.sorted = u.sorted && at.ascending();
  t.indices = buffer<I>(exec, t.nvals);
  primitives::gather(exec, t.indices.data(), places.data(), kept.data(), t.nvals, sizeof(I));
  t.values = gathered(exec, u.values.data(), kept.data(), t.nvals, width);
  return t;
}

}  // namespace

template <index_type I>
vector_storage<I> extracted(vector_storage<I> const& u, std::size_t width, placed_indices<I>& at) {
  vector_storage<I> t(at.exec(), at.count(), width);
  if (at.count() == 0) return t;
  bool const listed = u.has_sparse();
  if (u.form() != vector_form::sparse && (!listed || u.nvals() >= at.count())) {
    t.assign(extracted_bitmap(u.bitmap(), width, at));
  } else if (!at.is_list() && u.nvals() / 8 <= at.count()) {
    t.assign(renamed_entries(at.exec(), u.sparse(), width, at));
  } else {
    auto const& from = u.sparse(true);
    found_entry const searched{at.view(), {}, from.indices.data(), from.nvals, 0, nullptr, {}};
    t.assign(found_entries<I, I>(at.exec(), at.count(), searched, from.values.data(), width));
  }
  return t;
}

template <index_type I>
sparse_form<I> with_part(executor const& exec, sparse_form<I> const& u, sparse_form<I> const& p, std::size_t width,
                         placed_indices<I>& at) {
  buffer<byte> flags(exec, u.nvals);
  ops::for_each_index(exec, u.nvals, looked_up{u.indices.data(), at.lookup(), false, flags.data(), {}});
  auto const kept = primitives::compact<I>(exec, flags.data(), u.nvals);
  size_type const before = kept.size();
  auto t = new_list<I>(exec, before + p.nvals, width);
  t.sorted = before == 0 ? p.sorted && at.ascending() : p.nvals == 0 && u.sorted;
  primitives::gather(exec, t.indices.data(), u.indices.data(), kept.data(), before, sizeof(I));
  primitives::gather(exec, t.values.data(), u.values.data(), kept.data(), before, width);
  ops::for_each_index(exec, p.nvals, chosen_position{at.view(), p.indices.data(), t.indices.data() + before});
  copy_bytes(exec, t.values.data() + bytes_of(before, width), exec, p.values.data(), bytes_of(p.nvals, width));
  return t;
}

template <index_type I, index_type O> vector_storage<I> extracted_row(compressed<I, O> const& a, size_type r) {
  executor const& exec = a.exec;
  size_type const first = a.offsets.get(r), n = a.offsets.get(r + 1) - first;
  auto t = new_list<I>(exec, n, a.width);
  copy_bytes(exec, t.indices.data(), exec, a.indices.data() + first, n * sizeof(I));
  if (a.one_value) {
    primitives::fill(exec, t.values.data(), n, a.width, a.one.data());
  } else {
    copy_bytes(exec, t.values.data(), exec, a.values.data() + bytes_of(first, a.width), t.values.bytes());
  }
  vector_storage<I> result(exec, a.minor, a.width);
  result.assign(std::move(t));
  return result;
}

namespace {

// Of rows at(k) the entries in columns first + step x at(k).
template <index_type I, index_type O>
vector_storage<I> found_in_rows(compressed<I, O> const& a, placed_indices<I>& at, size_type first, size_type step) {
  executor const& exec = a.exec;
  found_entry const searched{at.view(), a.offsets.data(), a.indices.data(), a.nnz, first, nullptr, {}, step};
  auto t = found_entries<I, O>(exec, at.count(), searched, a.one_value ? nullptr : a.values.data(), a.width);
  if (a.one_value) {
    t.values = buffer<byte>(exec, bytes_of(t.nvals, a.width));
    primitives::fill(exec, t.values.data(), t.nvals, a.width, a.one.data());
  }
  vector_storage<I> result(exec, at.count(), a.width);
  result.assign(std::move(t));
  return result;
}

}  // namespace

template <index_type I, index_type O>
vector_storage<I> extracted_column(compressed<I, O> const& a, placed_indices<I>& at, size_type j) {
  return found_in_rows(a, at, j, 0);
}

template <index_type I, index_type O>
vector_storage<I> extracted_diagonal(matrix_storage<I, O> const& a, bool transposed, size_type k) {
  auto const& form = a.csr();
  // Of the transpose, diagonal -k of A: bounds first, since -k may not exist.
  size_type const above = transposed ? form.major : form.minor, below = transposed ? form.minor : form.major;
  bool const none = k >= above || k <= -below;
  size_type const of_a = none ? 0 : transposed ? -k : k, begin = max_of<size_type>(-of_a, 0);
  index_set<I> const rows = range(begin, none ? begin : min_of(form.major, form.minor - of_a));
  placed_indices<I> at("diagonal", "I", form.exec, rows, form.major);
  if (at.count() == 0) return vector_storage<I>(form.exec, 0, form.width);
  return found_in_rows(form, at, of_a, 1);
}

#define HEDDLE_INSTANTIATE(I)                                                                                     \
  template vector_storage<I> extracted(vector_storage<I> const&, std::size_t, placed_indices<I>&);                \
  template sparse_form<I> with_part(executor const&, sparse_form<I> const&, sparse_form<I> const&, std::size_t,   \
                                    placed_indices<I>&);                                                          \
  template vector_storage<I> extracted_row(compressed<I, std::int32_t> const&, size_type);                        \
  template vector_storage<I> extracted_row(compressed<I, std::int64_t> const&, size_type);                        \
  template vector_storage<I> extracted_diagonal(matrix_storage<I, std::int32_t> const&, bool, size_type);         \
  template vector_storage<I> extracted_diagonal(matrix_storage<I, std::int64_t> const&, bool, size_type);         \
  template vector_storage<I> extracted_column(compressed<I, std::int32_t> const&, placed_indices<I>&, size_type); \
  template vector_storage<I> extracted_column(compressed<I, std::int64_t> const&, placed_indices<I>&, size_type);
#include "src/each_index.hpp"

}  // namespace heddle::detail
