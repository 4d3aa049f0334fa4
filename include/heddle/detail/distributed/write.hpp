// write.hpp - how a distributed operation writes: every rank makes its part anew, and all take the place of the old
// ones together, so that a failure of one rank leaves every part as it was.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/distributed/matrix.hpp>
#include <heddle/distributed/vector.hpp>
#include <tuple>

namespace heddle::detail {

template <class T> inline constexpr bool is_distributed_vector = false;
template <class T, class I> inline constexpr bool is_distributed_vector<distributed::vector<T, I>> = true;

template <class W, index_type I, class V>
void require_alike(char const* what, distributed::vector<W, I> const& w, char const* name, V const& v, size_type size,
                   char const* name_of_w = "w") {
  if (!(v.ranks() == w.ranks())) {
    throw invalid_argument(concat(what, ": ", name_of_w, " and ", name, " are of different groups"));
  }
  if (size != w.size()) {
    throw dimension_mismatch(concat(what, ": ", name_of_w, " has ", w.size(), " positions, ", name, " ", size));
  }
}

/// A part by `by` of v: v's own, or one that is kept in `kept`.
template <class T, index_type I>
heddle::vector<T, I> const& part_by(distributed::member& m, distributed::vector<T, I> const& v,
                                    distributed::dealing const& by, std::optional<heddle::vector<T, I>>& kept) {
  if (v.dealt_by() == by) return v.part(m);
  return kept.emplace(redealt(m, v.part(m), v.dealt_by(), by));
}
/// The rows of A at this rank, which has been found to be dealt out by `by`.
template <class T, index_type I, index_type O>
heddle::matrix<T, I, O> const& part_by(distributed::member& m, distributed::matrix<T, I, O> const& a,
                                       distributed::dealing const&, std::optional<heddle::matrix<T, I, O>>&) {
  return a.part(m);
}

template <class M> inline constexpr bool is_distributed_mask = is_distributed_vector<M>;
template <class V> inline constexpr bool is_distributed_mask<mask_of<V>> = is_distributed_vector<V>;

/// A distributed container is its value mask; masks stay what they are.
template <class M> auto as_distributed_mask(M const& mask) {
  if constexpr (requires { mask.container; }) {
    return mask;
  } else {
    return mask_of<M>{&mask, false, false};
  }
}

/// Calls use(mask of this rank's part by `by`).
template <class Mask, class Use>
void with_local_mask(distributed::member& m, Mask const& mask, distributed::dealing const& by, Use const& use) {
  if constexpr (std::is_same_v<Mask, no_mask_type>) {
    use(no_mask);
  } else {
    auto const given = as_distributed_mask(mask);
    using part_type = typename std::remove_cvref_t<decltype(*given.container)>::part_type;
    std::optional<part_type> kept;
    auto const& part = part_by(m, *given.container, by, kept);
    use(mask_of<part_type>{&part, given.structural, given.complemented});
  }
}

/// w = what compute(m, out, local mask) writes to `out`, the rank's part of w by `by`: with the old entries where mask
/// or accumulator need them.
template <class W, index_type I, class Mask, class Accum, class Compute>
void write_parts(char const* what, distributed::vector<W, I>& w, Mask const& mask, Accum const&, descriptor const& d,
                 distributed::dealing const& by, Compute const& compute) {
  check_descriptor(d);
  constexpr bool masked = !std::is_same_v<Mask, no_mask_type>;
  static_assert(!masked || is_distributed_mask<Mask>,
                "heddle: the mask of a distributed vector is no_mask, a distributed vector m, structure(m) or "
                "complement(m)");
  if constexpr (masked) {
    auto const given = as_distributed_mask(mask);
    require_alike(what, w, "the mask", *given.container, given.container->size());
  }
  bool const keeps = !std::is_same_v<Accum, no_accum_type> || (masked && !d.replace), own = w.dealt_by() == by;
  bool const stays_in_one_array = keeps && own && one_array_access::begin_of(w);
  using part = heddle::vector<W, I>;
  full_parts<W, I> copies(by);
  w.replace_parts(each_makes<part>(w.ranks(), [&](distributed::member& m) {
    auto out = [&]() -> part {
      if (!keeps) return part(by.size_of(m.rank()), m.exec());
      if (stays_in_one_array) return copies.copy_of(m.rank(), w.part(m));
      if (own) return w.part(m);
      return redealt(m, w.part(m), w.dealt_by(), by);
    }();
    with_local_mask(m, mask, by, [&](auto const& local) { compute(m, out, local); });
    return own ? std::move(out) : redealt(m, out, by, w.dealt_by());
  }));
}

/// w = compute(out, local mask, position of the part, parts of the operands), each as w is dealt out.
template <class W, index_type I, class Mask, class Accum, class Compute, class... Operands>
void entry_by_entry(char const* what, distributed::vector<W, I>& w, Mask const& mask, Accum const& accum,
                    descriptor const& d, Compute const& compute, Operands const&... operands) {
  (require_alike(what, w, "an operand", operands, operands.size()), ...);
  auto const& by = w.dealt_by();
  write_parts(what, w, mask, accum, d, by, [&](distributed::member& m, heddle::vector<W, I>& out, auto const& local) {
    std::tuple<std::optional<typename Operands::part_type>...> kept;
    std::apply([&](auto&... k) { compute(out, local, by.begin(m.rank()), part_by(m, operands, by, k)...); }, kept);
  });
}

template <class T> inline constexpr bool is_distributed_matrix = false;
template <class T, index_type I, index_type O>
inline constexpr bool is_distributed_matrix<distributed::matrix<T, I, O>> = true;
template <class M> inline constexpr bool is_distributed_matrix<mask_of<M>> = is_distributed_matrix<M>;

/// Rows of an operand stand where those of C do, and are as many and as long.
template <class C, class A> void require_rows_alike(char const* what, C const& c, char const* name, A const& a) {
  if (!(a.ranks() == c.ranks())) { throw invalid_argument(concat(what, ": C and ", name, " are of different groups")); }
  if (a.rows() != c.rows() || a.cols() != c.cols()) {
    throw dimension_mismatch(
        concat(what, ": C is ", c.rows(), " x ", c.cols(), ", ", name, " ", a.rows(), " x ", a.cols()));
  }
  if (!(a.dealt_by() == c.dealt_by())) {
    throw invalid_argument(concat(what, ": the rows of ", name, " have to be dealt out as those of C"));
  }
}

/// C = what compute(m, out, local mask) writes to `out`, the rows of each rank; C is as it was where that fails at any.
template <class W, index_type I, index_type O, class Mask, class Accum, class Compute>
void write_rows(char const* what, distributed::matrix<W, I, O>& c, Mask const& mask, Accum const&, descriptor const& d,
                Compute const& compute) {
  using part = heddle::matrix<W, I, O>;
  constexpr bool masked = !std::is_same_v<Mask, no_mask_type>;
  constexpr bool masks_rows = !masked || is_distributed_matrix<Mask>;
  static_assert(masks_rows,
                "heddle: the mask of a distributed matrix is no_mask, a distributed matrix M, structure(M) or "
                "complement(M)");
  if constexpr (masks_rows) {
    check_descriptor(d);
    if constexpr (masked) require_rows_alike(what, c, "the mask", *as_distributed_mask(mask).container);
    bool const keeps = !std::is_same_v<Accum, no_accum_type> || (masked && !d.replace);
    auto const& by = c.dealt_by();
    c = distributed::matrix<W, I, O>::from_parts(by, c.cols(), c.ranks(), [&](distributed::member& m) {
      part out = keeps ? c.part(m) : part(by.size_of(m.rank()), c.cols(), m.exec());
      with_local_mask(m, mask, by, [&](auto const& local) { compute(m, out, local); });
      return out;
    });
  }
}

/// C = what compute(out, local mask, first row, parts of the operands) writes, whose rows stand where those of C do.
template <class W, index_type I, index_type O, class Mask, class Accum, class Compute, class... Operands>
void entry_by_entry(char const* what, distributed::matrix<W, I, O>& c, Mask const& mask, Accum const& accum,
                    descriptor const& d, Compute const& compute, Operands const&... operands) {
  (require_rows_alike(what, c, "an operand", operands), ...);
  write_rows(what, c, mask, accum, d, [&](distributed::member& m, auto& out, auto const& local) {
    compute(out, local, c.dealt_by().begin(m.rank()), operands.part(m)...);
  });
}

/// What C is made of entry by entry: of the same kind and of the same widths as C, with values of any domain.
template <class X, class C> inline constexpr bool is_dealt_operand_into = false;
template <class U, class W, index_type I>
inline constexpr bool is_dealt_operand_into<distributed::vector<U, I>, distributed::vector<W, I>> = true;
template <class A, class W, index_type I, index_type O>
inline constexpr bool is_dealt_operand_into<distributed::matrix<A, I, O>, distributed::matrix<W, I, O>> = true;
template <class X, class C>
concept dealt_operand_into = is_dealt_operand_into<X, C>;

}  // namespace heddle::detail
