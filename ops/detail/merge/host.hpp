// host.hpp - the entries of two matrices merged on the CPU: shares of the path cut into parts of rows, each merged by
// short loops without a branch on which operand is next.
#pragma once
#include <array>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/ops/detail/merge/pairs.hpp>

namespace heddle::host {

/// Entries [x, x_end) of A and [y, y_end) of B, all of row `row` that a share has; `begins`: the row begins there.
struct merged_part {
  size_type row, x, x_end, y, y_end;
  bool begins;
};

/// body(part) for the rows of a share of a path_of_merge, those without entries left out.
template <class Path, class Body> void for_each_part(Path const& path, size_type number, Body const& body) {
  size_type step = number * path.share;
  size_type const end = min_of(step + path.share, path.steps());
  size_type row = path.row_of(step), x = path.a.first(row) + path.consumed_of_a(row, step), y = step - x;
  y += path.joined(row, x, y);
  bool begins = step == path.first(row);
  for (step = x + y; step < end;) {
    size_type x_end = path.a.first(row + 1), y_end = path.b.first(row + 1);
    if (x_end + y_end > end) {
      x_end = path.a.first(row) + path.consumed_of_a(row, end);
      y_end = end - x_end;
      y_end += path.joined(row, x_end, y_end);
    }
    body(merged_part{row, x, x_end, y, y_end, begins});
    x = x_end;
    y = y_end;
    step = x + y;
    if (step >= end) return;
    ++row;
    if (path.first(row + 1) == step) row = path.row_of(step);  // past rows without entries, of which there may be many
    begins = true;
  }
}

/// Where the columns of a part of A stand, by their last bits: of columns that lie close no two share a place. To look
/// B's up there is throughput, where a merge waits for each comparison before it knows the next.
class places_of_part {
 public:
  static constexpr size_type width = 8192;  // half of a first-level cache

  /// visit(x, y, matches) for every entry y of B, x in A; false, and nothing done, where columns lie too far apart.
  /// first_x: of the share, no part of which comes twice.
  template <class Index, class Visit>
  bool for_each_match(Index const* in_a, Index const* in_b, merged_part const& part, size_type first_x,
                      Visit const& visit) {
    if (part.x == part.x_end || in_a[part.x_end - 1] - in_a[part.x] >= static_cast<Index>(width)) return false;
    for (size_type x = part.x; x < part.x_end; ++x) at_[place(in_a[x])] = static_cast<std::uint16_t>(x - first_x);
    for (size_type y = part.y; y < part.y_end; ++y) {
      Index const j = in_b[y];
      size_type const x = first_x + at_[place(j)];  // perhaps of a part before
      visit(x, y, (x >= part.x) & (in_a[x] == j));
    }
    return true;
  }

