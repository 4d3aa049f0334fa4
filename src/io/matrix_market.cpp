// matrix_market.cpp - the entries of coordinate and array files, parsed in parallel and expanded.
#include "src/io/matrix_market.hpp"

#include <algorithm>

#include "src/io/line_blocks.hpp"
#include "src/io/mirrored_entries.hpp"

namespace heddle::detail {
namespace {

constexpr std::string_view comment_letter = "%";

/// Where the values of an array stand: column by column, in one triangle if the other follows from it.
class array_walk {
 public:
  array_walk(io::file_header const& shape, size_type position) : shape_(shape) {
    size_type low = 0, high = std::max<size_type>(shape.cols - 1, 0);
    while (low < high) {
      auto const middle = low + (high - low + 1) / 2;
      column_start(middle) <= position ? low = middle : high = middle - 1;
    }
    col_ = low;
    row_ = first_row(low) + (position - column_start(low));
  }

  size_type row() const { return row_; }
  size_type col() const { return col_; }

  void advance() {
    if (++row_ < shape_.rows) return;
    row_ = first_row(++col_);
  }

 private:
  size_type first_row(size_type col) const { return shape_.symmetric ? col : shape_.skew ? col + 1 : 0; }

  /// Values in the columns before `col`; no overflow, since all of them fit.
  size_type column_start(size_type col) const {
    __int128 const rows = shape_.rows - shape_.skew;
    auto const before = shape_.symmetric || shape_.skew ? col * rows - __int128(col) * (col - 1) / 2 : col * rows;
    return static_cast<size_type>(before);
  }

