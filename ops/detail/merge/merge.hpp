// merge.hpp - the entries of two operands merged row by row: what the results are made of is found first, and their
// values are then made of it. Vectors are one row.
#pragma once
#include <heddle/ops/detail/merge/host.hpp>
#include <heddle/ops/detail/merge/merged_tiles.hpp>
#include <heddle/ops/detail/merge/pairs.hpp>

namespace heddle::detail {

/// How many pairs a thread holds.
template <class A, class B> constexpr int few_of() {
  constexpr std::size_t bytes = sizeof(A) + sizeof(B);
  return bytes <= 8 ? 4 : bytes <= 16 ? 2 : 1;
}

/// What some results are made of.
template <class A, class B, int n> struct merged_operands {
  few<A, n> left;
  few<B, n> right;

  HEDDLE_FN merged_operands(values_view<A> const& a, values_view<B> const& b, few<merged_source const, n>& from,
                            size_type x, size_type y) {
    for (int k = 0; k < n; ++k) {
      left[k] = a.load(from[k].has_a(), x + from[k].x());
      right[k] = b.load(from[k].has_b(), y + from[k].y());
    }
  }
  template <class Op, class Alone>
  HEDDLE_FN void combine(Op const& op, Alone const& alone, few<merged_source const, n>& from,
                         paired_result<Op, A, B>* out, int stride) const {
    for (int k = 0; k < n; ++k) {
      if (from[k].word == 0) continue;
      out[k * stride] = combined(op, alone, left[k], right[k], from[k].has_a(), from[k].has_b());
    }
  }
};

/// Values of the result at `to`, of entry x of A and entry y of B. put: of several at once, so that all their loads are
/// under way; those of tiles are a stride apart.
template <class Op, class A, class B, class Alone> struct merged_values {
  static constexpr bool in_library = false;
  static constexpr int at_once = few_of<A, B>();
  values_view<A> a;
  values_view<B> b;
  paired_result<Op, A, B>* out;
  Op op;
  Alone alone;

  HEDDLE_FN void operator()(size_type to, size_type x, size_type y) const {
    combine_pair(op, alone, a, b, x, y, out + to);
  }
  HEDDLE_FN void put(few<merged_source const, at_once>& from, size_type x, size_type y, size_type to,
                     int stride) const {
    merged_operands<A, B, at_once>(a, b, from, x, y).combine(op, alone, from, out + to, stride);
  }
  static std::string kernel() { return pair_kernel<Op, A, B>(); }
};
template <class T> struct values_by_code {
  static constexpr bool in_library = true;
  static constexpr int at_once = few_of<T, T>();
  values_view<T> a, b;
  void* out;
  alone_by_code<T> alone;
  int op;

  HEDDLE_FN void put(few<merged_source const, at_once>& from, size_type x, size_type y, size_type to,
                     int stride) const {
    merged_operands<T, T, at_once> const operands(a, b, from, x, y);
    by_code<binary_operators<T>, table::pairs>(op, [&]<class Op>(std::type_identity<Op>) {
      operands.combine(Op{}, alone, from, static_cast<paired_result<Op, T, T>*>(out) + to, stride);
    });
  }
};

template <class Values> inline constexpr bool has_code = false;
template <class Op, class A, class B, class Alone>
inline constexpr bool has_code<merged_values<Op, A, B, Alone>> = has_pair_code<Op, A, B>;

template <class Op, class T, class Alone> values_by_code<T> by_code(merged_values<Op, T, T, Alone> const& values) {
  return {values.a, values.b, values.out, by_code<T>(values.alone), pair_code<Op, T>()};
}

/// The results of every tile, for for_each_in_tiles.
template <class Values> struct merge_fill {
  static constexpr bool in_library = Values::in_library;
  static constexpr int resident_blocks = Values::at_once > 1 ? 6 : 1;  // that registers leave room for
  merged_tiles_view tiles;
  integers a, b;  // indices of the operands
  integers_out indices;
  Values values;

  HEDDLE_FN void operator()(size_type tile, int lane, int lanes) const {
    strided_tile const of{tiles.x[tile],
                          tiles.y[tile],
                          tiles.first[tile],
                          tiles.sources + tile * tiles.stride,
                          static_cast<int>(tiles.length(tile)),
                          lane,
                          lanes};
    // Indices go before values: all together would take so many registers that few threads are resident.
    if (a.wide) {
      put_indices<std::int64_t, 4>(of);
    } else {
      put_indices<std::int32_t, 8>(of);
    }
    for_each_few<Values::at_once>(of,
                                  [&](auto const& from, size_type to) { values.put(from, of.x, of.y, to, of.lanes); });
  }

  static std::string kernel() { return Values::kernel(); }
  auto by_code() const requires has_code<Values> {
    return merge_fill<decltype(detail::by_code(values))>{tiles, a, b, indices, detail::by_code(values)};
  }

 private:
  struct strided_tile {
    size_type x, y, to;
    merged_source const* sources;
    int length, lane, lanes;
  };

  /// body(sources, to): those of results to, to + lanes, ...; beyond the tile of neither operand. Lanes begin where a
  /// line of the results does.
  template <int n, class Body> HEDDLE_FN static void for_each_few(strided_tile const& of, Body const& body) {
    for (int first = of.lane - static_cast<int>(of.to % 32); first < of.length; first += n * of.lanes) {
      few<merged_source, n> from;
      for (int k = 0; k < n; ++k) {
        int const at = first + k * of.lanes;
        from[k] = at >= 0 && at < of.length ? of.sources[at] : merged_source{0};
      }
      body(from, of.to + first);
    }
  }
  template <class Index, int n> HEDDLE_FN void put_indices(strided_tile const& of) const {
    auto const* const of_a = static_cast<Index const*>(a.data) + of.x;
    auto const* const of_b = static_cast<Index const*>(b.data) + of.y;
    for_each_few<n>(of, [&](few<merged_source const, n>& from, size_type to) {
      few<Index, n> index;
      for (int k = 0; k < n; ++k) {
        bool const has_a = from[k].has_a();
        if (from[k].word != 0) index[k] = (has_a ? of_a : of_b)[has_a ? from[k].x() : from[k].y()];
      }
      for (int k = 0; k < n; ++k) {
        if (from[k].word != 0) static_cast<Index*>(indices.data)[to + k * of.lanes] = index[k];
      }
    });
  }
};

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::merge_detail {

/// Results before those of each share, and of all at the end; what both have is listed.
template <class Path, class MatchesOf>
buffer<size_type> host_counts(executor const& exec, Path const& path, MatchesOf const& matches_of) {
  buffer<size_type> first(exec, path.num_shares() + 1);
  host::for_each_share(exec, path, [&, counts = first.data()](size_type s) {
    counts[s] = path.both ? host::match_share(path, s, matches_of(s)) : host::results_of_share(path, s);
  });
  primitives::exclusive_sum(exec, first.data(), first.data(), path.num_shares());
  return first;
}

/// Where results go; `offsets` null: of a vector.
template <class Values, class I, class O> struct merged_arrays {
  Values values;
  I* indices;
  O* offsets;
};

/// Merges on the host. make_room(n) gives room for so many results.
template <class Path, class Room> void merge_on_host(executor const& exec, Path const& path, Room const& make_room) {
  buffer<host::matched_entries> matches(exec, path.both ? path.num_shares() * (path.share / 2 + 2) : 0);
  auto const matches_of = [&](size_type s) { return matches.data() + s * (path.share / 2 + 2); };
  auto const first = host_counts(exec, path, matches_of);
  size_type const n = first.get(path.num_shares());
  auto const to = make_room(n);
  host::for_each_share(exec, path, [&, begins = first.data()](size_type s) {
    if (path.both) {
      return host::fill_matches(path, s, matches_of(s), to.values, begins[s], begins[s + 1], to.indices, to.offsets);
    }
    host::fill_share(path, s, to.values, begins[s], to.indices, to.offsets);
  });
  if (to.offsets) host::place_empty_rows(exec, path, n, to.offsets);
}

/// The same on a GPU.
template <class Path, class Room> void merge_on_gpu(executor const& exec, Path const& path, Room const& make_room) {
  auto const either = detail::either_width(path);
  auto const tiles = gpu::merge_tiles(exec, either);
  auto const to = make_room(tiles.count);
  ops::for_each_in_tiles(
      exec, tiles.tiles,
      detail::merge_fill<decltype(to.values)>{tiles.view(), either.a.indices, either.b.indices, to.indices, to.values});
  if (to.offsets) gpu::merged_offsets(exec, either, tiles, to.offsets);
}

template <class Path, class Room> void merge(executor const& exec, Path path, Room const& make_room) {
  if (exec.is_host()) {
    // So many that finding where a share begins is little work.
    path.share = host::most_of_share / 16;
    return merge_on_host(exec, path, make_room);
  }
  path.share = detail::merged_tiles_view::steps;
  merge_on_gpu(exec, path, make_room);
}

/// The entries of an operand that are kept, of which some are not; on a GPU merges leave them out by themselves.
template <class T, index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> kept_on_host(detail::compressed<I, O> const& a, detail::byte const* kept) {
  auto result = detail::kept_entries(a, a.one_value ? nullptr : a.values.data(), sizeof(T), kept);
  if (a.one_value) primitives::fill(a.exec, result->values.data(), result->nnz, sizeof(T), a.one.data());
  return result;
}

/// op of the entries that both matrices have, or of those that either has, as `alone` says; of those that are kept,
/// where flags say which (null: all). Work O(rows + nnz(A) + nnz(B)). Reads back the number of entries. Throws
/// index_overflow where that does not fit.
template <class Op, class Alone, class A, class B, index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> merged_rows(char const* what, executor const& exec, Op const& op,
                                                      Alone const& alone, detail::compressed<I, O> const& a,
                                                      detail::compressed<I, O> const& b,
                                                      detail::byte const* kept_a = nullptr,
                                                      detail::byte const* kept_b = nullptr) {
  if (exec.is_host() && kept_a) {
    return merged_rows<Op, Alone, A, B>(what, exec, op, alone, *kept_on_host<A>(a, kept_a), b, nullptr, kept_b);
  }
  if (exec.is_host() && kept_b) {
    return merged_rows<Op, Alone, A, B>(what, exec, op, alone, a, *kept_on_host<B>(b, kept_b));
  }
  using values = detail::merged_values<Op, A, B, Alone>;
  using D = detail::paired_result<Op, A, B>;
  detail::path_of_merge<I const*, O const*> const path{{a.offsets.data(), a.indices.data(), a.nnz, false, kept_a},
                                                       {b.offsets.data(), b.indices.data(), b.nnz, false, kept_b},
                                                       a.major,
                                                       a.minor,
                                                       0,
                                                       !alone.has_result(true, false)};
  std::shared_ptr<detail::compressed<I, O>> t;
  merge(exec, path, [&](size_type n) {
    t = detail::new_result<I, O>(what, exec, a.major, a.minor, n, sizeof(D));
    return merged_arrays<values, I, O>{
        {a.template view<A>().values, b.template view<B>().values, detail::values_of<D>(*t), op, alone},
        t->indices.data(),
        t->offsets.data()};
  });
  return t;
}

/// op of the entries that either of two ascending lists has; the same for vectors.
template <class Op, class Alone, class U, class V, index_type I>
detail::sparse_form<I> merged_lists(executor const& exec, Op const& op, Alone const& alone,
                                    detail::sparse_form<I> const& u, detail::sparse_form<I> const& v) {
  using values = detail::merged_values<Op, U, V, Alone>;
  using D = detail::paired_result<Op, U, V>;
  detail::path_of_merge<I const*, I const*> const path{{nullptr, u.indices.data(), u.nvals, true},
                                                       {nullptr, v.indices.data(), v.nvals, true},
                                                       1,
                                                       std::numeric_limits<I>::max(),
                                                       0,
                                                       false};
  detail::sparse_form<I> t;
  merge(exec, path, [&](size_type n) {
    t = {buffer<I>(exec, n), buffer<detail::byte>(exec, detail::bytes_of(n, sizeof(D))), n};
    return merged_arrays<values, I, I>{
        {{detail::typed<U>(u.values)}, {detail::typed<V>(v.values)}, reinterpret_cast<D*>(t.values.data()), op, alone},
        t.indices.data(),
        nullptr};
  });
  return t;
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::merge_detail
