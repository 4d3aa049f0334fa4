// vector.hpp - a sparse, bitmap or dense vector on an executor; forms switch by density on their own.
#pragma once
#include <algorithm>
#include <heddle/entries.hpp>
#include <heddle/mask.hpp>
#include <heddle/recorder.hpp>
#include <heddle/vector_storage.hpp>
#include <initializer_list>
#include <numeric>
#include <vector>

namespace heddle {

/// Entries of a vector in host memory, by ascending position.
template <class T, class Index = std::int32_t> struct vector_tuples {
  std::vector<Index> index;
  std::vector<T> value;
};

/// A vector of `size` positions of which some have an entry. Copies are deep. A const vector may be read from several
/// threads. Element access reads back from a GPU and is meant for single entries.
template <class T, index_type Index = std::int32_t> class vector {
  static_assert(element<T>, "elements must be trivially copyable, with a default");

 public:
  using value_type = T;
  using index = Index;

  /// A vector without entries. Throws invalid_argument for a negative size, index_overflow where Index is too small.
  explicit vector(size_type size = 0, executor exec = {}) : storage_(std::move(exec), size, sizeof(T)) {}

  /// Every position has the same value.
  [[nodiscard]] static vector filled(size_type size, T value, executor exec = {}) {
    vector result(size, std::move(exec));
    result.fill(value);
    return result;
  }

  /// Every position has an entry: values[i] at i. `values` is any range of host memory.
  template <class Range = std::initializer_list<T>>
  [[nodiscard]] static vector dense(Range const& values, executor exec = {}) {
    std::size_t const n = std::size(values);
    auto host = std::make_unique<T[]>(n);
    std::copy(std::begin(values), std::end(values), host.get());
    vector result(static_cast<size_type>(n), exec);
    detail::bitmap_form form;
    form.values = buffer<detail::byte>(exec, bytes_of(host.get(), n));
    form.nvals = static_cast<size_type>(n);
    result.storage_.assign(std::move(form));
    return result;
  }

  /// Entries (index[k], value[k]) in any order. Duplicates are combined in order by `duplicate`.
  /// Throws index_out_of_range naming the entry, invalid_argument where lengths differ.
  template <class Duplicate>
  [[nodiscard]] static vector build(size_type size, std::vector<Index> const& index, std::vector<T> const& value,
                                    Duplicate duplicate, executor exec = {});

  /// Adopts dense values of the executor's memory without copy: `values` must outlive the vector; `release`, if given,
  /// is called instead of freeing them, when the work given to the executor is done (it waits for that, so not while a
  /// stream is being recorded). Results in which every position has an entry are written there, by whatever operation;
  /// one with few entries is kept as a list, which lets go of the memory and calls `release`.
  [[nodiscard]] static vector adopt(executor exec, T* values, size_type size, std::function<void()> release = {}) {
    vector result(size, exec);
    detail::bitmap_form form;
    size_type const bytes = detail::bytes_of(size, sizeof(T));
    form.values = buffer<detail::byte>::adopt(exec, reinterpret_cast<detail::byte*>(values), bytes, std::move(release));
    form.nvals = size;
    result.storage_.assign(std::move(form));
    return result;
  }

  executor const& exec() const { return storage_.exec(); }
  size_type size() const { return storage_.size(); }
  /// Number of entries. Reads back from a GPU when the last operation left it open.
  size_type nvals() const {
    detail::require_unrecorded(exec(), "vector::nvals");
    return storage_.nvals();
  }
  vector_form form() const { return storage_.form(); }

  /// Work O(log(entries)) where they are listed, on a GPU where few are, each step of it read back; else that of making
  /// a bitmap, once.
  [[nodiscard]] std::optional<T> get(size_type i) const {
    detail::require_unrecorded(exec(), "vector::get");
    T value;
    return storage_.get(i, &value) ? std::optional<T>(value) : std::nullopt;
  }
  void set(size_type i, T value) {
    detail::require_unrecorded(exec(), "vector::set");
    storage_.set(i, &value);
  }
  void remove(size_type i) {
    detail::require_unrecorded(exec(), "vector::remove");
    storage_.remove(i);
  }
  void clear() { storage_.clear(); }
  /// Entries at and beyond the new size are dropped.
  void resize(size_type size) { storage_.resize(size); }
  void fill(T value) {
    auto draft = storage_.draft_full();
    primitives::fill(exec(), draft.values, size(), sizeof(T), &value);
    storage_.keep(std::move(draft));
  }

  [[nodiscard]] vector_tuples<T, Index> tuples() const;
  /// for (auto [i, value] : v.entries()): see entries.hpp. On the host without copy, where a list is not out of order,
  /// so a temporary has none; from a GPU the vector is copied once.
  [[nodiscard]] vector_entries<T, Index> entries() const& {
    detail::require_unrecorded(exec(), "vector::entries");
    return vector_entries<T, Index>(storage_);
  }
  void entries() const&& = delete;
  /// One value a position, `missing` where there is no entry.
  [[nodiscard]] std::vector<T> to_dense(T missing) const;
  [[nodiscard]] vector to(executor const& exec) const { return vector(storage_.to(exec)); }

  /// The forms themselves, for operations and for kernels of the user's own: see vector_storage.hpp.
  detail::vector_storage<Index> const& storage() const { return storage_; }
  detail::vector_storage<Index>& storage() { return storage_; }

 private:
  explicit vector(detail::vector_storage<Index> storage) : storage_(std::move(storage)) {}
  static std::span<detail::byte const> bytes_of(T const* values, std::size_t n) {
    return {reinterpret_cast<detail::byte const*>(values), n * sizeof(T)};
  }

  detail::vector_storage<Index> storage_;
};

template <class T, index_type Index>
template <class Duplicate>
vector<T, Index> vector<T, Index>::build(size_type size, std::vector<Index> const& index, std::vector<T> const& value,
                                         Duplicate duplicate, executor exec) {
  if (index.size() != value.size()) {
    throw invalid_argument(detail::concat("vector::build: ", index.size(), " indices but ", value.size(), " values"));
  }
  for (std::size_t k = 0; k < index.size(); ++k) {
    if (index[k] < 0 || index[k] >= size) {
      throw index_out_of_range(detail::concat("vector::build: entry ", k, " has index ", index[k], " of ", size));
    }
  }
  std::vector<std::size_t> order(index.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return index[a] < index[b]; });
  std::vector<Index> indices;
  auto values = std::make_unique<T[]>(index.size());
  for (std::size_t k : order) {
    if (!indices.empty() && indices.back() == index[k]) {
      values[indices.size() - 1] = duplicate(values[indices.size() - 1], T(value[k]));
    } else {
      values[indices.size()] = value[k];
      indices.push_back(index[k]);
    }
  }
  vector result(size, exec);
  detail::sparse_form<Index> form;
  form.nvals = static_cast<size_type>(indices.size());
  form.values = buffer<detail::byte>(exec, bytes_of(values.get(), indices.size()));
  form.indices = buffer<Index>(exec, std::span<Index const>(indices));
  result.storage_.assign(std::move(form));
  return result;
}

