// matrix.hpp - a sparse matrix on an executor: CSR, CSC and COO side by side, made on demand.
#pragma once
#include <heddle/base/converted.hpp>
#include <heddle/base/mask.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/detail/storage/matrix_arrays.hpp>
#include <heddle/entries.hpp>
#include <heddle/scalar.hpp>
#include <memory>
#include <optional>
#include <vector>

namespace heddle {

/// Entries of a matrix in host memory, by rows, then columns.
template <class T, class Index = std::int32_t> struct matrix_tuples {
  std::vector<Index> row, col;
  std::vector<T> value;
};

/// A rows x cols matrix of which some positions have an entry. Copies share the (immutable) forms and are cheap.
/// `Index` numbers rows and columns, `Offset` entries; what passes 2^31 in a 32-bit type throws index_overflow.
/// A const matrix may be read from several threads.
template <class T, index_type Index = std::int32_t, index_type Offset = std::int32_t> class matrix {
  static_assert(element<T>, "heddle: elements must be trivially copyable, with a default");

 public:
  using value_type = T;
  using index = Index;
  using offset = Offset;
  using storage_type = detail::matrix_storage<Index, Offset>;

  /// A matrix without entries.
  explicit matrix(size_type rows = 0, size_type cols = 0, executor exec = detail::usual_executor())
      : storage_(std::move(exec), rows, cols, sizeof(T)) {}

  /// From tuples in any order; entries of one position are combined in order by `duplicate`, or are an error where that
  /// is `no_duplicates`. An empty `value` makes a pattern matrix in which every entry is `one` and no array of values
  /// is stored (duplicates then stay `one`). `duplicate` may be called by several threads, for different positions. The
  /// executor sorts; of positions that come more than once it combines the values where it has a kernel of the
  /// operator, else the host does. Throws index_out_of_range naming the first entry that lies outside; invalid_argument
  /// where lengths differ, and naming two entries of one position. Work O(n bits of a position).
  template <class Duplicate, class Toolchain = ops::tuples_detail::toolchain>
  [[nodiscard]] static matrix build(size_type rows, size_type cols, std::vector<Index> const& row,
                                    std::vector<Index> const& col, std::vector<T> const& value, Duplicate duplicate,
                                    executor exec = detail::usual_executor(), T one = detail::one_of<T>());
  /// Does not compile: an operator for duplicates is missing; positions or values of other types.
  template <class Value = T>
  static matrix build(size_type rows, size_type cols, std::vector<Index> const&, std::vector<Index> const&,
                      std::vector<Value> const&) {
    return matrix(detail::says_of_duplicates<Value>() ? rows : 0, cols);
  }
  template <class Row = Index, class Column = Index, class Value = T, class Duplicate>
  requires(!std::is_same_v<Row, Index> || !std::is_same_v<Column, Index> || !std::is_same_v<Value, T>) static matrix
      build(size_type rows, size_type cols, std::vector<Row> const&, std::vector<Column> const&,
            std::vector<Value> const&, Duplicate, executor exec = detail::usual_executor(), T = {}) {
    return matrix(detail::builds_of<Index, T, Value, Row, Column>() ? rows : 0, cols, std::move(exec));
  }

  /// The same from arrays that are in the memory of `exec`. They are only read, and nothing of them is kept.
  template <class Duplicate, class Toolchain = ops::tuples_detail::toolchain>
  [[nodiscard]] static matrix build(coo_arrays<T, Index> const& tuples, Duplicate duplicate, executor exec) {
    return matrix(makes::template built<Toolchain>("matrix::build", tuples, duplicate, exec));
  }

  /// By copy from arrays in host memory, or in that of `from`. Throws where they are not a CSR matrix with ascending
  /// columns: invalid_argument, index_out_of_range.
  [[nodiscard]] static matrix from_csr(csr_arrays<T, Index, Offset> const& arrays,
                                       executor exec = detail::usual_executor(),
                                       array_check check = array_check::checked, executor const& from = {}) {
    return matrix(makes::copied(arrays, exec, check, from, false));
  }
  /// The same from the arrays of a CSC matrix: cols + 1 offsets, and rows that ascend within a column.
  [[nodiscard]] static matrix from_csc(csr_arrays<T, Index, Offset> const& arrays,
                                       executor exec = detail::usual_executor(),
                                       array_check check = array_check::checked, executor const& from = {}) {
    return matrix(makes::copied(makes::turned(arrays), exec, check, from, true)).transposed();
  }
  /// The same from tuples in any order, no two at one position.
  [[nodiscard]] static matrix from_coo(coo_arrays<T, Index> const& arrays, executor exec = detail::usual_executor(),
                                       executor const& from = {}) {
    return matrix(makes::of_tuples(arrays, exec, from));
  }

  /// Adopts CSR arrays of the executor's memory without copy; they must outlive the matrix and its copies. They are not
  /// looked at unless `check` says so, and never written to. The matrix lets go of them when it changes: at the first
  /// read after set() or remove(), by an operation that writes it, clear, resize or `=` (see stays_adopted).
  /// `release`, if given, is called when the last copy has let go and the work given to the executor is done; not after
  /// an exception. The arrays must not change meanwhile, since what is made of them (columns, plans, statistics) is
  /// kept; to change values adopt them anew.
  [[nodiscard]] static matrix adopt_csr(csr_arrays<T, Index, Offset> const& arrays, executor exec,
                                        std::function<void()> release = {}, array_check check = array_check::trusted) {
    return matrix(makes::adopted(arrays, exec, std::move(release), check, false));
  }
  [[nodiscard]] static matrix adopt_csc(csr_arrays<T, Index, Offset> const& arrays, executor exec,
                                        std::function<void()> release = {}, array_check check = array_check::trusted) {
    return matrix(makes::adopted(makes::turned(arrays), exec, std::move(release), check, true)).transposed();
  }
  /// Tuples by rows, then columns, no two at one position; where rows begin is found. With `check` that is looked at.
  [[nodiscard]] static matrix adopt_coo(coo_arrays<T, Index> const& arrays, executor exec,
                                        std::function<void()> release = {}, array_check check = array_check::trusted) {
    return matrix(makes::adopted(arrays, exec, std::move(release), check));
  }

  /// Takes buffers over. Throws as with arrays, and invalid_argument where lengths do not fit together,
  /// executor_mismatch; the buffers are then what they were.
  [[nodiscard]] static matrix adopt_csr(csr_buffers<T, Index, Offset>&& buffers,
                                        array_check check = array_check::trusted) {
    return matrix(makes::taken(buffers, check));
  }
  [[nodiscard]] static matrix adopt_csc(csr_buffers<T, Index, Offset>&& buffers,
                                        array_check check = array_check::trusted) {
    return matrix(makes::taken_by_columns(buffers, check)).transposed();
  }
  [[nodiscard]] static matrix adopt_coo(coo_buffers<T, Index>&& buffers, array_check check = array_check::trusted) {
    return matrix(makes::taken(buffers, check));
  }

  /// Gives the arrays away; the matrix has its shape and no entries afterwards. They are those of the matrix, adopted
  /// ones with their `release`, or copies where another matrix or a range of entries shares them. Without values where
  /// all entries are one.
  [[nodiscard]] csr_buffers<T, Index, Offset> release_csr() { return makes::given(*storage_.take_csr()); }
  /// By columns: offsets of columns, and rows.
  [[nodiscard]] csr_buffers<T, Index, Offset> release_csc() {
    auto buffers = makes::given(*storage_.take_csc());
    std::swap(buffers.rows, buffers.cols);
    return buffers;
  }
  /// By rows, then columns.
  [[nodiscard]] coo_buffers<T, Index> release_coo() {
    storage_.csr().rows();  // what takes memory comes first
    return makes::given_coo(*storage_.take_csr());
  }

  executor const& exec() const { return storage_.exec(); }
  size_type rows() const { return storage_.rows(); }
  size_type cols() const { return storage_.cols(); }
  /// Work O(1), and once O(1) more for each set() and remove() that waits (see there); on a GPU a search read back for
  /// each, or, of more than 16, the merge.
  size_type nnz() const { return storage_.nnz(); }
  /// Every position has an entry, so the values are a dense row-major array.
  bool is_full() const {
    if (rows() == 0 || cols() == 0) return true;
    return nnz() % cols() == 0 && nnz() / cols() == rows();
  }

  /// Whether the entries lie in memory that was adopted: false once the matrix has let go of it, and from a set() or
  /// remove() on, for which the next read does.
  bool stays_adopted() const { return storage_.stays_adopted(); }

  /// Work O(log(entries of the row)), each step read back from a GPU; of an entry that waits (see set) O(1).
  [[nodiscard]] std::optional<T> get(size_type row, size_type col) const {
    T value;
    return storage_.get(row, col, &value) ? std::optional<T>(value) : std::nullopt;
  }
  /// Of an entry that is there work O(log(entries of the row)): its value is written where it stands; columns and plans
  /// that are kept stay, assume_symmetric() does not. Of a new entry as much, and it waits, as does one of arrays that
  /// a copy or a range of entries shares or that are adopted, and one of a pattern matrix. get() and nnz() leave what
  /// waits; any other read, and a copy of the matrix where more than 64 wait, merges all k of them, O(nnz + rows +
  /// k log(k)) once, and columns and plans are made anew. On a GPU set() costs O(1) and all wait; the read writes up to
  /// 16 of them where they stand if all their entries are there.
  void set(size_type row, size_type col, T value) { storage_.set(row, col, &value); }
  /// An integer of a floating-point number: as everywhere (docs/semirings.md, "Conversions").
  template <class Value>
  requires detail::truncates<Value, T>
  void set(size_type row, size_type col, Value value) { set(row, col, detail::converted<T>(value)); }
  /// What the scalar holds; where it is empty the entry is removed.
  void set(size_type row, size_type col, scalar<T> const& value) {
    std::optional<T> const held = value.value();
    held ? set(row, col, *held) : remove(row, col);
  }
  /// Waits for the next read, as a new entry does.
  void remove(size_type row, size_type col) { storage_.remove(row, col); }
  void clear() { storage_.clear(); }
  /// Entries outside the new shape are dropped. Work O(rows + nnz), by the executor.
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
  /// for (auto [j, value] : A.row(i)): the entries of one row, see entries.hpp. Work O(1) on the host; from a GPU the
  /// row is copied. Those of a column: A.transposed().row(j). Throws index_out_of_range.
  [[nodiscard]] row_entries<T, Index, Offset> row(size_type i) const {
    if (i < 0 || i >= rows()) {
      throw index_out_of_range(detail::concat("matrix::row: row ", i, " of a matrix of ", rows(), " x ", cols()));
    }
    return {storage_.share_csr(), i};
  }
  [[nodiscard]] matrix to(executor const& exec) const { return matrix(storage_.to(exec)); }
  /// A^T as a matrix of its own; shares forms, moves no entries when the other form is there.
  [[nodiscard]] matrix transposed() const { return matrix(storage_.transpose()); }

  /// Same shape, entries at the same positions, and values that are equal. On any executors; from a GPU both are copied
  /// to the host. Work O(entries + rows).
  friend bool operator==(matrix const& a, matrix const& b) requires std::equality_comparable<T> {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
    auto const left = a.entries(), right = b.entries();
    return left.size() == right.size() && std::equal(left.begin(), left.end(), right.begin());
  }

  // The forms, for the library itself: see matrix_storage.hpp.
  friend storage_type const& storage_of(matrix const& a) { return a.storage_; }
  friend storage_type& storage_of(matrix& a) { return a.storage_; }

  /// An empty form of this shape to be filled and handed to storage_of(*this).assign: for operations.
  std::shared_ptr<typename storage_type::form> new_form(size_type nnz, bool one_value = false, T one = T{}) const {
    return makes::new_form(exec(), rows(), cols(), nnz, one_value, one);
  }

 private:
  using makes = detail::matrix_of_arrays<T, Index, Offset>;

  explicit matrix(storage_type storage) : storage_(std::move(storage)) {}

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
template <class Duplicate, class Toolchain>
matrix<T, Index, Offset> matrix<T, Index, Offset>::build(size_type rows, size_type cols, std::vector<Index> const& row,
                                                         std::vector<Index> const& col, std::vector<T> const& value,
                                                         Duplicate duplicate, executor exec, T one) {
  if (col.size() != row.size() || (!value.empty() && value.size() != row.size())) {
    throw invalid_argument(
        detail::concat("matrix::build: ", row.size(), " rows, ", col.size(), " columns and ", value.size(), " values"));
  }
  detail::array_on<Index> const rows_there(exec, row), cols_there(exec, col);
  detail::array_on<T> const values_there(exec, value);
  size_type const n = static_cast<size_type>(row.size());
  coo_arrays<T, Index> const there{rows, cols, n, rows_there.data(), cols_there.data(), values_there.data(), one};
  return build<Duplicate, Toolchain>(there, duplicate, exec);
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
  } else {
    result.value = detail::host_copy<T>(exec(), form.values.data(), n);
  }
  return result;
}

}  // namespace heddle
