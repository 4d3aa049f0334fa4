// matrix_storage.cpp - forms of a matrix: checks, sorting of tuples, pending updates, conversion on demand.
#include <algorithm>
#include <cstring>
#include <heddle/matrix_storage.hpp>
#include <heddle/ops/extract/entries.hpp>
#include <heddle/recorder.hpp>
#include <limits>
#include <utility>

#include "src/core/backend.hpp"

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
  size_type const decrease =
      exec.is_host() ? host::find_decrease(exec, offsets, major) : cuda::find_decrease(exec, offsets, major);
  if (decrease >= 0) throw invalid_argument(concat("matrix: offsets decrease at ", line, ' ', decrease));
  if (nnz == 0) return;
  integer_tiles const tiles{offsets, major, nnz};
  size_type const entry = exec.is_host() ? host::find_disorder(exec, tiles, indices, minor)
                                         : cuda::find_disorder(exec, tiles, indices, minor);
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
    : exec_(std::move(exec)), rows_(rows), cols_(cols), width_(width) {
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
  exec_ = other.exec_;
  rows_ = other.rows_;
  cols_ = other.cols_;
  width_ = other.width_;
  symmetric_ = other.symmetric_;
  csr_ = other.csr_;
  csc_ = other.csc_;
  updates_ = other.updates_;
  update_values_ = other.update_values_;
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
  updates_ = std::exchange(other.updates_, {});
  update_values_ = std::exchange(other.update_values_, {});
  return *this;
}

template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset> const> matrix_storage<Index, Offset>::share_csr() const {
  std::lock_guard lock(mutex_);
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
  if (!updates_.empty()) merge_updates();
  return csr_;
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
  return symmetric_ || csc_ != nullptr;
}

template <index_type Index, index_type Offset>
void matrix_storage<Index, Offset>::assign(std::shared_ptr<form const> csr) noexcept {
  csr_ = std::move(csr);
  csc_.reset();
  updates_.clear();
  update_values_.clear();
  symmetric_ = false;
}

// What nobody else has is taken as it is: no form is made constant.
template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset>> matrix_storage<Index, Offset>::take(std::shared_ptr<form const> shared) {
  long const of_this = 1 + (shared == csr_) + (shared == csc_);
  if (shared.use_count() != of_this) shared = moved_to(*shared, exec_);
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
void matrix_storage<Index, Offset>::require_entry(char const* what, size_type row, size_type col) const {
  if (row < 0 || row >= rows_ || col < 0 || col >= cols_) {
    throw index_out_of_range(concat("matrix::", what, ": (", row, ", ", col, ") of ", rows_, " x ", cols_));
  }
}

template <index_type Index, index_type Offset>
bool matrix_storage<Index, Offset>::get(size_type row, size_type col, void* value) const {
  require_entry("get", row, col);
  auto const form = share_csr();
  size_type from = form->offsets.get(row), to = form->offsets.get(row + 1);
  size_type const end = to;
  while (from < to) {
    size_type const middle = from + (to - from) / 2;
    (form->indices.get(middle) < col ? from : to) = form->indices.get(middle) < col ? middle + 1 : middle;
  }
  if (from >= end || form->indices.get(from) != col) return false;
  if (form->one_value) {
    std::memcpy(value, form->one.data(), width_);
  } else {
    copy_bytes(executor{}, value, exec_, form->values.data() + from * width_, width_);
  }
  return true;
}

template <index_type Index, index_type Offset>
void matrix_storage<Index, Offset>::add_update(char const* what, size_type row, size_type col, void const* value) {
  require_entry(what, row, col);
  std::size_t const at = update_values_.size();
  if (value) {  // first, since a value that no update names does no harm
    auto const* bytes = static_cast<byte const*>(value);
    update_values_.insert(update_values_.end(), bytes, bytes + width_);
  }
  updates_.push_back({static_cast<Index>(row), static_cast<Index>(col), value == nullptr, at});
  symmetric_ = false;
}

template <index_type Index, index_type Offset>
void matrix_storage<Index, Offset>::set(size_type row, size_type col, void const* value) {
  require_unrecorded(exec_, "matrix::set");
  add_update("set", row, col, value);
}

template <index_type Index, index_type Offset>
void matrix_storage<Index, Offset>::remove(size_type row, size_type col) {
  require_unrecorded(exec_, "matrix::remove");
  add_update("remove", row, col, nullptr);
}

// The last update of a position wins. Merges on the host; called under the lock with csr_ present.
template <index_type Index, index_type Offset> void matrix_storage<Index, Offset>::merge_updates() const {
  std::stable_sort(updates_.begin(), updates_.end(),
                   [](update const& a, update const& b) { return a.row < b.row || (a.row == b.row && a.col < b.col); });
  auto const old = moved_to(*csr_, executor{});
  std::vector<Offset> offsets;
  offsets.reserve(vector_length<Offset>(rows_ + 1));
  offsets.push_back(0);
  std::vector<Index> indices;
  std::vector<byte> values;
  auto append = [&](Index col, byte const* value) {
    indices.push_back(col);
    values.insert(values.end(), value, value + width_);
  };
  auto old_value = [&](size_type a) { return old->one_value ? old->one.data() : old->values.data() + a * width_; };
  std::size_t u = 0;
  for (size_type row = 0; row < rows_; ++row) {
    size_type a = old->offsets.data()[row];
    size_type const end = old->offsets.data()[row + 1];
    while (a < end || (u < updates_.size() && updates_[u].row == row)) {
      bool const updates_left = u < updates_.size() && updates_[u].row == row;
      if (!updates_left || (a < end && old->indices.data()[a] < updates_[u].col)) {
        append(old->indices.data()[a], old_value(a));
        ++a;
        continue;
      }
      Index const col = updates_[u].col;
      while (u + 1 < updates_.size() && updates_[u + 1].row == row && updates_[u + 1].col == col) ++u;
      if (!updates_[u].removes) append(col, update_values_.data() + updates_[u].value);
      ++u;
      if (a < end && old->indices.data()[a] == col) ++a;
    }
    offsets.push_back(static_cast<Offset>(indices.size()));
  }
  if (indices.size() > static_cast<std::size_t>(std::numeric_limits<Offset>::max())) {
    throw index_overflow(concat("matrix: ", indices.size(), " entries need 64-bit offsets"));
  }
  auto merged = std::make_shared<form>();
  merged->exec = exec_;
  merged->major = rows_;
  merged->minor = cols_;
  merged->nnz = static_cast<size_type>(indices.size());
  merged->width = width_;
  merged->offsets = buffer<Offset>(exec_, std::span<Offset const>(offsets));
  merged->indices = buffer<Index>(exec_, std::span<Index const>(indices));
  merged->values = buffer<byte>(exec_, std::span<byte const>(values));
  csr_ = std::move(merged);
  csc_.reset();
  updates_.clear();
  update_values_.clear();
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
    placed_indices<Index> of_rows("resize", "rows", exec_, range(0, kept_rows), rows_);
    placed_indices<Index> of_cols("resize", "columns", exec_, range(0, kept_cols), cols_);
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
  template void check_compressed(executor const&, size_type, size_type, O const*, I const*, size_type, bool)
HEDDLE_INSTANTIATE(std::int32_t, std::int32_t);
HEDDLE_INSTANTIATE(std::int32_t, std::int64_t);
HEDDLE_INSTANTIATE(std::int64_t, std::int64_t);
HEDDLE_INSTANTIATE(std::int64_t, std::int32_t);
#undef HEDDLE_INSTANTIATE

}  // namespace heddle::detail
