// pairs.hpp - op(a, b) of entries that two operands have at one position, or what stands for it where one has none:
// the step that all element-wise operations on two operands are made of.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/detail/merge/blocks.hpp>
#include <heddle/ops/detail/number.hpp>
#include <heddle/ops/detail/operand.hpp>
#include <heddle/ops/detail/sparse_result.hpp>
#include <heddle/semirings/precompiled.hpp>

namespace heddle::detail {

/// Elements of one operand, by their number k.
template <class T> struct paired_operand {
  values_view<T> values;
  byte const* present = nullptr;  // where there are entries; null: everywhere
  integers at = {};               // the place of element k; below 0: no entry. Without data: k itself
  bool one_place = false;         // the first value is that of every element

  /// Where the value of element k stands; below 0 where there is no entry.
  HEDDLE_FN size_type find(size_type k) const {
    size_type const i = one_place ? 0 : at.data ? at[k] : k;
    return i >= 0 && (!present || present[i]) ? i : -1;
  }
  /// The same of several elements.
  template <std::size_t n> HEDDLE_FN void find(size_type const (&k)[n], size_type (&found)[n]) const {
    if (at.data) {
      at.load(k, found);
    } else {
      for (std::size_t e = 0; e < n; ++e) found[e] = one_place ? 0 : k[e];
    }
    if (!present) return;
    byte there[n];
    for (std::size_t e = 0; e < n; ++e) there[e] = present[max_of<size_type>(found[e], 0)];
    for (std::size_t e = 0; e < n; ++e) found[e] = there[e] ? found[e] : -1;
  }
};

/// A number in the place of an operand.
template <class T> paired_operand<T> operand_of(given_number<T> const& number) { return {{nullptr, number.value}}; }
template <class T> paired_operand<T> operand_of(stored_number<T> const& number) {
  return {{number.at}, nullptr, {}, true};
}

// What a result is where one operand alone has an entry.

/// Nothing (ewise_mult).
struct none_alone {
  HEDDLE_FN static constexpr bool has_result(bool left, bool right) { return left && right; }
};

/// That entry, as what the operator gives (ewise_add).
struct itself_alone {
  HEDDLE_FN static constexpr bool has_result(bool left, bool right) { return left || right; }
  template <class D, class Op, class U> HEDDLE_FN constexpr D of_left(Op const&, U const& u) const {
    return converted<D>(u);
  }
  template <class D, class Op, class V> HEDDLE_FN constexpr D of_right(Op const&, V const& v) const {
    return converted<D>(v);
  }
};

/// What the operator makes of it and a value for the other (ewise_union).
template <class Alpha, class Beta> struct with_values_alone {
  Alpha alpha;
  Beta beta;
  HEDDLE_FN static constexpr bool has_result(bool left, bool right) { return left || right; }
  template <class D, class Op, class U> HEDDLE_FN constexpr D of_left(Op const& op, U const& u) const {
    return converted<D>(called(op, u, beta));
  }
  template <class D, class Op, class V> HEDDLE_FN constexpr D of_right(Op const& op, V const& v) const {
    return converted<D>(called(op, alpha, v));
  }
};

/// One of the three, chosen at run time.
template <class T> struct alone_by_code {
  enum class kind : std::uint8_t { none, itself, with_values } what = kind::none;
  T alpha{}, beta{};

  HEDDLE_FN constexpr bool has_result(bool left, bool right) const {
    return what == kind::none ? left && right : left || right;
  }
  template <class D, class Op> HEDDLE_FN constexpr D of_left(Op const& op, T u) const {
    return what == kind::itself ? converted<D>(u) : converted<D>(called(op, u, beta));
  }
  template <class D, class Op> HEDDLE_FN constexpr D of_right(Op const& op, T v) const {
    return what == kind::itself ? converted<D>(v) : converted<D>(called(op, alpha, v));
  }
};

template <class T> constexpr alone_by_code<T> by_code(none_alone) { return {}; }
template <class T> constexpr alone_by_code<T> by_code(itself_alone) { return {alone_by_code<T>::kind::itself}; }
template <class T, class A, class B> constexpr alone_by_code<T> by_code(with_values_alone<A, B> const& values) {
  return {alone_by_code<T>::kind::with_values, converted<T>(values.alpha), converted<T>(values.beta)};
}

/// What an operator gives for elements of these types.
template <class Op, class U, class V> using paired_result = std::remove_cvref_t<std::invoke_result_t<Op const&, U, V>>;

/// The result of u[i] and v[j], below 0 where there is no entry; of two that are not there nothing is written.
template <class Op, class Alone, class U, class V>
HEDDLE_FN void combine_pair(Op const& op, Alone const& alone, values_view<U> const& u, values_view<V> const& v,
                            size_type i, size_type j, paired_result<Op, U, V>* to) {
  using result = paired_result<Op, U, V>;
  if (i >= 0 && j >= 0) {
    *to = called(op, u[i], v[j]);
  } else if constexpr (!std::is_same_v<Alone, none_alone>) {
    if (alone.has_result(i >= 0, j >= 0)) {
      *to = i >= 0 ? alone.template of_left<result>(op, u[i]) : alone.template of_right<result>(op, v[j]);
    }
  }
}

/// The result of two values of which one at least is there, for one store whichever it is: two of a warp's lanes that
/// store by different instructions send a line twice.
template <class Op, class Alone, class U, class V>
HEDDLE_FN paired_result<Op, U, V> combined(Op const& op, Alone const& alone, U const& left, V const& right,
                                           bool has_left, bool has_right) {
  using result = paired_result<Op, U, V>;
  if constexpr (std::is_same_v<Alone, none_alone>) {
    return called(op, left, right);
  } else {
    if (has_left && has_right) return called(op, left, right);
    return has_left ? alone.template of_left<result>(op, left) : alone.template of_right<result>(op, right);
  }
}

/// The operands and results of t = u .op v, by their addresses; either may be one value for all positions.
template <class U, class V = U> struct paired_operands {
  paired_operand<U> u;
  paired_operand<V> v;
  void* out;              // of what the operator answers
  byte* flags = nullptr;  // null: they are not asked for

  /// flags[k] = there is a result of element k; out[k] = that result.
  template <class Op, class Alone> HEDDLE_FN void combine(Op const& op, Alone const& alone, size_type k) const {
    size_type const i = u.find(k), j = v.find(k);
    if (flags) flags[k] = alone.has_result(i >= 0, j >= 0);
    combine_pair(op, alone, u.values, v.values, i, j, static_cast<paired_result<Op, U, V>*>(out) + k);
  }

  /// Of few elements, all at once: what they are, and then what is made of them.
  static constexpr int at_once = sizeof(U) + sizeof(V) <= 16 ? 4 : 1;
  struct several {
    few<U, at_once> left;
    few<V, at_once> right;
    few<bool, at_once> has_left, has_right;
  };
  HEDDLE_FN several read(few<size_type const, at_once>& elements) const {
    few<size_type, at_once> i, j;
    several some;
    u.find(elements, i);
    v.find(elements, j);
    for (int k = 0; k < at_once; ++k) {
      some.has_left[k] = i[k] >= 0;
      some.has_right[k] = j[k] >= 0;
      some.left[k] = u.values.load(some.has_left[k], i[k]);
      some.right[k] = v.values.load(some.has_right[k], j[k]);
    }
    return some;
  }
  template <class Op, class Alone>
  HEDDLE_FN void write(several const& some, Op const& op, Alone const& alone, few<size_type const, at_once>& elements,
                       int count) const {
    for (int k = 0; k < at_once; ++k) {
      if (k >= count) break;
      bool const has_left = some.has_left[k], has_right = some.has_right[k];
      bool const has_result = alone.has_result(has_left, has_right);
      if (flags) flags[elements[k]] = has_result;
      if (!has_result) continue;
      static_cast<paired_result<Op, U, V>*>(out)[elements[k]] =
          combined(op, alone, some.left[k], some.right[k], has_left, has_right);
    }
  }
};

/// By the operator of a code.
template <class T> struct pair_by_code {
  static constexpr bool in_library = true;
  paired_operands<T> operands;
  alone_by_code<T> alone;
  int op;
  static constexpr int at_once = paired_operands<T>::at_once;
  HEDDLE_FN void some(few<size_type const, at_once>& elements, int count) const {
    auto const read = operands.read(elements);
    by_code<binary_operators<T>, table::pairs>(
        op, [&]<class Op>(std::type_identity<Op>) { operands.write(read, Op{}, alone, elements, count); });
  }
};

/// Whether the library's kernels know the operator, on operands of these types.
template <class Op, class U, class V>
concept has_pair_code =
    std::is_same_v<U, V> && is_precompiled_element<U> && known_by_code<plain_operator<Op>, U, table::pairs>;

template <class Op, class T> constexpr int pair_code() { return code_of<plain_operator<Op>, binary_operators<T>>; }

template <class Op, class U, class V> std::string pair_kernel() {
  return concat("operator ", type_name<Op>(), " on elements of types ", type_name<U>(), " and ", type_name<V>());
}

template <class Op, class U, class V = U, class Alone = none_alone> struct combined_pair {
  paired_operands<U, V> operands;
  Op op;
  Alone alone = {};
  HEDDLE_FN void operator()(size_type k) const { operands.combine(op, alone, k); }
  static constexpr int at_once = paired_operands<U, V>::at_once;
  HEDDLE_FN void some(few<size_type const, at_once>& elements, int count) const {
    operands.write(operands.read(elements), op, alone, elements, count);
  }
  pair_by_code<U> by_code() const requires has_pair_code<Op, U, V> {
    return {operands, detail::by_code<U>(alone), pair_code<Op, U>()};
  }
  static std::string kernel() { return pair_kernel<Op, U, V>(); }

  static constexpr bool is_cheap = has_pair_code<Op, U, V>;
  void run(size_type begin, size_type end) const {
    host::combine_run<is_cheap, paired_result<Op, U, V>>(operands, op, alone, begin, end);
  }
};

/// at[k] = where an ascending list holds keys[k], or -1.
struct find_keys {
  static constexpr bool in_library = true;
  integers keys, list;
  size_type length;
  integers_out at;

