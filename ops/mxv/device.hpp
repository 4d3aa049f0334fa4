// device.hpp - matrix-vector products on a GPU, as a plain C++ compiler sees them: problems and declarations.
#pragma once
#include <heddle/detail/dispatch/dispatch.hpp>
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/detail/storage/vector_storage.hpp>
#include <heddle/ops/mxv/prepared_push.hpp>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/ops/mxv/turns.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/sinks.hpp>
#include <heddle/semirings/precompiled.hpp>
#include <heddle/semirings/properties.hpp>

namespace heddle::gpu {

template <class D> inline constexpr bool has_atomic = std::is_same_v<D, bool> || sizeof(D) == 4 || sizeof(D) == 8;

/// Pushed products meet in places that hold the neutral element at first, so there must be one; or all are the same.
template <class SR>
inline constexpr bool can_push = is_unordered_exact<add_of<SR>>() &&
                                 !detail::needs_presence<add_of<SR>>() && has_atomic<domain_of<SR>>;
template <class SR> inline constexpr bool pushes_one_value = false;
template <class T> inline constexpr bool pushes_one_value<any_pair<T>> = true;
template <class T> inline constexpr bool can_push<any_pair<T>> = true;

/// 32-bit indices and offsets for every precompiled semiring, wider ones for a few.
template <class SR, class Index, class Offset>
inline constexpr bool is_compiled_in = detail::is_listed<SR, precompiled_semirings, precompiled_wide, Index, Offset>;

/// Whether the library's kernels are the semiring's own, and those for masks and pushes.
template <class SR, class Offset>
inline constexpr bool has_own_kernels =
    has_own_offsets<Offset>&& detail::contains<SR, precompiled_with_own_kernels>::value;
template <class SR, class Offset>
inline constexpr bool has_own_masked_kernels =
    has_own_offsets<Offset>&& detail::contains<SR, precompiled_with_own_masked_kernels>::value;

/// Whether all walks are compiled for the full products of the library's kernels.
template <class SR, class A>
inline constexpr bool has_every_walk = all_kernels || (detail::contains<SR, precompiled_with_every_walk>::value &&
                                                       std::is_same_v<A, domain_of<SR>>);

/// Whether these products are walked between marks where not all walks are compiled: what auto's costs were fitted to.
template <class SR, class A>
inline constexpr bool has_marks = sizeof(domain_of<SR>) >= 4 && std::is_same_v<A, domain_of<SR>>;

/// Sums in float of two-byte numbers, which are read as they are stored: that is what they are for.
template <class SR, class Index, class Offset, class A, class U>
inline constexpr bool reads_short_reals = std::is_same_v<SR, plus_times<float>>&& is_short_real<A> &&
                                          (std::is_same_v<U, float> || std::is_same_v<U, A>)&&sizeof(Index) == 4 &&
                                          sizeof(Offset) == 4;

/// The library has kernels that read A and U: the semiring's domain, or halves as they are stored.
template <class SR, class A, class U>
inline constexpr bool reads_domain = std::is_same_v<A, domain_of<SR>>&& std::is_same_v<U, domain_of<SR>>;
template <class SR, class Index, class Offset, class A, class U>
inline constexpr bool pulls_in_library =
    (is_compiled_in<SR, Index, Offset> && reads_domain<SR, A, U>) || reads_short_reals<SR, Index, Offset, A, U>;

/// Whether kernels of their own serve what is neither masked nor absent; else it goes with the rest.
template <class SR, class Index, class Offset, class A, class U>
inline constexpr bool pulls_full = detail::has_full_kernels<SR> &&
                                   (!pulls_in_library<SR, Index, Offset, A, U> || has_own_kernels<SR, Offset>);

/// The operands of a pull: every row of A (CSR) reduces its products into the sink. A and U: what kernels read of the
/// matrix and of u (see pulled_types).
template <class SR, class Index, class Offset, class A, class U> struct pull_of {
  executor exec;
  plan const* chosen;
  compressed_view<A, Index, Offset> a;
  U const* u;
  primitives::byte const* u_present;  // null: u is full
  vector_sink<domain_of<SR>, add_of<SR>> sink;
  bool empty_rows;  // some row of A has no entry
  SR sr;
  size_type hubs = 0;  // a locality plan's: the first entries of u are the ones read most, and a's columns their labels
  tile_marks const* marks = nullptr;  // of a's rows; null: no hubs
};

/// Full: nothing is absent and nothing masked, so that products need not carry presence. Masked: for all that is known
/// where it is compiled something may be; a user's file has no kernels for masks that it never names.
template <class SR, class Index, class Offset, class A = domain_of<SR>, class U = domain_of<SR>, bool Full = false,
          bool Masked = !Full>
struct pull_problem : pull_of<SR, Index, Offset, A, U> {
  using result = void;
  static constexpr bool in_library = pulls_in_library<SR, Index, Offset, A, U>;
  static constexpr bool by_code =
      reads_short_reals<SR, Index, Offset, A, U> || !(Full || has_own_masked_kernels<SR, Offset>);

