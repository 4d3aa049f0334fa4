// vector.hpp - a sparse, bitmap or dense vector on an executor; forms switch by density on their own.
#pragma once
#include <algorithm>
#include <heddle/base/converted.hpp>
#include <heddle/base/mask.hpp>
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/detail/storage/matrix_arrays.hpp>
#include <heddle/entries.hpp>
#include <heddle/scalar.hpp>
#include <initializer_list>
#include <span>
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
  static_assert(element<T>, "heddle: elements must be trivially copyable, with a default");

 public:
  using value_type = T;
  using index = Index;

  /// A vector without entries. Throws invalid_argument for a negative size, index_overflow where Index is too small.
  explicit vector(size_type size = 0, executor exec = detail::usual_executor())
      : storage_(std::move(exec), size, sizeof(T)) {}

  /// Does not compile: `dense` makes a vector of values.
  template <class Range>
  requires requires(Range const& values) { values.begin(); }
  explicit vector(Range const&, executor exec = detail::usual_executor())
      : vector(detail::says_of_dense<Range>() ? 1 : 0, std::move(exec)) {}

  /// Every position has the same value.
  [[nodiscard]] static vector filled(size_type size, T value, executor exec = detail::usual_executor()) {
    vector result(size, std::move(exec));
    result.fill(value);
    return result;
  }
  /// Does not compile: an integer would be filled with the whole part of a floating-point number.
  template <class Value>
  requires detail::truncates<Value, T>
  static vector filled(size_type size, Value, executor exec = detail::usual_executor()) {
    return vector(detail::keeps_values<Value, T>() ? size : 0, std::move(exec));
  }

  /// Every position has an entry: values[i] at i. `values` is any range of host memory; does not compile where T is an
  /// integer and they are floating-point numbers.
  template <class Range = std::initializer_list<T>>
  [[nodiscard]] static vector dense(Range const& values, executor exec = detail::usual_executor()) {
    using value = detail::value_of_range<Range>;
    (void)detail::keeps_values<value, T>();
    std::size_t const n = std::size(values);
    auto host = std::make_unique<T[]>(n);
    std::transform(std::begin(values), std::end(values), host.get(),
                   [](value const& v) { return detail::converted<T>(v); });
    vector result(static_cast<size_type>(n), exec);
    detail::bitmap_form form;
    form.values = buffer<detail::byte>(exec, bytes_of(host.get(), n));
    form.nvals = static_cast<size_type>(n);
    result.storage_.assign(std::move(form));
    return result;
  }

  /// Entries (index[k], value[k]) in any order. Duplicates are combined in order by `duplicate`, or are an error where
  /// that is `no_duplicates`. The executor sorts; of positions that come more than once it combines the values where it
  /// has a kernel of the operator, else the host does. Throws index_out_of_range naming the entry, invalid_argument
  /// where lengths differ, and naming two entries of one position. Work O(n bits of a position).
  template <class Duplicate, class Toolchain = ops::tuples_detail::toolchain>
  [[nodiscard]] static vector build(size_type size, std::vector<Index> const& index, std::vector<T> const& value,
                                    Duplicate duplicate, executor exec = detail::usual_executor());
  /// Does not compile: an operator for duplicates is missing; positions or values of other types.
  template <class Value = T> static vector build(size_type size, std::vector<Index> const&, std::vector<Value> const&) {
    return vector(detail::says_of_duplicates<Value>() ? size : 0);
  }
  template <class Position = Index, class Value = T, class Duplicate>
  requires(!std::is_same_v<Position, Index> || !std::is_same_v<Value, T>) static vector
      build(size_type size, std::vector<Position> const&, std::vector<Value> const&, Duplicate,
            executor exec = detail::usual_executor()) {
    return vector(detail::builds_of<Index, T, Value, Position>() ? size : 0, std::move(exec));
  }

  /// The same from arrays that are in the memory of `exec`. They are only read, and nothing of them is kept.
  template <class Duplicate, class Toolchain = ops::tuples_detail::toolchain>
  [[nodiscard]] static vector build(list_arrays<T, Index> const& entries, Duplicate duplicate, executor exec);

  /// Adopts dense values of the executor's memory without copy: `values` must outlive the vector; `release`, if given,
  /// is called instead of freeing them, when the work given to the executor is done (it waits for that, so not while a
  /// stream is being recorded). Results in which every position has an entry are written there, by whatever operation,
  /// and so are set(), remove() and fill(). The vector lets go of the memory, and calls `release`, with a result that
  /// is a list: an operation on lists gives one, and on the host any that leaves less than one entry in 16 positions;
  /// with a bitmap that lacks entries, where the operation made it aside, as products, ewise_* and select do; and at
  /// clear, resize, release_dense, `=`, a move and its end. Whether it has: stays_adopted().
  [[nodiscard]] static vector adopt(executor exec, T* values, size_type size, std::function<void()> release = {}) {
    vector result(size, exec);
    detail::bitmap_form form;
    size_type const bytes = detail::bytes_of(size, sizeof(T));
    form.values = buffer<detail::byte>::adopt(exec, reinterpret_cast<detail::byte*>(values), bytes, std::move(release));
    form.nvals = size;
    result.storage_.assign(std::move(form));
    return result;
  }

  /// Takes over dense values: one for each position.
  [[nodiscard]] static vector adopt(buffer<T>&& values) {
    vector result(values.size(), values.exec());
    detail::bitmap_form form;
    form.nvals = values.size();
    form.values = std::move(values).to_bytes();
    result.storage_.assign(std::move(form));
    return result;
  }
  /// Takes over a list of entries by ascending position, no two at one; with `check` that is looked at. Throws
  /// invalid_argument and index_out_of_range naming the entry, executor_mismatch; the buffers are then what they were.
  [[nodiscard]] static vector adopt(list_buffers<T, Index>&& entries, array_check check = array_check::trusted);

  /// Gives the values away, adopted ones with their `release`; the vector has its size and no entries afterwards.
  /// Throws invalid_argument unless every position has an entry.
  [[nodiscard]] buffer<T> release_dense() {
    detail::require_unrecorded(exec(), "vector::release_dense");
    return buffer<T>::from_bytes(storage_.take_full());
  }
  /// Gives the entries away by ascending position; the vector has its size and no entries afterwards.
  [[nodiscard]] list_buffers<T, Index> release_list() {
    detail::require_unrecorded(exec(), "vector::release_list");
    auto form = storage_.take_sparse();
    return {size(), std::move(form.indices), buffer<T>::from_bytes(std::move(form.values))};
  }

  executor const& exec() const { return storage_.exec(); }
  size_type size() const { return storage_.size(); }
  /// Number of entries. Reads back from a GPU when the last operation left it open.
  size_type nvals() const {
    detail::require_unrecorded(exec(), "vector::nvals");
    return storage_.nvals();
  }
  vector_form form() const { return storage_.form(); }
  /// Whether entries lie in memory that was adopted: false for a copy, and once the vector has let go of it.
  bool stays_adopted() const { return storage_.stays_adopted(); }

  /// Work O(log(entries)) where they are listed, on a GPU where few are, each step of it read back; else that of making
  /// a bitmap, once.
  [[nodiscard]] std::optional<T> get(size_type i) const {
    detail::require_unrecorded(exec(), "vector::get");
    T value;
    return storage_.get(i, &value) ? std::optional<T>(value) : std::nullopt;
  }
  /// Work O(1) in a bitmap or a dense vector, and in a list of more than one entry in 65,536 positions that of making a
  /// bitmap, O(size), once. In a shorter list O(log(entries)) where there is an entry, else O(entries). Neither get()
  /// nor, on the host, nvals() costs more behind it; on a GPU nvals() counts, O(size). Other forms that readers had
  /// made are dropped: tuples() and entries() of a bitmap cost O(size) behind it.
  void set(size_type i, T value) {
    detail::require_unrecorded(exec(), "vector::set");
    storage_.set(i, &value);
  }
  /// An integer of a floating-point number: as everywhere (docs/semirings.md, "Conversions").
  template <class Value>
  requires detail::truncates<Value, T>
  void set(size_type i, Value value) { set(i, detail::converted<T>(value)); }
  /// What the scalar holds; where it is empty the entry is removed.
  void set(size_type i, scalar<T> const& value) {
    std::optional<T> const held = value.value();
    held ? set(i, *held) : remove(i);
  }
  /// Costs what set() does; of a dense vector O(size), once.
  void remove(size_type i) {
    detail::require_unrecorded(exec(), "vector::remove");
    storage_.remove(i);
  }
  void clear() { storage_.clear(); }
  /// Entries at and beyond the new size are dropped. A list stays a list; a bitmap or dense vector stays one or, where
  /// it grows by far, becomes a list. Work O(entries), or of those O(size).
  void resize(size_type size) {
    detail::require_unrecorded(exec(), "vector::resize");
    storage_.resize(size);
  }
  void fill(T value) {
    auto draft = storage_.draft_full();
    primitives::fill(exec(), draft.values, size(), sizeof(T), &value);
    storage_.keep(std::move(draft));
  }
  template <class Value>
  requires detail::truncates<Value, T>
  void fill(Value value) { fill(detail::converted<T>(value)); }

  [[nodiscard]] vector_tuples<T, Index> tuples() const;
  /// for (auto [i, value] : v.entries()): see entries.hpp. On the host without copy, where a list is not out of order;
  /// from a GPU the vector is copied once. The range of a temporary takes its entries over.
  [[nodiscard]] vector_entries<T, Index> entries() const& {
    detail::require_unrecorded(exec(), "vector::entries");
    return vector_entries<T, Index>(storage_);
  }
  [[nodiscard]] vector_entries<T, Index> entries() && {
    detail::require_unrecorded(exec(), "vector::entries");
    return vector_entries<T, Index>(std::move(storage_));
  }
  void entries() const&& = delete;
  /// The values as they stand in the executor's memory, v(i) at i, to be read until the vector changes. Throws
  /// invalid_argument unless every position has an entry (see to_dense). Work O(1), or once O(size) of a list.
  [[nodiscard]] std::span<T const> values() const&;
  void values() const&& = delete;
  /// One value a position, `missing` where there is no entry.
  [[nodiscard]] std::vector<T> to_dense(T missing) const;
  [[nodiscard]] vector to(executor const& exec) const { return vector(storage_.to(exec)); }

  /// Same size, entries at the same positions, and values that are equal. On any executors; from a GPU both are copied
  /// to the host. Work O(size), or O(entries) of lists.
  friend bool operator==(vector const& a, vector const& b) requires std::equality_comparable<T> {
    if (a.size() != b.size()) return false;
    auto const left = a.entries(), right = b.entries();
    return left.size() == right.size() && std::equal(left.begin(), left.end(), right.begin());
  }

  // The forms, for the library itself: see vector_storage.hpp.
  friend detail::vector_storage<Index> const& storage_of(vector const& v) { return v.storage_; }
  friend detail::vector_storage<Index>& storage_of(vector& v) { return v.storage_; }

 private:
  explicit vector(detail::vector_storage<Index> storage) : storage_(std::move(storage)) {}
  static std::span<detail::byte const> bytes_of(T const* values, std::size_t n) {
    return {reinterpret_cast<detail::byte const*>(values), n * sizeof(T)};
  }

  detail::vector_storage<Index> storage_;
};