  io::file_header shape_;
  size_type row_ = 0;
  size_type col_ = 0;
};

template <class T, class Index> class reader {
 public:
  reader(text const& source, io::progress_callback const& progress, io::read_options const& options)
      : source_(source),
        progress_(progress),
        header_(*parse_matrix_market_header(source)),
        rules_{header_.shape.values, options.allow_nan} {}

  io::coordinates<T, Index> read() {
    require_shape_fits<Index>(source_, header_.size_line, shape().rows, shape().cols);
    blocks_ = cut_into_blocks(source_, header_.body, header_.size_line + 1, comment_letter);
    check_count();
    reserve();
    mirrored_.assign(blocks_.size() + 1, 0);
    for_each_block(source_, blocks_, progress_, [this](int b, line_block const& block) {
      mirrored_[b + 1] = header_.shape.array ? parse_array(block) : parse_coordinates(block);
    });
    check_one_sign();
    if (expands()) {
      check_one_triangle();
      append_mirrored();
    }
    return std::move(result_);
  }

 private:
  io::file_header const& shape() const { return header_.shape; }
  bool expands() const { return shape().symmetric || shape().skew; }
  bool has_values() const { return shape().values != io::field::pattern; }

  void check_count() const {
    auto const found = num_entries(blocks_), claimed = shape().entries;
    if (found == claimed) return;
    auto const line = line_of_entry(blocks_, std::max(claimed, size_type{0}), comment_letter);
    char const* const what = shape().array ? " values" : " entries";
    fail(source_.path, blocks_.empty() ? header_.size_line : line,
         concat(found < claimed ? "too few" : "too many", what, ": the size line says ", claimed, ", the file holds ",
                found));
  }

  void reserve() {
    result_.rows = shape().rows;
    result_.cols = shape().cols;
    result_.values = shape().values;
    result_.symmetric = shape().symmetric;
    double const entry_bytes = 2 * sizeof(Index) + (has_values() ? sizeof(T) : 0);
    require_entries_fit(source_, shape().entries, expands() ? 2 * entry_bytes : entry_bytes);
    auto const stored = static_cast<std::size_t>(shape().entries);
    auto const most = expands() ? 2 * stored : stored;  // pages that stay unused cost nothing
    result_.row.reserve(most);
    result_.col.reserve(most);
    if (has_values()) result_.value.reserve(most);
    resize(result_, shape().entries, has_values());
  }

  T parse_entry(char const*& at, value_rules const& rules) const {
    if (header_.unsigned_values && *skip_blanks(at) == '-') [[unlikely]] {
      at = skip_blanks(at);
      throw line_error{at, "the value " + shown_token(at) + " has a sign, and the file says that none has"};
    }
    return parse_value<T>(at, rules);
  }

  /// Of entries that are above 2^63 - 1 the first is kept.
  void note_above(bool& above, size_type k) {
    if (!above) [[likely]]
      return;
    above = false;
    for (auto seen = first_above_.load(); k < seen && !first_above_.compare_exchange_weak(seen, k);) continue;
  }

  /// What only unsigned integers hold and what only signed ones do is in no file together: no type is exact for both.
  void check_one_sign() const {
    auto const above = first_above_.load();
    if (above == no_limit) return;
    for (size_type k = 0; k < shape().entries; ++k) {
      bool const mirrored_above = shape().skew && k == above;
      if (!(result_.value[k] < T{0}) && !mirrored_above) continue;
      fail(source_.path, line_of_entry(blocks_, std::max(k, above), comment_letter),
           concat("there is a value above 9223372036854775807 on line ", line_of_entry(blocks_, above, comment_letter),
                  " and a negative one",
                  mirrored_above ? " in the other triangle"
                                 : concat(" on line ", line_of_entry(blocks_, k, comment_letter)),
                  ", and no 64-bit integer type holds both"));
    }
  }

  size_type parse_coordinates(line_block const& block) {
    size_type mirrored = 0;
    bool above = false;
    value_rules const rules{rules_.values, rules_.allow_nan, &above};
    block.for_each_entry(comment_letter, [&](size_type k, char const* const start) {
      char const* at = start;
      auto const row = parse_index(at, "row", 1, shape().rows);
      auto const col = parse_index(at, "column", 1, shape().cols);
      if (has_values()) result_.value[k] = parse_entry(at, rules);
      expect_line_end(at);
      note_above(above, k);
      if (shape().skew && row == col && result_.value[k] != T{0}) {
        throw line_error{start, "a skew-symmetric matrix has nothing but zeros on its diagonal"};
      }
      result_.row[k] = static_cast<Index>(row - 1);
      result_.col[k] = static_cast<Index>(col - 1);
      mirrored += row != col;
      return at;
    });
    return mirrored;
  }

  size_type parse_array(line_block const& block) {
    if (block.num_entries == 0) return 0;
    size_type mirrored = 0;
    bool above = false;
    value_rules const rules{rules_.values, rules_.allow_nan, &above};
    array_walk walk(shape(), block.first_entry);
    block.for_each_entry(comment_letter, [&](size_type k, char const* const start) {
      char const* at = start;
      result_.value[k] = parse_entry(at, rules);
      expect_line_end(at);
      note_above(above, k);
      result_.row[k] = static_cast<Index>(walk.row());
      result_.col[k] = static_cast<Index>(walk.col());
      mirrored += walk.row() != walk.col();
      walk.advance();
      return at;
    });
    return mirrored;
  }

  /// Both images of an entry would be summed in two orders, and the matrix would differ from its transpose.
  void check_one_triangle() const {
    auto const [k, earlier] = first_mirrored(result_.row, result_.col);
    if (k < 0) return;
    fail(source_.path, line_of_entry(blocks_, k, comment_letter),
         concat("row ", result_.row[k] + size_type{1}, ", column ", result_.col[k] + size_type{1},
                " mirrors the entry of line ", line_of_entry(blocks_, earlier, comment_letter),
                ", but the file's symmetry asks for one of the two"));
  }

  void append_mirrored() {
    for (std::size_t b = 1; b < mirrored_.size(); ++b) mirrored_[b] += mirrored_[b - 1];
    resize(result_, shape().entries + mirrored_.back(), has_values());
    for_each_block(source_, blocks_, {}, [this](int b, line_block const& block) {
      auto to = shape().entries + mirrored_[b];
      for (auto k = block.first_entry; k < block.first_entry + block.num_entries; ++k) {
        if (result_.row[k] != result_.col[k]) mirror(k, to++);
      }
    });
  }

  void mirror(size_type from, size_type to) {
    result_.row[to] = result_.col[from];
    result_.col[to] = result_.row[from];
    if (has_values()) result_.value[to] = shape().skew ? negated(from) : result_.value[from];
  }

  T negated(size_type k) const {
    auto const value = result_.value[k];
    bool const fits =
        std::floating_point<T> || (std::signed_integral<T> ? value != std::numeric_limits<T>::lowest() : value == 0);
    if (fits) return static_cast<T>(-value);
    fail(source_.path, line_of_entry(blocks_, k, comment_letter),
         concat("the mirror image of the value ", +value, " does not fit the element type"));
  }

  text const& source_;
  io::progress_callback const& progress_;
  matrix_market_header header_;
  value_rules rules_;
  std::atomic<size_type> first_above_ = no_limit;
  std::vector<line_block> blocks_;
  std::vector<size_type> mirrored_;  // entries off the diagonal in the blocks before this one
  io::coordinates<T, Index> result_;
};

}  // namespace

template <class T, class Index>
io::coordinates<T, Index> read_matrix_market(text const& source, io::progress_callback const& progress,
                                             io::read_options const& options) {
  return reader<T, Index>(source, progress, options).read();
}

#define INSTANTIATE(T, Index)                                                                      \
  template io::coordinates<T, Index> read_matrix_market(text const&, io::progress_callback const&, \
                                                        io::read_options const&);
#include "src/io/file_instances.hpp"

}  // namespace heddle::detail
