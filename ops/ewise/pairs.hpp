// pairs.hpp - op(u(i), v(i)) wherever two vectors both have an entry: what ewise_mult and select_with are made of.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/operand.hpp>
#include <heddle/ops/sparse_result.hpp>

namespace heddle {

namespace detail {

/// The operands and results of t = u .op v, by their addresses; either may be one value for all positions.
template <class T> struct paired_operands {
  size_type n;
  integers indices;  // without data: k itself
  values_view<T> u;
  byte const* u_present;  // with indices null only; null: full
  values_view<T> v;
  byte const* v_present;  // null: full
  void* out;              // of what the operator answers
  byte* flags;            // null: they are not asked for

  /// flags[k] = v has an entry at indices[k]; out[k] = op(u[k], v(indices[k])) there.
  template <class Op> HEDDLE_FN void combine(Op const& op, size_type k) const {
    using result = std::invoke_result_t<Op const&, T, T>;
    size_type const i = indices.data ? indices[k] : k;
    bool const both = (!u_present || u_present[k]) && (!v_present || v_present[i]);
    if (both) static_cast<result*>(out)[k] = op(u[k], v[i]);
    if (flags) flags[k] = both;
  }
};

template <class T>
using precompiled_ewise = type_list<plus<T>, minus<T>, times<T>, minimum<T>, maximum<T>, first<T>, second<T>, less<T>,
                                    equal<T>, not_equal<T>, differs<T>>;

/// By the operator at position `op` of precompiled_ewise<T>.
template <class T> struct coded_pair {
  static constexpr bool in_library = true;
  paired_operands<T> operands;
  int op;
  HEDDLE_FN void operator()(size_type k) const {
    cuda::with_coded(precompiled_ewise<T>{}, op, [&]<class Op>(std::type_identity<Op>) { operands.combine(Op{}, k); });
  }
};

template <class Op, class T> struct combined_pair {
  paired_operands<T> operands;
  Op op;
  HEDDLE_FN void operator()(size_type k) const { operands.combine(op, k); }
  coded_pair<T> coded() const requires(is_precompiled_element<T>&& contains<Op, precompiled_ewise<T>>::value) {
    return {operands, cuda::code_of<Op>(precompiled_ewise<T>{})};
  }
  static std::string kernel() {
    return concat("operator ", type_name<Op>(), " on two vectors of type ", type_name<T>());
  }
};

}  // namespace detail

inline namespace HEDDLE_TOOLCHAIN {
namespace ewise_detail {

template <class W, class Mask, class T, index_type I>
void check(char const* what, vector<W, I> const& w, Mask const& mask, vector<T, I> const& u, vector<T, I> const& v,
           descriptor const& d) {
  detail::check_descriptor(d);
  if (u.size() != v.size() || u.size() != w.size()) {
    throw dimension_mismatch(
        detail::concat(what, ": ", detail::size_of("u", u), ", v ", v.size(), " and w ", w.size()));
  }
  detail::check_executors(what, w, "u", u, "v", v);
  detail::check_mask(what, mask, "w", w);
}

/// What op gives of u and v, whose presence is `v_present` (null: full), goes to `out`, and whether both have an entry
/// to `flags`, unless that is null: entry by entry of a sparse u, else position by position.
template <class Op, class T, index_type I>
void combine(Op const& op, vector<T, I> const& u, values_view<T> v, detail::byte const* v_present, void* out,
             detail::byte* flags) {
  detail::paired_operands<T> operands{u.size(), {}, {}, nullptr, v, v_present, out, flags};
  if (u.storage().has_sparse()) {
    auto const& left = u.storage().sparse();
    operands.n = left.nvals;
    operands.indices = left.indices.data();
    operands.u.data = detail::typed<T>(left.values);
  } else {
    auto const& left = u.storage().bitmap();
    operands.u.data = detail::typed<T>(left.values);
    operands.u_present = left.full() ? nullptr : left.present.data();
  }
  ops::for_each_index(u.exec(), operands.n, detail::combined_pair<Op, T>{operands, op});
}
template <class Op, class T, index_type I>
void combine(Op const& op, vector<T, I> const& u, vector<T, I> const& v, void* out, detail::byte* flags) {
  auto const& right = v.storage().bitmap();
  combine(op, u, values_view<T>{detail::typed<T>(right.values)}, right.full() ? nullptr : right.present.data(), out,
          flags);
}

/// op(u(i), v(i)) of a sparse u.
template <class D, class Op, class T, index_type I>
detail::sparse_form<I> combined_list(Op const& op, vector<T, I> const& u, vector<T, I> const& v) {
  executor const exec = u.exec();
  auto const& left = u.storage().sparse();
  bool const all = v.storage().bitmap().full();
  size_type const n = left.nvals;
  detail::sparse_form<I> t{left.indices.clone(exec), buffer<detail::byte>(exec, detail::bytes_of(n, sizeof(D))), n,
                           left.sorted};
  buffer<detail::byte> flags(exec, all ? 0 : n);
  combine(op, u, v, t.values.data(), all ? nullptr : flags.data());
  return all ? std::move(t) : detail::kept_entries(exec, t, sizeof(D), flags.data());
}

/// The same where u is a bitmap.
template <class D, class Op, class T, index_type I>
detail::bitmap_form combined_bitmap(Op const& op, vector<T, I> const& u, vector<T, I> const& v) {
  bool const full = u.storage().bitmap().full() && v.storage().bitmap().full();
  detail::bitmap_form t{buffer<detail::byte>(u.exec(), full ? 0 : u.size()),
                        buffer<detail::byte>(u.exec(), detail::bytes_of(u.size(), sizeof(D))), full ? u.size() : -1};
  combine(op, u, v, t.values.data(), full ? nullptr : t.present.data());
  return t;
}

}  // namespace ewise_detail
}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
