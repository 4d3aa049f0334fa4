// index_set.hpp - which positions of a dimension an operation takes: all, a range with a stride, or a list.
// GraphBLAS C API 2.1, section 4.3.6: the index arrays of extract and assign.
#pragma once
#include <algorithm>
#include <heddle/base/error.hpp>
#include <heddle/base/types.hpp>
#include <initializer_list>
#include <limits>
#include <span>
#include <vector>

namespace heddle {

/// Every position, in order.
struct all_type {};
/// Every position, in order (GrB_ALL).
inline constexpr all_type all{};

/// begin, begin + stride, begin + 2 stride, ... before `end`; range(9, -1, -1) is ten positions backwards.
struct index_range {
  size_type begin = 0, end = 0, stride = 1;

  /// How many positions; 0 where `end` does not lie ahead. The stride is not 0.
  constexpr size_type count() const {
    if (stride > 0 ? begin >= end : begin <= end) return 0;
    auto const wide = [](size_type i) { return static_cast<std::uint64_t>(i); };  // differences may pass 2^63
    std::uint64_t const length = stride > 0 ? wide(end) - wide(begin) : wide(begin) - wide(end);
    std::uint64_t const step = stride > 0 ? wide(stride) : 0 - wide(stride);
    return static_cast<size_type>(std::min(wide(std::numeric_limits<size_type>::max()), (length - 1) / step + 1));
  }
};

/// Throws invalid_argument where the stride is 0.
[[nodiscard]] inline index_range range(size_type begin, size_type end, size_type stride = 1) {
  if (stride == 0) throw invalid_argument(detail::concat("range(", begin, ", ", end, ", 0): the stride is 0"));
  return {begin, end, stride};
}

/// A selection of positions as a value: made of `all`, of a range, or of a list in host memory, which it copies and
/// which may name a position more than once. It knows no dimension: the operation that is given it checks positions.
template <index_type Index> class index_set {
 public:
  index_set(all_type) {}
  index_set(index_range const& positions)
      : kind_(kind::range), range_(heddle::range(positions.begin, positions.end, positions.stride)) {}
  index_set(std::vector<Index> list) : list_(std::move(list)), kind_(kind::list) {}
  index_set(std::span<Index const> list) : list_(list.begin(), list.end()), kind_(kind::list) {}
  index_set(std::initializer_list<Index> list) : list_(list), kind_(kind::list) {}

  bool is_all() const { return kind_ == kind::every; }
  bool is_list() const { return kind_ == kind::list; }
  /// How many positions are chosen of a dimension of `size`.
  size_type count(size_type size) const {
    return is_all() ? size : is_list() ? static_cast<size_type>(list_.size()) : range_.count();
  }
  /// The range; of `all` positions of a dimension of `size` too.
  index_range range_of(size_type size) const { return is_all() ? index_range{0, size, 1} : range_; }
  std::vector<Index> const& list() const { return list_; }

 private:
  enum class kind : std::uint8_t { every, range, list };
  std::vector<Index> list_;  // first: an assignment that finds no memory for it changes nothing
  kind kind_ = kind::every;
  index_range range_;
};

namespace detail {

/// As a parameter that takes all of these where the operation's other operands tell the index type.
template <index_type Index> using index_argument = std::type_identity_t<index_set<Index>>;

}  // namespace detail
}  // namespace heddle