 private:
  template <class Index> static std::size_t place(Index column) { return static_cast<std::size_t>(column) % width; }
  std::array<std::uint16_t, width> at_{};
};

/// visit(x, y, matches) for entries of a part among which are all that stand at one position.
template <class Index, class Visit>
void for_each_match(Index const* in_a, Index const* in_b, merged_part const& part, size_type first_x,
                    places_of_part& places, Visit const& visit) {
  if (places.for_each_match(in_a, in_b, part, first_x, visit)) return;
  size_type x = part.x, y = part.y;
  while (x < part.x_end && y < part.y_end) {  // without a branch on which is next, which is anyone's guess
    Index const i = in_a[x], j = in_b[y];
    visit(x, y, i == j);
    x += i <= j;
    y += j <= i;
  }
}

/// How many results a share has where either operand has an entry.
template <class Path> size_type results_of_share(Path const& path, size_type number) {
  size_type both = 0, all = 0, first_x = -1;
  places_of_part places;
  for_each_part(path, number, [&](merged_part const& part) {
    if (first_x < 0) first_x = part.x;
    all += (part.x_end - part.x) + (part.y_end - part.y);
    for_each_match(path.a.indices, path.b.indices, part, first_x, places,
                   [&](size_type, size_type, bool matches) { both += matches; });
  });
  return all - both;
}

/// Entries of A and B at one position, counted from the first ones of their share.
struct matched_entries {
  std::uint16_t x, y;
};
inline constexpr size_type most_of_share = size_type{1} << 16;  // steps, so that they can be

/// The matches of a share, of which there are share / 2 + 1 at most, and room for one more; returns their number.
template <class Path> size_type match_share(Path const& path, size_type number, matched_entries* to) {
  size_type n = 0, first_x = -1, first_y = -1;
  places_of_part places;
  for_each_part(path, number, [&](merged_part const& part) {
    if (first_x < 0) first_x = part.x, first_y = part.y;
    for_each_match(path.a.indices, path.b.indices, part, first_x, places, [&](size_type x, size_type y, bool matches) {
      to[n] = {static_cast<std::uint16_t>(x - first_x), static_cast<std::uint16_t>(y - first_y)};
      n += matches;
    });
  });
  return n;
}

/// Their results, from `to` on.
template <class Path, class Values, class Index, class Offset>
void fill_matches(Path const& path, size_type number, matched_entries const* match, Values const& values, size_type to,
                  size_type limit, Index* indices, Offset* offsets) {
  size_type first_x = -1, first_y = -1;
  auto const in = values;
  for_each_part(path, number, [&](merged_part const& part) {
    if (first_x < 0) first_x = part.x, first_y = part.y;
    if (part.begins && offsets) offsets[part.row] = static_cast<Offset>(to);
    for (; to < limit && first_x + match->x < part.x_end; ++to, ++match) {
      size_type const x = first_x + match->x;
      indices[to] = path.a.indices[x];
      in(to, x, first_y + match->y);
    }
  });
}

/// What either of two entries gives or both. Operators of the library are asked for all: nobody can see it.
template <class Op, class Alone, class U, class V>
void put_pair(Op const& op, Alone const& alone, values_view<U> const& u, values_view<V> const& v, size_type x,
              size_type y, bool takes_u, bool takes_v, detail::paired_result<Op, U, V>* to) {
  using result = detail::paired_result<Op, U, V>;
  if constexpr (detail::has_pair_code<Op, U, V> && !std::is_same_v<Alone, detail::none_alone>) {
    U const left = u[x];
    V const right = v[y];
    result const both = op(left, right), of_left = alone.template of_left<result>(op, left),
                 of_right = alone.template of_right<result>(op, right);
    result const with_left = takes_v ? both : of_left;
    *to = takes_u ? with_left : of_right;
  } else {
    detail::combine_pair(op, alone, u, v, takes_u ? x : -1, takes_v ? y : -1, to);
  }
}

/// The results of a share where either operand has an entry, from `to` on; Values is detail::merged_values.
template <class Path, class Values, class Index, class Offset>
void fill_share(Path const& path, size_type number, Values const& values, size_type to, Index* indices,
                Offset* offsets) {
  auto const a = values.a;
  auto const b = values.b;
  auto const *const in_a = path.a.indices, *const in_b = path.b.indices;
  auto* const out = values.out;
  for_each_part(path, number, [&](merged_part const& part) {
    if (part.begins && offsets) offsets[part.row] = static_cast<Offset>(to);
    size_type x = part.x, y = part.y;
    for (; x < part.x_end && y < part.y_end; ++to) {
      Index const i = in_a[x], j = in_b[y];
      bool const takes_a = i <= j, takes_b = j <= i;
      indices[to] = takes_a ? i : j;
      put_pair(values.op, values.alone, a, b, x, y, takes_a, takes_b, out + to);
      x += takes_a;
      y += takes_b;
    }
    for (; x < part.x_end; ++x, ++to) {
      indices[to] = in_a[x];
      values(to, x, -1);
    }
    for (; y < part.y_end; ++y, ++to) {
      indices[to] = in_b[y];
      values(to, -1, y);
    }
  });
}

/// body(share) for every share of a path, by the threads of `exec`.
template <class Path, class Body> void for_each_share(executor const& exec, Path const& path, Body const& body) {
  parallel_for(path.steps() < serial_below ? 1 : exec.num_workers(), path.num_shares(), 1, body);
}

/// offsets[r] where row r has no entry in either operand: where the next row that has some begins, or the `nnz` results
/// end.
template <class Path, class Offset>
void place_empty_rows(executor const& exec, Path const& path, size_type nnz, Offset* offsets) {
  parallel_for(exec, path.rows + 1, [=](size_type row) {
    size_type const step = path.first(row);
    if (step == path.steps()) {
      offsets[row] = static_cast<Offset>(nnz);
    } else if (path.first(row + 1) == step) {
      offsets[row] = offsets[path.row_of(step)];
    }
  });
}

}  // namespace heddle::host
