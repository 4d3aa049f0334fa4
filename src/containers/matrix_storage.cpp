// matrix_storage.cpp - forms of a matrix: checks, sorting of tuples, pending updates, conversion on demand.
#include <algorithm>
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/detail/storage/matrix_storage.hpp>
#include <heddle/ops/detail/entries.hpp>
#include <limits>
#include <utility>

#include "src/containers/shared_form.hpp"

namespace heddle::detail {

template <index_type Index, index_type Offset>
void check_compressed(executor const& exec, size_type major, size_type minor, Offset const* offsets,
                      Index const* indices, size_type nnz, bool by_columns) {
  char const *const line = by_columns ? "column" : "row", *const place = by_columns ? "row" : "column";
  auto const read = [&]<class T>(T const* array, size_type k) {
    T value;
    copy_bytes(executor{}, &value, exec, array + k, sizeof(T));
    return value;
  };
  if (!offsets || (!indices && nnz != 0)) throw invalid_argument("matrix: there are no offsets, or no indices");
  Offset const first = read(offsets, 0), last = read(offsets, major);
  if (first != 0 || last != nnz) {
    throw invalid_argument(concat("matrix: offsets run from ", first, " to ", last, ", not 0 to ", nnz));
  }
  // All offsets first: what lies between them may be read only when none passes nnz.
  size_type const decrease = primitives::find_decrease(exec, offsets, major);
  if (decrease >= 0) throw invalid_argument(concat("matrix: offsets decrease at ", line, ' ', decrease));
  if (nnz == 0) return;
  size_type const entry = primitives::find_disorder(exec, {offsets, major, nnz}, indices, minor);
  if (entry < 0) return;
  auto const all = buffer<Offset>::adopt(exec, const_cast<Offset*>(offsets), major + 1).to_host();
  auto const row = std::upper_bound(all.begin(), all.end(), entry) - all.begin() - 1;
  Index const index = read(indices, entry);
  if (index < 0 || index >= minor) {
    throw index_out_of_range(concat("matrix: ", line, ' ', row, " has ", place, ' ', index, " of ", minor));
  }
  throw invalid_argument(concat("matrix: ", place, "s of ", line, ' ', row, " do not ascend"));
}

template <index_type Index, index_type Offset>
matrix_storage<Index, Offset>::matrix_storage(executor exec, size_type rows, size_type cols, std::size_t width)
    : exec_(std::move(exec)), rows_(rows), cols_(cols), width_(width), updates_(width) {
  if (rows < 0 || cols < 0) throw invalid_argument(concat("matrix: shape ", rows, " x ", cols, " is negative"));
  if (max_of(rows, cols) > std::numeric_limits<Index>::max()) {
    throw index_overflow(concat("matrix: shape ", rows, " x ", cols,
                                " needs 64-bit indices, use matrix<T, std::int64_t, std::int64_t>"));
  }
  if (max_of(rows, cols) == std::numeric_limits<size_type>::max()) {  // there is one more offset than rows
    throw index_overflow(concat("matrix: shape ", rows, " x ", cols, " is beyond 64-bit offsets"));
  }
}

template <index_type Index, index_type Offset>
matrix_storage<Index, Offset>::matrix_storage(matrix_storage const& other) {
  std::lock_guard lock(other.mutex_);
  constexpr std::size_t most_copied = 64;  // updates: more are merged once, not by each copy
  if (other.updates_.size() > most_copied) other.settle_csr();
  exec_ = other.exec_;
  rows_ = other.rows_;
  cols_ = other.cols_;
  width_ = other.width_;
  symmetric_ = other.symmetric_;
  csr_ = other.csr_;
  csc_ = other.csc_;
  updates_ = other.updates_;
}

template <index_type Index, index_type Offset>
matrix_storage<Index, Offset>& matrix_storage<Index, Offset>::operator=(matrix_storage const& other) {
  if (this != &other) *this = matrix_storage(other);
  return *this;
}

template <index_type Index, index_type Offset>
matrix_storage<Index, Offset>::matrix_storage(matrix_storage&& other) noexcept {
  *this = std::move(other);
}

template <index_type Index, index_type Offset>
matrix_storage<Index, Offset>& matrix_storage<Index, Offset>::operator=(matrix_storage&& other) noexcept {
  if (this == &other) return *this;
  exec_ = other.exec_;
  rows_ = std::exchange(other.rows_, 0);
  cols_ = std::exchange(other.cols_, 0);
  width_ = other.width_;
  symmetric_ = std::exchange(other.symmetric_, false);
  csr_ = std::move(other.csr_);
  csc_ = std::move(other.csc_);
  updates_ = std::exchange(other.updates_, pending_updates<Index>(other.width_));
  return *this;
}

template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset> const> matrix_storage<Index, Offset>::share_csr() const {
  std::lock_guard lock(mutex_);
  settle_csr();
  return csr_;
}

// CSR is there, and no update waits. Called under the lock.
template <index_type Index, index_type Offset> void matrix_storage<Index, Offset>::settle_csr() const {
  if (!csr_ && csc_) {
    csr_ = symmetric_ ? csc_ : transposed(*csc_);
  } else if (!csr_) {
    auto empty = std::make_shared<form>();
    empty->exec = exec_;
    empty->major = rows_;
    empty->minor = cols_;
    empty->width = width_;
    Offset const zero = 0;
    empty->offsets = buffer<Offset>(exec_, rows_ + 1);
    primitives::fill(exec_, empty->offsets.data(), rows_ + 1, sizeof(Offset), &zero);
    csr_ = std::move(empty);
  }
  if (!updates_.empty() && !overwrite_by_updates()) merge_updates();
}

template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset> const> matrix_storage<Index, Offset>::share_csc() const {
  std::shared_ptr<form const> const csr = share_csr();
  if (symmetric_) return csr;
  std::lock_guard lock(mutex_);
  if (!csc_) csc_ = transposed(*csr);
  return csc_;
}

template <index_type Index, index_type Offset> bool matrix_storage<Index, Offset>::has_csc() const {
  std::lock_guard lock(mutex_);
  return symmetric_ || (csc_ != nullptr && updates_.empty());
}

template <index_type Index, index_type Offset>
void matrix_storage<Index, Offset>::assign(std::shared_ptr<form const> csr) noexcept {
  csr_ = std::move(csr);
  csc_.reset();
  updates_.clear();
  symmetric_ = false;
}

// What nobody else has is taken as it is: no form is made constant.
template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset>> matrix_storage<Index, Offset>::take(std::shared_ptr<form const> shared) {
  long const of_this = 1 + (shared == csr_) + (shared == csc_);
  if (!is_alone(shared, of_this)) shared = moved_to(*shared, exec_);
  assign(nullptr);
  return std::const_pointer_cast<form>(shared);
}

template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset>> matrix_storage<Index, Offset>::take_csr() {
  return take(share_csr());
}

template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset>> matrix_storage<Index, Offset>::take_csc() {
  return take(share_csc());
}

template <index_type Index, index_type Offset> void matrix_storage<Index, Offset>::clear() {
  require_unrecorded(exec_, "matrix::clear");
  assign(nullptr);
}

template <index_type Index, index_type Offset>
void matrix_storage<Index, Offset>::resize(size_type rows, size_type cols) {
  require_unrecorded(exec_, "matrix::resize");
  matrix_storage resized(exec_, rows, cols, width_);
  auto const old = share_csr();
  size_type const kept_rows = min_of(rows, rows_), kept_cols = min_of(cols, cols_);
  buffer<Offset> offsets(exec_, rows + 1);
  std::shared_ptr<form> made;
  if (kept_rows == rows_ && kept_cols == cols_) {
    made = std::const_pointer_cast<form>(moved_to(*old, exec_));
  } else {
    index_set<Index> const first_rows(range(0, kept_rows)), first_cols(range(0, kept_cols));
    placed_indices<Index> of_rows("resize", "rows", exec_, first_rows, rows_);
    placed_indices<Index> of_cols("resize", "columns", exec_, first_cols, cols_);
    made = extracted("matrix::resize", *old, of_rows, of_cols);
    made->one_value = old->one_value;
    made->one = old->one;
    if (made->one_value) made->values = {};
  }
  Offset const all = static_cast<Offset>(made->nnz);
  primitives::fill(exec_, offsets.data(), rows + 1, sizeof(Offset), &all);
  copy_bytes(exec_, offsets.data(), exec_, made->offsets.data(), (kept_rows + 1) * sizeof(Offset));
  made->offsets = std::move(offsets);
  made->major = rows;
  made->minor = cols;
  resized.assign(std::move(made));
  *this = std::move(resized);
}

template <index_type Index, index_type Offset>
matrix_storage<Index, Offset> matrix_storage<Index, Offset>::to(executor const& exec) const {
  matrix_storage result(exec, rows_, cols_, width_);
  result.csr_ = exec == exec_ ? share_csr() : moved_to(csr(), exec);
  result.symmetric_ = symmetric_;
  return result;
}

template <index_type Index, index_type Offset>
matrix_storage<Index, Offset> matrix_storage<Index, Offset>::transpose() const {
  matrix_storage result(exec_, cols_, rows_, width_);
  result.csc_ = share_csr();
  std::lock_guard lock(mutex_);
  result.csr_ = symmetric_ ? csr_ : csc_;
  result.symmetric_ = symmetric_;
  return result;
}

#define HEDDLE_INSTANTIATE(I, O)       \
  template class matrix_storage<I, O>; \
  template void check_compressed(executor const&, size_type, size_type, O const*, I const*, size_type, bool);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