  /// What is launched, or by code stands for it.
  using full_product = detail::usually_if<in_library && !has_every_walk<SR, A>,
                                          detail::full_product_of<SR, A, U, Index>, has_marks<SR, A>>;
  using lifted_product = detail::rarely_if<in_library && by_code, detail::lifted_product_of<SR, A, U, Index>>;
  using product = std::conditional_t<Full, full_product, lifted_product>;
  using add = std::conditional_t<Full, add_of<SR>, lifted<add_of<SR>>>;

  /// `masked`: tiles may be refused.
  static constexpr reduction_call call(bool masked = false) {
    auto asked = call_of<product, add, unmasked_sink<vector_sink<domain_of<SR>, add_of<SR>>, Offset>>();
    asked.masked |= masked;
    return asked;
  }

  static std::string kernel() { return heddle::detail::kernel_over<SR>("mxv"); }
};

/// A push in the body of a device_loop, which reads nothing back: how many rows u has is known on the GPU alone (see
/// count_rows), and products stay at their places, where values begin as the neutral element and nothing is present.
template <class D, class Index> struct placed_push {
  size_type const* scanned;              // lengths of u's rows
  size_type const* counted;              // how many of these there are
  D* values;                             // [size]; null: this is no such push
  primitives::byte* present;             // [size]
  Index* positions = nullptr;            // the list of places with a product, or null
  unsigned long long* listed = nullptr;  // how many it has
};

/// Push: the rows of A chosen by the entries of u scatter their products. The result's positions are appended in no
/// order; its values are the same in every run because the monoid allows any order (see is_unordered_exact).
template <class SR, class Index, class Offset, class A = domain_of<SR>, class U = domain_of<SR>> struct push_problem {
  using result = detail::sparse_form<Index>;
  static constexpr bool in_library = is_compiled_in<SR, Index, Offset> && reads_domain<SR, A, U>;
  static constexpr bool by_code = !has_own_masked_kernels<SR, Offset>;
  executor exec;
  detail::push_sharing sharing;
  compressed_view<A, Index, Offset> a;
  size_type size;  // of the result
  Index const* u_indices;
  U const* u_values;
  size_type u_nvals;
  mask_view mask;
  SR sr;
  placed_push<domain_of<SR>, Index> in_loop = {};  // then u_nvals is not used, and there is no result
  search_marks marks = {};

  static std::string kernel() { return heddle::detail::kernel_over<SR>("mxv"); }
};

/// Operands that the library's kernels can be given in the semiring's domain: they are read in it, or copied into it.
template <class SR, class A, class U>
inline constexpr bool in_domain_or_copied =
    (std::is_same_v<detail::left_of<SR, A>, domain_of<SR>> ||
     is_precompiled_element<A>)&&(std::is_same_v<detail::right_of<SR, U>, domain_of<SR>> || is_precompiled_element<U>);

/// Who has the kernels for operands that are stored as A and U, and what these read: the library's the semiring's
/// domain, those compiled with the call what is stored.
template <class SR, class A, class U, bool InLibrary> struct read_types {
  static constexpr bool in_library = InLibrary;
  using left = std::conditional_t<in_library, domain_of<SR>, detail::left_of<SR, A>>;
  using right = std::conditional_t<in_library, domain_of<SR>, detail::right_of<SR, U>>;
};
template <class SR, class Index, class Offset, class A, class U>
struct pushed_types : read_types<SR, A, U, is_compiled_in<SR, Index, Offset> && in_domain_or_copied<SR, A, U>> {};
template <class SR, class Index, class Offset, class A, class U>
struct pulled_types : pushed_types<SR, Index, Offset, A, U> {};
template <class SR, class Index, class Offset, class A, class U>
requires reads_short_reals<SR, Index, Offset, A, U>
struct pulled_types<SR, Index, Offset, A, U> {
  static constexpr bool in_library = true;
  using left = A;
  using right = U;
};

template <class SR, class Index, class Offset, class A, class U>
inline constexpr bool has_hub_kernels =
    detail::reads<SR>::right && !detail::needs_presence<add_of<SR>>() && !detail::asks_positions<SR, A, U> &&
    sizeof(domain_of<SR>) <= 16 && sizeof(U) <= 16 &&
    (!is_compiled_in<SR, Index, Offset> ||
     (detail::contains<SR, precompiled_with_hubs>::value && sizeof(Offset) == 4 && reads_domain<SR, A, U>));

}  // namespace heddle::gpu
