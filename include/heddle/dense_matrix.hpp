// dense_matrix.hpp - a dense matrix on an executor, by rows or by columns, owned or adopted with room between lines.
#pragma once
#include <algorithm>
#include <heddle/base/arrays.hpp>
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/detail/executor/recorder.hpp>
#include <initializer_list>
#include <limits>
#include <memory>
#include <vector>

namespace heddle {

namespace detail {

/// lines * step + rest, none of them negative. Throws out_of_memory where that cannot be counted.
inline size_type count_of(size_type lines, size_type step, size_type rest) {
  if (step > 0 && lines > (std::numeric_limits<size_type>::max() - rest) / step) {
    throw out_of_memory(concat("dense_matrix: ", lines, " times ", step, " elements cannot be had"));
  }
  return lines * step + rest;
}

}  // namespace detail

/// Which elements are neighbours in memory: those of a row, or those of a column.
enum class layout : std::uint8_t { row_major, column_major };

/// Element (i, j) of a dense matrix stands at data[i * row_step + j * column_step]. What kernels see of one.
template <class T> struct dense_view {
  T* data = nullptr;
  size_type rows = 0, cols = 0, row_step = 0, column_step = 0;

  HEDDLE_FN constexpr T& operator()(size_type i, size_type j) const { return data[i * row_step + j * column_step]; }
};

/// rows x cols elements. A line is a row where the layout is row_major, a column where it is column_major; lines begin
/// `leading_dimension` elements apart. Copies are deep, and have no room between lines. Element access reads back from
/// a GPU and is meant for single elements.
template <class T> class dense_matrix {
  static_assert(element<T>, "heddle: elements must be trivially copyable, with a default");

 public:
  using value_type = T;

  /// Every element is T{}. Throws invalid_argument for a negative shape, out_of_memory where it cannot be had.
  explicit dense_matrix(size_type rows = 0, size_type cols = 0, executor exec = detail::usual_executor(),
                        heddle::layout order = heddle::layout::row_major)
      : dense_matrix(unset{}, rows, cols, std::move(exec), order) {
    fill(T{});
  }

  [[nodiscard]] static dense_matrix filled(size_type rows, size_type cols, T value,
                                           executor exec = detail::usual_executor(),
                                           heddle::layout order = heddle::layout::row_major) {
    dense_matrix result(unset{}, rows, cols, std::move(exec), order);
    result.fill(value);
    return result;
  }
  /// Does not compile: integers would be filled with the whole part of a floating-point number.
  template <class Value>
  requires detail::truncates<Value, T>
  static dense_matrix filled(size_type rows, size_type cols, Value, executor exec = detail::usual_executor(),
                             heddle::layout order = heddle::layout::row_major) {
    return dense_matrix(detail::keeps_values<Value, T>() ? rows : 0, cols, std::move(exec), order);
  }

  /// `values`: any range of host memory, row after row whatever the layout. Throws invalid_argument where they are not
  /// rows * cols; does not compile where T is an integer and they are floating-point numbers.
  template <class Range = std::initializer_list<T>>
  [[nodiscard]] static dense_matrix from_rows(size_type rows, size_type cols, Range const& values,
                                              executor exec = detail::usual_executor(),
                                              heddle::layout order = heddle::layout::row_major) {
    (void)detail::keeps_values<detail::value_of_range<Range>, T>();
    dense_matrix result(unset{}, rows, cols, std::move(exec), order);
    if (static_cast<size_type>(std::size(values)) != rows * cols) {
      throw invalid_argument(
          detail::concat("dense_matrix::from_rows: ", std::size(values), " values for ", rows, " x ", cols));
    }
    auto const host = std::make_unique<T[]>(std::size(values));
    auto const at = result.packed_view(host.get());
    size_type k = 0;
    for (auto const& value : values) {
      at(k / cols, k % cols) = detail::converted<T>(value);
      ++k;
    }
    detail::copy_bytes(result.exec(), result.data(), executor{}, host.get(), result.values_.bytes());
    return result;
  }

  /// Adopts elements of the executor's memory without copy: they must outlive the matrix; `release`, if given, is
  /// called instead of freeing them, when the work given to the executor is done. Results are written there, whatever
  /// makes them; the matrix lets go when another is assigned to it by `=`, or it is moved from (see stays_adopted).
  /// What lies between lines is neither read nor written. leading_dimension 0: there is nothing between them. Throws
  /// invalid_argument for one that is shorter than a line, and for a null pointer to elements.
  [[nodiscard]] static dense_matrix adopt(executor exec, T* values, size_type rows, size_type cols,
                                          heddle::layout order = heddle::layout::row_major,
                                          size_type leading_dimension = 0, std::function<void()> release = {}) {
    dense_matrix result;
    result.take_shape(rows, cols, order);
    size_type const line = result.line_length(), step = leading_dimension == 0 ? line : leading_dimension;
    if (step < line) {
      throw invalid_argument(detail::concat("dense_matrix::adopt: leading dimension ", leading_dimension,
                                            ", but a line of ", rows, " x ", cols, " has ", line, " elements"));
    }
    size_type const lines = result.num_lines();
    bool const any = lines > 0 && line > 0;
    if (any && !values) {
      throw invalid_argument(detail::concat("dense_matrix::adopt: no memory for ", rows, " x ", cols, " elements"));
    }
    result.leading_dimension_ = step;
    size_type const extent = any ? detail::count_of(lines - 1, step, line) : 0;
    detail::bytes_of(extent, sizeof(T));
    result.values_ = buffer<T>::adopt(std::move(exec), values, extent, std::move(release));
    return result;
  }

  /// What is moved from is a matrix of 0 x 0.
  dense_matrix(dense_matrix&& other) noexcept { swap(other); }
  dense_matrix& operator=(dense_matrix&& other) noexcept {
    dense_matrix(std::move(other)).swap(*this);
    return *this;
  }
  dense_matrix(dense_matrix const& other) : dense_matrix(other.to(other.exec())) {}
  dense_matrix& operator=(dense_matrix const& other) { return *this = other.to(other.exec()); }

  executor const& exec() const { return values_.exec(); }
  size_type rows() const { return rows_; }
  size_type cols() const { return cols_; }
  heddle::layout layout() const { return layout_; }
  size_type leading_dimension() const { return leading_dimension_; }
  /// Whether lines follow one another without room between them.
  bool packed() const { return leading_dimension_ == line_length() || num_lines() < 2; }

  /// Whether the elements lie in memory that was adopted: false for a copy, and once the matrix has let go of it.
  bool stays_adopted() const { return values_.adopted(); }

  /// From the first element to behind the last, room between lines included.
  std::size_t bytes() const { return values_.bytes(); }
  T* data() { return values_.data(); }
  T const* data() const { return values_.data(); }
  dense_view<T> view() { return view_of(values_.data(), leading_dimension_); }
  dense_view<T const> view() const { return view_of(values_.data(), leading_dimension_); }

  /// Throws index_out_of_range naming the position.
  [[nodiscard]] T get(size_type row, size_type col) const {
    detail::require_unrecorded(exec(), "dense_matrix::get");
    require_element("get", row, col);
    T value;
    detail::copy_bytes(executor{}, &value, exec(), &view()(row, col), sizeof(T));
    return value;
  }
  void set(size_type row, size_type col, T value) {
    detail::require_unrecorded(exec(), "dense_matrix::set");
    require_element("set", row, col);
    detail::copy_bytes(exec(), &view()(row, col), executor{}, &value, sizeof(T));
  }
  /// Of an integer a floating-point number is converted as everywhere (docs/semirings.md, "Conversions").
  template <class Value>
  requires detail::truncates<Value, T>
  void set(size_type row, size_type col, Value value) { set(row, col, detail::converted<T>(value)); }
  template <class Value>
  requires detail::truncates<Value, T>
  void fill(Value value) { fill(detail::converted<T>(value)); }
  void fill(T value) {
    if (packed()) return primitives::fill(exec(), values_.data(), values_.size(), sizeof(T), &value);
    assign_lines(filled(rows_, cols_, value, exec(), layout_));
  }

  /// All elements in host memory, row after row whatever the layout.
  [[nodiscard]] std::vector<T> to_rows() const {
    detail::require_unrecorded(exec(), "dense_matrix::to_rows");
    dense_matrix const host = to(executor{});
    auto const at = host.view();
    std::vector<T> result(static_cast<std::size_t>(rows_ * cols_));
    for (size_type k = 0; k < rows_ * cols_; ++k) result[static_cast<std::size_t>(k)] = at(k / cols_, k % cols_);
    return result;
  }
  /// Same shape and elements that are equal, in whatever layout. Copies both to the host.
  friend bool operator==(dense_matrix const& a, dense_matrix const& b) requires std::equality_comparable<T> {
    return a.rows_ == b.rows_ && a.cols_ == b.cols_ && a.to_rows() == b.to_rows();
  }
  /// In the same layout, without room between lines.
  [[nodiscard]] dense_matrix to(executor const& exec) const {
    dense_matrix result(unset{}, rows_, cols_, exec, layout_);
    result.assign_lines(*this);
    return result;
  }

  /// For operations: takes over the elements of a matrix of this shape and layout, whose room between lines may differ;
  /// nothing is allocated.
  void assign_lines(dense_matrix const& other) {
    std::size_t const line = static_cast<std::size_t>(line_length()) * sizeof(T);
    detail::copy_lines(exec(), other.exec(),
                       {data(), static_cast<std::size_t>(leading_dimension_) * sizeof(T), other.data(),
                        static_cast<std::size_t>(other.leading_dimension_) * sizeof(T), line, num_lines()});
  }
  /// For operations: one of this shape, layout and executor, its elements not yet written.
  template <class D = T> [[nodiscard]] dense_matrix<D> draft() const {
    return dense_matrix<D>(typename dense_matrix<D>::unset{}, rows_, cols_, exec(), layout_);
  }

 private:
  template <class> friend class dense_matrix;
  struct unset {};

  dense_matrix(unset, size_type rows, size_type cols, executor exec, heddle::layout order) {
    take_shape(rows, cols, order);
    leading_dimension_ = line_length();
    values_ = buffer<T>(std::move(exec), detail::count_of(rows, cols, 0));
  }

  void swap(dense_matrix& other) noexcept {
    std::swap(rows_, other.rows_);
    std::swap(cols_, other.cols_);
    std::swap(leading_dimension_, other.leading_dimension_);
    std::swap(layout_, other.layout_);
    values_.swap(other.values_);
  }
  void take_shape(size_type rows, size_type cols, heddle::layout order) {
    if (rows < 0 || cols < 0) {
      throw invalid_argument(detail::concat("dense_matrix: shape ", rows, " x ", cols, " is negative"));
    }
    rows_ = rows;
    cols_ = cols;
    layout_ = order;
  }
  size_type line_length() const { return layout_ == heddle::layout::row_major ? cols_ : rows_; }
  size_type num_lines() const { return layout_ == heddle::layout::row_major ? rows_ : cols_; }

  template <class E> dense_view<E> view_of(E* values, size_type step) const {
    bool const by_rows = layout_ == heddle::layout::row_major;
    return {values, rows_, cols_, by_rows ? step : 1, by_rows ? 1 : step};
  }
  dense_view<T> packed_view(T* values) const { return view_of(values, line_length()); }

  void require_element(char const* what, size_type row, size_type col) const {
    if (row >= 0 && row < rows_ && col >= 0 && col < cols_) return;
    throw index_out_of_range(
        detail::concat("dense_matrix::", what, ": (", row, ", ", col, ") is not in ", rows_, " x ", cols_));
  }

  size_type rows_ = 0, cols_ = 0, leading_dimension_ = 0;
  heddle::layout layout_ = heddle::layout::row_major;
  buffer<T> values_;
};

}  // namespace heddle