template <class T, index_type Index> vector_tuples<T, Index> vector<T, Index>::tuples() const {
  detail::require_unrecorded(exec(), "vector::tuples");
  auto const& form = storage_.sparse(true);
  vector_tuples<T, Index> result;
  result.index.resize(form.nvals);
  detail::copy_bytes(executor{}, result.index.data(), exec(), form.indices.data(), form.nvals * sizeof(Index));
  auto values = std::make_unique<T[]>(form.nvals);
  detail::copy_bytes(executor{}, values.get(), exec(), form.values.data(), form.nvals * sizeof(T));
  result.value.assign(values.get(), values.get() + form.nvals);
  return result;
}

template <class T, index_type Index> std::vector<T> vector<T, Index>::to_dense(T missing) const {
  detail::require_unrecorded(exec(), "vector::to_dense");
  auto const& form = storage_.bitmap();
  auto values = std::make_unique<T[]>(size());
  detail::copy_bytes(executor{}, values.get(), exec(), form.values.data(), size() * sizeof(T));
  if (form.full()) return std::vector<T>(values.get(), values.get() + size());
  std::vector<detail::byte> present(size());
  detail::copy_bytes(executor{}, present.data(), exec(), form.present.data(), present.size());
  std::vector<T> result(size(), missing);
  for (std::size_t i = 0; i < present.size(); ++i) {
    if (present[i]) result[i] = values[i];  // what stands elsewhere may be no value of T
  }
  return result;
}

}  // namespace heddle