template <class T, index_type Index>
template <class Duplicate, class Toolchain>
vector<T, Index> vector<T, Index>::build(list_arrays<T, Index> const& entries, Duplicate duplicate, executor exec) {
  vector result(entries.size, exec);
  size_type const n = entries.nvals;
  if (n < 0 || (n > 0 && (!entries.indices || !entries.values))) {
    throw invalid_argument(detail::concat("vector::build: ", n, " entries, or there are no indices, or no values"));
  }
  constexpr bool repeats = !std::is_same_v<Duplicate, no_duplicates_type>;
  detail::tuple_positions<Index> const at{1, entries.size, n, nullptr, entries.indices};
  auto const* const values = reinterpret_cast<detail::byte const*>(entries.values);
  auto ordered = detail::order_tuples("vector::build", exec, at, values, sizeof(T), repeats, {});
  detail::sparse_form<Index> form;
  form.values = ops::tuples_detail::combined_values(exec, ordered, entries.values, duplicate, n).to_bytes();
  form.indices = std::move(ordered.indices);
  form.nvals = ordered.positions;
  result.storage_.assign(std::move(form));
  return result;
}

template <class T, index_type Index>
template <class Duplicate, class Toolchain>
vector<T, Index> vector<T, Index>::build(size_type size, std::vector<Index> const& index, std::vector<T> const& value,
                                         Duplicate duplicate, executor exec) {
  if (index.size() != value.size()) {
    throw invalid_argument(detail::concat("vector::build: ", index.size(), " indices but ", value.size(), " values"));
  }
  detail::array_on<Index> const indices(exec, index);
  detail::array_on<T> const values(exec, value);
  list_arrays<T, Index> const there{size, static_cast<size_type>(index.size()), indices.data(), values.data()};
  return build<Duplicate, Toolchain>(there, duplicate, exec);
}

