// matrix.hpp - a sparse matrix on an executor: CSR, CSC and COO side by side, made on demand.
#pragma once
#include <heddle/entries.hpp>
#include <heddle/host/parallel_for.hpp>
#include <heddle/mask.hpp>
#include <heddle/matrix_storage.hpp>
#include <memory>
#include <optional>
#include <vector>

namespace heddle {

/// Entries of a matrix in host memory, by rows, then columns.
template <class T, class Index = std::int32_t> struct matrix_tuples {
  std::vector<Index> row, col;
  std::vector<T> value;
};

/// Host or device arrays of a CSR matrix. `values` null: every entry is `one`.
template <class T, class Index, class Offset> struct csr_arrays {
  size_type rows = 0, cols = 0, nnz = 0;
  Offset const* offsets = nullptr;
  Index const* indices = nullptr;
  T const* values = nullptr;
  T one = detail::one_of<T>();
};

/// A rows x cols matrix of which some positions have an entry. Copies share the (immutable) forms and are cheap.
/// `Index` numbers rows and columns, `Offset` entries; what passes 2^31 in a 32-bit type throws index_overflow.
/// A const matrix may be read from several threads.
template <class T, index_type Index = std::int32_t, index_type Offset = std::int32_t> class matrix {
  static_assert(element<T>, "elements must be trivially copyable, with a default");

 public:
  using value_type = T;
  using index = Index;
  using offset = Offset;
  using storage_type = detail::matrix_storage<Index, Offset>;

  /// A matrix without entries.
  explicit matrix(size_type rows = 0, size_type cols = 0, executor exec = {})
      : storage_(std::move(exec), rows, cols, sizeof(T)) {}

  /// From tuples in any order; entries of one position are combined in order by `duplicate`. An empty `value` makes a
  /// pattern matrix in which every entry is `one` and no array of values is stored (duplicates then stay `one`).
  /// `duplicate` may be called by several threads, for different positions. Throws index_out_of_range naming the first
  /// entry that lies outside; invalid_argument where lengths differ.
  template <class Duplicate>
  [[nodiscard]] static matrix build(size_type rows, size_type cols, std::vector<Index> const& row,
                                    std::vector<Index> const& col, std::vector<T> const& value, Duplicate duplicate,
                                    executor exec = {}, T one = detail::one_of<T>());

  /// From CSR arrays in host memory, by copy. Throws where they are not a CSR matrix with ascending columns.
  [[nodiscard]] static matrix from_csr(csr_arrays<T, Index, Offset> const& arrays, executor exec = {}) {
    matrix result(arrays.rows, arrays.cols, exec);
    detail::check_compressed(arrays.rows, arrays.cols, arrays.offsets, arrays.indices, arrays.nnz);
    auto form = result.new_form(arrays.nnz, arrays.values == nullptr, arrays.one);
    form->offsets = buffer<Offset>(exec, std::span(arrays.offsets, arrays.rows + 1));
    form->indices = buffer<Index>(exec, std::span(arrays.indices, arrays.nnz));
    if (arrays.values) form->values = buffer<detail::byte>(exec, bytes_of(arrays.values, arrays.nnz));
    result.storage_.assign(std::move(form));
    return result;
  }

  /// Adopts CSR arrays of the executor's memory without copy; they must outlive the matrix and its copies and are not
  /// checked. `release`, if given, is called when the last copy is gone and the work given to the executor is done. The
  /// arrays must not change meanwhile, since what is made of them (columns, plans, statistics) is kept; to change
  /// values adopt them anew.
  [[nodiscard]] static matrix adopt_csr(csr_arrays<T, Index, Offset> const& arrays, executor exec,
                                        std::function<void()> release = {}) {
    matrix result(arrays.rows, arrays.cols, exec);
    auto form = result.new_form(arrays.nnz, arrays.values == nullptr, arrays.one);
    size_type const bytes = detail::bytes_of(arrays.nnz, sizeof(T));
    form->offsets = buffer<Offset>::adopt(exec, const_cast<Offset*>(arrays.offsets), arrays.rows + 1, release);
    form->indices = buffer<Index>::adopt(exec, const_cast<Index*>(arrays.indices), arrays.nnz);
    if (arrays.values) {
      auto* values = reinterpret_cast<detail::byte*>(const_cast<T*>(arrays.values));
      form->values = buffer<detail::byte>::adopt(exec, values, bytes);
    }
    result.storage_.assign(std::move(form));
    return result;
  }

  executor const& exec() const { return storage_.exec(); }
  size_type rows() const { return storage_.rows(); }
  size_type cols() const { return storage_.cols(); }
  size_type nnz() const { return storage_.nnz(); }
  /// Every position has an entry, so the values are a dense row-major array.
  bool is_full() const {
    if (rows() == 0 || cols() == 0) return true;
    return nnz() % cols() == 0 && nnz() / cols() == rows();
  }

  [[nodiscard]] std::optional<T> get(size_type row, size_type col) const {
    T value;
    return storage_.get(row, col, &value) ? std::optional<T>(value) : std::nullopt;
  }
  void set(size_type row, size_type col, T value) { storage_.set(row, col, &value); }
  void remove(size_type row, size_type col) { storage_.remove(row, col); }
  void clear() { storage_.clear(); }
  /// Entries outside the new shape are dropped.
  void resize(size_type rows, size_type cols) { storage_.resize(rows, cols); }

  /// A promise by the caller that A = A^T, values included: then CSC is CSR and no second form is made.
  matrix& assume_symmetric(bool symmetric = true) {
    if (symmetric && rows() != cols()) {
      throw dimension_mismatch(detail::concat("assume_symmetric: A is ", rows(), " x ", cols()));
    }
    storage_.set_symmetric(symmetric);
    return *this;
  }

  /// Views of the entries, good until the matrix changes or goes: a temporary has none.
  compressed_view<T, Index, Offset> csr() const& { return storage_.csr().template view<T>(); }
  /// By columns: `major` counts columns.
  compressed_view<T, Index, Offset> csc() const& { return storage_.csc().template view<T>(); }

  /// Row and column of every entry; the rows are made on demand and kept.
  coordinate_view<T, Index> coo() const& {
    auto const& form = storage_.csr();
    return {rows(), cols(), form.nnz, form.rows().data(), form.indices.data(), form.template view<T>().values};
  }
  void csr() const&& = delete;
  void csc() const&& = delete;
  void coo() const&& = delete;

  [[nodiscard]] matrix_tuples<T, Index> tuples() const;
  /// for (auto [i, j, value] : A.entries()): see entries.hpp. On the host without copy; from a GPU the entries are
  /// copied once.
  [[nodiscard]] matrix_entries<T, Index, Offset> entries() const {
    auto form = storage_.share_csr();
    if (!exec().is_host()) form = detail::moved_to(*form, executor{});
    return matrix_entries<T, Index, Offset>(std::move(form));
  }
  [[nodiscard]] matrix to(executor const& exec) const { return matrix(storage_.to(exec)); }
  /// A^T as a matrix of its own; shares forms, moves no entries when the other form is there.
  [[nodiscard]] matrix transposed() const { return matrix(storage_.transpose()); }

  storage_type const& storage() const { return storage_; }
  storage_type& storage() { return storage_; }

  /// An empty form of this shape to be filled and handed to storage().assign: for operations.
  std::shared_ptr<typename storage_type::form> new_form(size_type nnz, bool one_value = false, T one = T{}) const {
    if (nnz > std::numeric_limits<Offset>::max()) {
      throw index_overflow(detail::concat("matrix: ", nnz, " entries need 64-bit offsets, use matrix<T, ",
                                          sizeof(Index) == 4 ? "std::int32_t" : "std::int64_t", ", std::int64_t>"));
    }
    auto form = std::make_shared<typename storage_type::form>();
    form->exec = exec();
    form->major = rows();
    form->minor = cols();
    form->nnz = nnz;
    form->width = sizeof(T);
    form->one_value = one_value;
    if (one_value) {
      auto const* bytes = reinterpret_cast<detail::byte const*>(&one);
      form->one.assign(bytes, bytes + sizeof(T));
    }
    return form;
  }

 private:
  explicit matrix(storage_type storage) : storage_(std::move(storage)) {}
  static std::span<detail::byte const> bytes_of(T const* values, std::size_t n) {
    return {reinterpret_cast<detail::byte const*>(values), n * sizeof(T)};
  }

  storage_type storage_;
};

/// A^T as an operand: mxv(w, semiring, transpose(A), u). Nothing is moved before the operation asks for the form.
/// Refers to the matrix, which must outlive it: a temporary's does not compile (transposed() is a matrix of its own).
template <class Matrix> struct transpose_of { Matrix const* matrix; };
template <class T, index_type I, index_type O>
[[nodiscard]] transpose_of<matrix<T, I, O>> transpose(matrix<T, I, O> const& a) {
  return {&a};
}
template <class T, index_type I, index_type O> void transpose(matrix<T, I, O> const&& temporary) = delete;
template <class T, index_type I, index_type O>
[[nodiscard]] matrix<T, I, O> const& transpose(transpose_of<matrix<T, I, O>> a) {
  return *a.matrix;
}

template <class T, index_type Index, index_type Offset>
template <class Duplicate>
matrix<T, Index, Offset> matrix<T, Index, Offset>::build(size_type rows, size_type cols, std::vector<Index> const& row,
                                                         std::vector<Index> const& col, std::vector<T> const& value,
                                                         Duplicate duplicate, executor exec, T one) {
  size_type const n = static_cast<size_type>(row.size());
  bool const pattern = value.empty();
  if (col.size() != row.size() || (!pattern && value.size() != row.size())) {
    throw invalid_argument(
        detail::concat("matrix::build: ", row.size(), " rows, ", col.size(), " columns and ", value.size(), " values"));
  }
  matrix result(rows, cols, exec);
  executor const cpu = exec.is_host() ? exec : executor();
  auto sorted = detail::sort_tuples(cpu, rows, cols, row.data(), col.data(), n);
  std::int64_t const *const order = sorted.order.data(), *const first = sorted.first.data();
  size_type const nnz = sorted.row.size();
  auto form = result.new_form(nnz, pattern, one);
  buffer<Offset> offsets(cpu, rows + 1);
  primitives::compress_rows(cpu, sorted.row.data(), nnz, rows, offsets.data());
  buffer<detail::byte> values(cpu, pattern ? 0 : detail::bytes_of(nnz, sizeof(T)));
  if (!pattern) {
    host::parallel_for(cpu, nnz, [&, to = reinterpret_cast<T*>(values.data())](size_type i) {
      T combined = value[order[first[i]]];
      for (size_type k = first[i] + 1; k < first[i + 1]; ++k) combined = duplicate(combined, T(value[order[k]]));
      to[i] = combined;
    });
  }
  auto const moved = [&](auto& made) { return exec.is_host() ? std::move(made) : made.clone(exec); };
  form->offsets = moved(offsets);
  form->indices = moved(sorted.col);
  form->values = moved(values);
  result.storage_.assign(std::move(form));
  return result;
}

template <class T, index_type Index, index_type Offset>
matrix_tuples<T, Index> matrix<T, Index, Offset>::tuples() const {
  auto const& form = storage_.csr();
  std::size_t const n = static_cast<std::size_t>(form.nnz);
  matrix_tuples<T, Index> result;
  result.row = form.rows().to_host();
  result.col = form.indices.to_host();
  if (form.one_value) {
    result.value.assign(n, form.template view<T>().values.one);
    return result;
  }
  auto values = std::make_unique<T[]>(n);
  detail::copy_bytes(executor{}, values.get(), exec(), form.values.data(), n * sizeof(T));
  result.value.assign(values.get(), values.get() + n);
  return result;
}

}  // namespace heddle
