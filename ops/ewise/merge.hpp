// merge.hpp - the entries of two operands merged row by row, counted first and written then. Vectors are one row. The
// same functors on host and GPU.
// Odeh, Green, Mwassi, Shmueli & Birk, "Merge Path - Parallel Merging Made Simple", IPDPS workshops 2012.
#pragma once
#include <heddle/ops/ewise/host.hpp>
#include <heddle/ops/ewise/pairs.hpp>

namespace heddle {

namespace detail {

/// Arrays as they are; or of a width known at run time, so that one kernel serves all.
template <class Index, class Offset> struct typed_arrays {
  using indices = Index const*;
  using offsets = Offset const*;
  using indices_out = Index*;
  using offsets_out = Offset*;
};
struct coded_arrays {
  using indices = integers;
  using offsets = integers;
  using indices_out = integers_out;
  using offsets_out = integers_out;
};

template <class I> HEDDLE_FN constexpr void put(I* to, size_type i, size_type value) { to[i] = static_cast<I>(value); }
HEDDLE_FN inline void put(integers_out const& to, size_type i, size_type value) { to.set(i, value); }

/// Entries of rows, indices ascending within each.
template <class Arrays> struct sorted_rows {
  typename Arrays::offsets offsets;
  typename Arrays::indices indices;
  size_type nnz;
  bool one_row;  // a vector's; `offsets` is not read

  HEDDLE_FN size_type first(size_type row) const { return one_row ? row * nnz : static_cast<size_type>(offsets[row]); }
};

/// A step of the path consumes an entry of A or of B, by rows, then indices; of two that are equal A's comes first.
/// Shares are as many steps each, so long rows and short ones cost alike.
template <class Arrays> struct path_of_merge {
  sorted_rows<Arrays> a, b;
  size_type rows;
  size_type share;  // steps of one
  bool both;        // the result has what both have, else what either has

  HEDDLE_FN size_type steps() const { return a.nnz + b.nnz; }
  HEDDLE_FN size_type num_shares() const { return ceil_div(steps(), share); }
  HEDDLE_FN size_type first(size_type row) const { return a.first(row) + b.first(row); }

  /// The row that a step belongs to.
  HEDDLE_FN size_type row_of(size_type step) const {
    size_type from = 0, to = rows;
    while (from < to) {
      size_type const middle = from + (to - from) / 2;
      if (first(middle + 1) <= step) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
  /// How many entries of A the steps of `row` before `step` consume.
  HEDDLE_FN size_type consumed_of_a(size_type row, size_type step) const {
    size_type const taken = step - first(row), in_a = a.first(row), in_b = b.first(row);
    size_type from = max_of<size_type>(0, taken - (b.first(row + 1) - in_b)),
              to = min_of(taken, a.first(row + 1) - in_a);
    while (from < to) {
      size_type const middle = from + (to - from) / 2;
      if (a.indices[in_a + middle] <= b.indices[in_b + taken - 1 - middle]) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /// entry(index, x, y) for the results of a share, in order: entry x of A, entry y of B, below 0 where there is none.
  /// row(r) before them where the share has the first step of row r.
  template <class Row, class Entry> HEDDLE_FN void walk(size_type number, Row const& row, Entry const& entry) const {
    size_type step = number * share;
    size_type const end = min_of(step + share, steps());
    size_type r = row_of(step), x = a.first(r) + consumed_of_a(r, step), y = step - x;
    // The entry of A that is equal to it belongs to the share before, and has been joined with it there.
    if (y < b.first(r + 1) && x > a.first(r) && a.indices[x - 1] == b.indices[y]) ++y, ++step;
    while (step < end) {
      if (step == first(r)) row(r);
      size_type const to_a = a.first(r + 1), to_b = b.first(r + 1), to = min_of(end, to_a + to_b);
      while (step < to) {
        // Selected rather than branched on: which operand is next is anyone's guess.
        bool const in_a = x < to_a, in_b = y < to_b;
        size_type const i = in_a ? static_cast<size_type>(a.indices[x]) : last;
        size_type const j = in_b ? static_cast<size_type>(b.indices[y]) : last;
        bool const takes_a = i <= j, takes_b = j <= i;
        if (!both || i == j) entry(takes_a ? i : j, takes_a ? x : -1, takes_b ? y : -1);
        x += takes_a;
        y += takes_b;
        step += takes_a + takes_b;
      }
      if (step >= end) return;
      ++r;
      if (first(r + 1) == step) r = row_of(step);  // past rows without entries, of which there may be many
    }
  }

 private:
  static constexpr size_type last = std::numeric_limits<size_type>::max();  // above all indices
};

template <class I, class O> sorted_rows<coded_arrays> coded(sorted_rows<typed_arrays<I, O>> const& rows) {
  return {rows.offsets, rows.indices, rows.nnz, rows.one_row};
}
template <class I, class O> path_of_merge<coded_arrays> coded(path_of_merge<typed_arrays<I, O>> const& path) {
  return {coded(path.a), coded(path.b), path.rows, path.share, path.both};
}

template <class Arrays> inline constexpr bool are_typed = !std::is_same_v<Arrays, coded_arrays>;

/// counts[s] = results of share s.
template <class Arrays> struct merge_count {
  static constexpr bool in_library = !are_typed<Arrays>;
  path_of_merge<Arrays> path;
  size_type* counts;

  HEDDLE_FN void operator()(size_type s) const {
    size_type count = 0;
    path.walk(
        s, [](size_type) {}, [&](size_type, size_type, size_type) { ++count; });
    counts[s] = count;
  }
  merge_count<coded_arrays> coded() const requires are_typed<Arrays> { return {detail::coded(path), counts}; }
};

/// Values of the result at `to`, of entry x of A and entry y of B.
template <class Op, class A, class B, class Alone> struct merged_values {
  static constexpr bool in_library = false;
  values_view<A> a;
  values_view<B> b;
  paired_result<Op, A, B>* out;
  Op op;
  Alone alone;

  HEDDLE_FN void operator()(size_type to, size_type x, size_type y) const {
    combine_pair(op, alone, a, b, x, y, out + to);
  }
  static std::string kernel() { return pair_kernel<Op, A, B>(); }
};
template <class T> struct coded_values {
  static constexpr bool in_library = true;
  values_view<T> a, b;
  void* out;
  coded_alone<T> alone;
  int op;

  HEDDLE_FN void operator()(size_type to, size_type x, size_type y) const {
    cuda::with_coded(precompiled_ewise<T>{}, op, [&]<class Op>(std::type_identity<Op>) {
      combine_pair(Op{}, alone, a, b, x, y, static_cast<paired_result<Op, T, T>*>(out) + to);
    });
  }
};

template <class Values> inline constexpr bool has_code = false;
template <class Op, class A, class B, class Alone>
inline constexpr bool has_code<merged_values<Op, A, B, Alone>> = has_pair_code<Op, A, B>;

template <class Op, class T, class Alone> coded_values<T> coded(merged_values<Op, T, T, Alone> const& values) {
  return {values.a, values.b, values.out, coded<T>(values.alone), pair_code<Op, T>()};
}

/// Indices and values of the result, and where rows with entries begin.
template <class Arrays, class Values> struct merge_fill {
  static constexpr bool in_library = !are_typed<Arrays> && Values::in_library;
  path_of_merge<Arrays> path;
  size_type const* first;  // result of share s
  typename Arrays::indices_out indices;
  typename Arrays::offsets_out offsets;
  Values values;

  HEDDLE_FN void operator()(size_type s) const {
    size_type to = first[s];
    path.walk(
        s,
        [&](size_type row) {
          if (!path.a.one_row) put(offsets, row, to);
        },
        [&](size_type index, size_type x, size_type y) {
          put(indices, to, index);
          values(to, x, y);
          ++to;
        });
  }
  static std::string kernel() { return Values::kernel(); }
  auto coded() const requires are_typed<Arrays> && has_code<Values> {
    using by_code = decltype(detail::coded(values));
    return merge_fill<coded_arrays, by_code>{detail::coded(path), first, indices, offsets, detail::coded(values)};
  }
};

/// Where rows without entries begin: where the next one that has some does. Row `path.rows` is the end.
template <class Arrays> struct merge_empty_rows {
  static constexpr bool in_library = !are_typed<Arrays>;
  path_of_merge<Arrays> path;
  size_type nnz;  // of the result
  typename Arrays::offsets begins;
  typename Arrays::offsets_out offsets;

  HEDDLE_FN void operator()(size_type row) const {
    size_type const step = path.first(row);
    if (step == path.steps()) {
      put(offsets, row, nnz);
    } else if (path.first(row + 1) == step) {
      put(offsets, row, static_cast<size_type>(begins[path.row_of(step)]));
    }
  }
  merge_empty_rows<coded_arrays> coded() const requires are_typed<Arrays> {
    return {detail::coded(path), nnz, begins, offsets};
  }
};

}  // namespace detail

inline namespace HEDDLE_TOOLCHAIN {
namespace ewise_detail {

/// On a GPU so few steps that neighbouring threads read neighbouring lines; on the host so many that finding where a
/// share begins is little work.
inline size_type steps_of_share(executor const& exec) { return exec.is_host() ? host::most_of_share / 16 : 16; }

/// Results before those of each share, and of all at the end.
template <class Arrays>
buffer<size_type> count_merged(executor const& exec, detail::path_of_merge<Arrays> const& path) {
  size_type const shares = path.num_shares();
  buffer<size_type> first(exec, shares + 1);
  ops::for_each_index(exec, shares, detail::merge_count<Arrays>{path, first.data()});
  primitives::exclusive_sum(exec, first.data(), first.data(), shares);
  return first;
}

/// The same on the host, of matrices; what both have is listed.
template <class Path, class MatchesOf>
buffer<size_type> host_counts(executor const& exec, Path const& path, MatchesOf const& matches_of) {
  buffer<size_type> first(exec, path.num_shares() + 1);
  host::for_each_share(exec, path, [&, counts = first.data()](size_type s) {
    counts[s] = path.both ? host::match_share(path, s, matches_of(s)) : host::results_of_share(path, s);
  });
  primitives::exclusive_sum(exec, first.data(), first.data(), path.num_shares());
  return first;
}

/// op of the entries that both matrices have, or of those that either has, as `alone` says. Work
/// O(rows + nnz(A) + nnz(B)). Reads back the number of entries. Throws index_overflow where that does not fit.
template <class Op, class Alone, class A, class B, index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> merged(char const* what, executor const& exec, Op const& op,
                                                 Alone const& alone, detail::compressed<I, O> const& a,
                                                 detail::compressed<I, O> const& b) {
  using arrays = detail::typed_arrays<I, O>;
  using values = detail::merged_values<Op, A, B, Alone>;
  using D = detail::paired_result<Op, A, B>;
  detail::path_of_merge<arrays> const path{{a.offsets.data(), a.indices.data(), a.nnz, false},
                                           {b.offsets.data(), b.indices.data(), b.nnz, false},
                                           a.major,
                                           steps_of_share(exec),
                                           !alone.has_result(true, false)};
  bool const on_host = exec.is_host();
  buffer<host::matched_entries> matches(exec, on_host && path.both ? path.num_shares() * (path.share / 2 + 2) : 0);
  auto const matches_of = [&](size_type s) { return matches.data() + s * (path.share / 2 + 2); };
  auto const first = on_host ? host_counts(exec, path, matches_of) : count_merged(exec, path);
  size_type const n = first.get(path.num_shares());
  auto t = detail::new_result<I, O>(what, exec, a.major, a.minor, n, sizeof(D));
  values const by_op{a.template view<A>().values, b.template view<B>().values, detail::values_of<D>(*t), op, alone};
  O* const offsets = t->offsets.data();
  I* const indices = t->indices.data();
  if (on_host) {
    host::for_each_share(exec, path, [&, begins = first.data()](size_type s) {
      if (path.both)
        return host::fill_matches(path, s, matches_of(s), by_op, begins[s], begins[s + 1], indices, offsets);
      host::fill_share(path, s, by_op, begins[s], indices, offsets);
    });
  } else {
    ops::for_each_index(exec, path.num_shares(),
                        detail::merge_fill<arrays, values>{path, first.data(), indices, offsets, by_op});
  }
  ops::for_each_index(exec, a.major + 1, detail::merge_empty_rows<arrays>{path, n, offsets, offsets});
  return t;
}

/// op of the entries that either of two ascending lists has; the same for vectors.
template <class Op, class Alone, class U, class V, index_type I>
detail::sparse_form<I> merged(executor const& exec, Op const& op, Alone const& alone, detail::sparse_form<I> const& u,
                              detail::sparse_form<I> const& v) {
  using arrays = detail::typed_arrays<I, I>;
  using values = detail::merged_values<Op, U, V, Alone>;
  using D = detail::paired_result<Op, U, V>;
  detail::path_of_merge<arrays> const path{{nullptr, u.indices.data(), u.nvals, true},
                                           {nullptr, v.indices.data(), v.nvals, true},
                                           1,
                                           exec.is_host() ? 128 : steps_of_share(exec),
                                           false};
  auto const first = count_merged(exec, path);
  size_type const n = first.get(path.num_shares());
  detail::sparse_form<I> t{buffer<I>(exec, n), buffer<detail::byte>(exec, detail::bytes_of(n, sizeof(D))), n};
  values const by_op{
      {detail::typed<U>(u.values)}, {detail::typed<V>(v.values)}, reinterpret_cast<D*>(t.values.data()), op, alone};
  ops::for_each_index(exec, path.num_shares(),
                      detail::merge_fill<arrays, values>{path, first.data(), t.indices.data(), nullptr, by_op});
  return t;
}

}  // namespace ewise_detail
}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
