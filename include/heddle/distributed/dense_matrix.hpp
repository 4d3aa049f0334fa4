// dense_matrix.hpp - a dense matrix whose rows are dealt out to the ranks of a group.
#pragma once
#include <heddle/dense_matrix.hpp>
#include <heddle/distributed/vector.hpp>

namespace heddle {
namespace detail {

/// Where the elements of rows that are dealt out by `rows` are: those of a row stand beside each other.
inline distributed::dealing elements_of_rows(distributed::dealing const& rows, size_type cols) {
  std::vector<size_type> cuts;
  for (int r = 0; r <= rows.ranks(); ++r) cuts.push_back(count_of(rows.begin(r), cols, 0));
  return distributed::dealing(std::move(cuts));
}

/// A dense matrix in the memory of such elements, which has to live longer.
template <class T, index_type I>
heddle::dense_matrix<T> as_rows(vector<T, I> const& elements, size_type rows, size_type cols) {
  auto* const values = const_cast<primitives::byte*>(storage_of(elements).bitmap().values.data());
  return heddle::dense_matrix<T>::adopt(elements.exec(), reinterpret_cast<T*>(values), rows, cols);
}

}  // namespace detail

namespace distributed {

/// B of rows x cols, each row at one rank. A rank's part is a `heddle::dense_matrix` by rows, which counts from its
/// first. All processes of a group call the same functions in the same order.
template <class T> class dense_matrix {
 public:
  using value_type = T;
  using part_type = heddle::dense_matrix<T>;
  /// Row after row.
  using elements_type = vector<T, std::int64_t>;

  /// Every element is T{}. Throws invalid_argument for negative cols, and where `rows` is not for as many ranks.
  dense_matrix(dealing rows, size_type cols, group ranks)
      : dense_matrix(filled(std::move(rows), cols, T{}, std::move(ranks))) {}

  dense_matrix(dense_matrix const&) = default;
  dense_matrix& operator=(dense_matrix const& other) {
    if (this != &other) *this = dense_matrix(other);
    return *this;
  }
  /// What was moved from is 0 x 0, at the same ranks.
  dense_matrix(dense_matrix&& other) noexcept : dense_matrix(other.by_, 0, std::move(other.elements_)) {
    other.by_ = dealing::of_none(by_.ranks());
    cols_ = std::exchange(other.cols_, 0);
  }
  dense_matrix& operator=(dense_matrix&& other) noexcept {
    if (this == &other) return *this;
    by_ = std::exchange(other.by_, dealing::of_none(other.by_.ranks()));
    cols_ = std::exchange(other.cols_, 0);
    elements_ = std::move(other.elements_);
    return *this;
  }

  [[nodiscard]] static dense_matrix filled(dealing rows, size_type cols, T value, group ranks) {
    require_columns(cols);
    auto const by = detail::elements_of_rows(rows, cols);
    return {std::move(rows), cols, elements_type::filled(by, value, std::move(ranks))};
  }

  /// Every rank takes its rows of `whole`, a matrix of the host that every process has, in either layout. Throws
  /// dimension_mismatch where `rows` is of another length.
  [[nodiscard]] static dense_matrix dealt(part_type const& whole, dealing rows, group ranks) {
    if (rows.size() != whole.rows()) {
      throw dimension_mismatch(
          detail::concat("distributed dense_matrix: ", whole.rows(), " rows, dealt out as ", rows.size()));
    }
    if (whole.layout() != layout::row_major || !whole.packed()) {
      return dealt(part_type::from_rows(whole.rows(), whole.cols(), whole.to_rows(), executor{}), std::move(rows),
                   std::move(ranks));
    }
    using whole_type = typename elements_type::part_type;
    auto const all =
        whole_type::adopt(whole.exec(), const_cast<T*>(whole.data()), detail::count_of(whole.rows(), whole.cols(), 0));
    auto const by = detail::elements_of_rows(rows, whole.cols());
    return {std::move(rows), whole.cols(), elements_type::dealt(all, by, std::move(ranks))};
  }

  group const& ranks() const { return elements_.ranks(); }
  /// Of rows.
  dealing const& dealt_by() const { return by_; }
  size_type rows() const { return by_.size(); }
  size_type cols() const { return cols_; }

  /// The element, at every process. Throws index_out_of_range.
  [[nodiscard]] T get(size_type row, size_type col) const {
    if (row < 0 || row >= rows() || col < 0 || col >= cols_) {
      throw index_out_of_range(
          detail::concat("distributed dense_matrix: get at (", row, ", ", col, ") of ", rows(), " x ", cols_));
    }
    return *elements_.get(row * cols_ + col);
  }

  /// The whole matrix, on the host, at the process that has `rank`; nothing at others.
  [[nodiscard]] std::optional<part_type> gather_to(int rank) const {
    auto const all = elements_.gather_to(rank);
    if (!all) return std::nullopt;
    return detail::as_rows(*all, rows(), cols_).to(executor{});
  }

  /// The part of a rank of this process, which is at work. It lies in the memory of this matrix.
  part_type part(member const& m) const { return detail::as_rows(elements_.part(m), by_.size_of(m.rank()), cols_); }
  elements_type const& elements() const { return elements_; }
  /// Takes the place of the elements of all parts of this process; they are as many as these. Does not throw.
  void replace_parts(std::vector<typename elements_type::part_type>&& parts) noexcept {
    elements_.replace_parts(std::move(parts));
  }

 private:
  dense_matrix(dealing rows, size_type cols, elements_type elements)
      : by_(std::move(rows)), cols_(cols), elements_(std::move(elements)) {}

  static void require_columns(size_type cols) {
    if (cols < 0) {
      throw invalid_argument(detail::concat("distributed dense_matrix: cols is ", cols, ", but must be 0 or more"));
    }
  }

  dealing by_;
  size_type cols_;
  elements_type elements_;
};

}  // namespace distributed
}  // namespace heddle