template <class T, index_type Index>
vector<T, Index> vector<T, Index>::adopt(list_buffers<T, Index>&& entries, array_check check) {
  executor const exec = entries.indices.exec();
  vector result(entries.size, exec);
  size_type const n = entries.indices.size();
  if (entries.values.size() != n) {
    throw invalid_argument(detail::concat("vector::adopt: ", n, " indices but ", entries.values.size(), " values"));
  }
  detail::require_on(exec, entries.values);
  if (check == array_check::checked) {
    detail::require_ascending<Index>("vector::adopt", exec, {1, entries.size, n, nullptr, entries.indices.data()});
  }
  detail::sparse_form<Index> form;
  form.nvals = n;
  form.indices = std::move(entries.indices);
  form.values = std::move(entries.values).to_bytes();
  result.storage_.assign(std::move(form));
  return result;
}

template <class T, index_type Index> vector_tuples<T, Index> vector<T, Index>::tuples() const {
  detail::require_unrecorded(exec(), "vector::tuples");
  auto const& form = storage_.sparse(true);
  auto const n = static_cast<std::size_t>(form.nvals);
  return {detail::host_copy<Index>(exec(), form.indices.data(), n),
          detail::host_copy<T>(exec(), form.values.data(), n)};
}

template <class T, index_type Index> std::span<T const> vector<T, Index>::values() const& {
  detail::require_unrecorded(exec(), "vector::values");
  if (nvals() != size()) {
    throw invalid_argument(detail::concat("vector::values: ", nvals(), " of ", size(),
                                          " positions have an entry, so there are no values of all; to_dense(missing) "
                                          "gives the others one"));
  }
  return {reinterpret_cast<T const*>(storage_.bitmap().values.data()), static_cast<std::size_t>(size())};
}

template <class T, index_type Index> std::vector<T> vector<T, Index>::to_dense(T missing) const {
  detail::require_unrecorded(exec(), "vector::to_dense");
  auto const& form = storage_.bitmap();
  auto const n = static_cast<std::size_t>(size());
  // At once where it is wanted: twice may not fit.
  if (form.full()) return detail::host_copy<T>(exec(), form.values.data(), n);
  auto const values = std::make_unique<T[]>(n);
  detail::copy_bytes(executor{}, values.get(), exec(), form.values.data(), n * sizeof(T));
  auto const present = detail::host_copy<detail::byte>(exec(), form.present.data(), n);
  std::vector<T> result(n, missing);
  for (std::size_t i = 0; i < n; ++i) {
    if (present[i]) result[i] = values[i];  // what stands elsewhere may be no value of T
  }
  return result;
}

}  // namespace heddle