  HEDDLE_FN void operator()(size_type k) const {
    size_type const key = keys[k], found = lower_bound(list, 0, length, key);
    at.set(k, found < length && list[found] == key ? found : -1);
  }
};

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::merge_detail {

/// Elements k < n of two operands, as combined_pair combines them.
template <class Op, class Alone, class U, class V>
void combine(executor const& exec, size_type n, Op const& op, Alone const& alone, detail::paired_operand<U> const& u,
             detail::paired_operand<V> const& v, void* out, detail::byte* flags) {
  ops::for_each_index(exec, n, detail::combined_pair<Op, U, V, Alone>{{u, v, out, flags}, op, alone});
}

/// The elements of a vector by position.
template <class T, index_type I> detail::paired_operand<T> by_position(vector<T, I> const& u) {
  auto const& form = storage_of(u).bitmap();
  return {{detail::typed<T>(form.values)}, form.full() ? nullptr : form.present.data()};
}

/// A vector's entries in the order of their list.
template <class T, index_type I> detail::paired_operand<T> by_list(vector<T, I> const& u) {
  return {{detail::typed<T>(storage_of(u).sparse().values)}};
}

/// The elements of v at the positions of another's list: of a v that is a list alone `found` holds where they stand.
template <class T, index_type I>
detail::paired_operand<T> at_list(detail::sparse_form<I> const& list, vector<T, I> const& v, buffer<I>& found) {
  if (v.form() != vector_form::sparse) {
    auto result = by_position(v);
    result.at = list.indices.data();
    return result;
  }
  auto const& in = storage_of(v).sparse(true);
  found = buffer<I>(v.exec(), list.nvals);
  ops::for_each_index(v.exec(), list.nvals,
                      detail::find_keys{list.indices.data(), in.indices.data(), in.nvals, found.data()});
  return {{detail::typed<T>(in.values)}, nullptr, found.data()};
}

/// What op gives of u and v where both have an entry goes to `out`, and whether both have one to `flags`, unless that
/// is null: entry by entry of a u that is listed, else position by position.
template <class Op, class T, index_type I>
void combine(Op const& op, vector<T, I> const& u, detail::paired_operand<T> const& v, void* out, detail::byte* flags) {
  bool const listed = storage_of(u).has_sparse();
  size_type const n = listed ? storage_of(u).sparse().nvals : u.size();
  combine(u.exec(), n, op, detail::none_alone{}, listed ? by_list(u) : by_position(u), v, out, flags);
}
template <class Op, class T, index_type I>
void combine(Op const& op, vector<T, I> const& u, vector<T, I> const& v, void* out, detail::byte* flags) {
  buffer<I> found;
  bool const listed = storage_of(u).has_sparse();
  combine(op, u, listed ? at_list(storage_of(u).sparse(), v, found) : by_position(v), out, flags);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::merge_detail
