// precompiled.hpp - the lists of what GPU kernels are compiled into the library for: semirings, monoids and elements,
// by operation. For users of a plain C++ compiler; everything else is instantiated where nvcc sees it.
#pragma once
#include <heddle/base/half.hpp>
#include <heddle/base/kernel_set.hpp>
#include <heddle/semirings/flip.hpp>

namespace heddle::gpu {
template <class A, class X, class Y> struct spmv_types;
}

namespace heddle::detail {

inline constexpr bool all_kernels = precompiled_kernels == kernel_set::all;

/// Whether one of `Narrow` is asked for with 32-bit indices and offsets, or one of `Wide` with wider offsets.
template <class One, class Narrow, class Wide, class Index, class Offset>
inline constexpr bool is_listed = sizeof(Offset) == 4 ? sizeof(Index) == 4 && contains<One, Narrow>::value
                                                      : contains<One, Wide>::value;

/// Of wider offsets the library has shared kernels alone, unless all are built.
template <class Offset> inline constexpr bool has_own_offsets = sizeof(Offset) == 4 || all_kernels;

// What has kernels of its own, by the set of kernels that is built: in `all` that is everything.
template <class Minimal, class Standard, class All>
using of_kernel_set =
    std::conditional_t<precompiled_kernels == kernel_set::minimal, Minimal,
                       std::conditional_t<precompiled_kernels == kernel_set::standard, Standard, All>>;

// Every semiring costs about fifteen kernels and some seconds of nvcc, so each stands for something people run: sums
// and products of numbers, shortest and widest paths, ranks (plus, second; of whole numbers where they are pushed),
// labels and parents (min, first or second), counts (plus, pair), reachability, from 64 sources at once (bits or,
// second).
template <class T>
using precompiled_real =
    type_list<plus_times<T>, plus_first<T>, plus_second<T>, min_plus<T>, min_first<T>, max_plus<T>, max_times<T>>;
template <class T>
using precompiled_integer = type_list<plus_times<T>, plus_pair<T>, min_plus<T>, min_first<T>, min_second<T>>;
using precompiled_logic = type_list<lor_land, land_lor, lxor_land, any_pair<bool>>;

using precompiled_f32 = precompiled_real<float>;
using precompiled_f64 = precompiled_real<double>;
using precompiled_i32 = precompiled_integer<std::int32_t>;
using precompiled_i64 =
    detail::join<precompiled_integer<std::int64_t>, type_list<plus_second<std::int64_t>, bor_second<std::int64_t>>>;

using precompiled_semirings = detail::join<
    detail::join<detail::join<precompiled_f32, precompiled_f64>, detail::join<precompiled_i32, precompiled_i64>>,
    precompiled_logic>;

/// Compiled for 64-bit offsets too, and for 64-bit indices: what the algorithms and the tool need of huge matrices.
using precompiled_wide =
    type_list<plus_times<float>, plus_times<double>, plus_second<double>, min_plus<double>, max_times<double>,
              min_first<double>, lor_land, any_pair<bool>, min_second<std::int32_t>, min_second<std::int64_t>,
              plus_second<std::int64_t>, bor_second<std::int64_t>>;

/// Those for which the library has kernels of their own, all walks among them, with 32-bit offsets: where that was
/// measured to matter. The others of a type share kernels whose operators are chosen at run time, as those of 64-bit
/// offsets do, unless all kernels are built.
using precompiled_with_own_kernels =
    detail::of_kernel_set<type_list<plus_times<float>, plus_times<double>, min_plus<double>, any_pair<bool>>,
                          type_list<plus_times<float>, plus_times<double>, plus_times<std::int64_t>, plus_second<float>,
                                    plus_second<double>, min_plus<float>, min_plus<double>, lor_land, any_pair<bool>>,
                          precompiled_semirings>;
/// Those that have kernels of their own for masks and absent operands, and for pushes: what graphs are traversed by,
/// trees by min_second.
using precompiled_with_own_masked_kernels =
    detail::of_kernel_set<type_list<min_plus<double>, any_pair<bool>>,
                          type_list<plus_times<float>, plus_times<double>, min_plus<float>, min_plus<double>, lor_land,
                                    any_pair<bool>, min_second<std::int32_t>>,
                          precompiled_semirings>;

/// Those for which all walks are compiled; for the others of them, and for matrices of two-byte numbers, those that
/// `auto` chooses from.
using precompiled_with_every_walk =
    detail::of_kernel_set<type_list<plus_times<float>, plus_times<double>>,
                          type_list<plus_times<float>, plus_times<double>>, precompiled_semirings>;

/// Semirings of which the library has kernels that keep hubs in shared memory, with 32-bit indices. A locality plan
/// serves the other precompiled ones too, by its order of columns alone; those compiled by the user have these kernels.
using precompiled_with_hubs = type_list<plus_times<float>, plus_times<double>, plus_second<float>, plus_second<double>,
                                        min_plus<float>, min_plus<double>>;

/// Semirings whose products of matrices are compiled into the library, and with dense ones where the monoid has an
/// identity.
using products_f32 = type_list<plus_times<float>, min_plus<float>>;
using products_f64 = type_list<plus_times<double>, min_plus<double>>;
using products_i32 = type_list<plus_times<std::int32_t>, plus_pair<std::int32_t>, min_plus<std::int32_t>>;
using products_i64 = type_list<plus_times<std::int64_t>, plus_pair<std::int64_t>, min_plus<std::int64_t>>;
using products_logic = type_list<any_pair<bool>, lor_land>;
using precompiled_products =
    join<join<products_f32, products_f64>, join<join<products_i32, products_i64>, products_logic>>;

/// Those of them that have kernels of their own; the other ones of a type share kernels whose operators are chosen at
/// run time. Triangles are counted by plus_pair<std::int64_t>.
using products_that_count = type_list<plus_pair<std::int64_t>>;
using products_with_own_kernels =
    of_kernel_set<products_that_count,
                  join<join<products_f32, products_f64>, join<products_that_count, products_logic>>,
                  precompiled_products>;

/// Those that have kernels of their own for products with dense matrices in every build, and alone have some for
/// products of two of these.
using precompiled_dense_products = type_list<plus_times<float>, plus_times<double>>;

/// Of the library's semirings, with 32-bit offsets and with wider ones: shortest and widest ways, labels, reachability.
using searched_by =
    type_list<min_plus<float>, min_plus<double>, min_plus<std::int32_t>, min_plus<std::int64_t>, max_min<float>,
              max_min<double>, min_first<std::int32_t>, min_second<std::int32_t>, lor_land>;
using precompiled_searches = of_kernel_set<type_list<min_plus<double>>, searched_by, searched_by>;
using precompiled_wide_searches = type_list<min_plus<double>>;

/// Of y = alpha A x + beta y the element types of A, x and y; those of the second list with 64-bit offsets too.
template <class H>
using precompiled_spmv_of_halves = type_list<gpu::spmv_types<H, H, H>, gpu::spmv_types<H, H, float>,
                                             gpu::spmv_types<H, float, H>, gpu::spmv_types<H, float, float>>;
using precompiled_wide_spmv = type_list<gpu::spmv_types<float, float, float>, gpu::spmv_types<double, double, double>>;
using precompiled_spmv =
    join<precompiled_wide_spmv, join<precompiled_spmv_of_halves<f16>, precompiled_spmv_of_halves<bf16>>>;

/// Monoids that reduce: rows to vectors, everything to a scalar.
template <class T> using precompiled_real_monoids = type_list<plus_monoid<T>, min_monoid<T>, max_monoid<T>>;
using precompiled_monoids = detail::join<
    detail::join<precompiled_real_monoids<float>, precompiled_real_monoids<double>>,
    detail::join<detail::join<precompiled_real_monoids<std::int32_t>, precompiled_real_monoids<std::int64_t>>,
                 type_list<lor_monoid<bool>, land_monoid<bool>, any_monoid<bool>>>>;
/// Those for 2^31 entries and more.
using precompiled_wide_monoids = type_list<plus_monoid<float>, plus_monoid<double>, plus_monoid<std::int64_t>,
                                           min_monoid<double>, max_monoid<double>>;

/// Those that have kernels of their own; `any`, which carries presence, has none.
using monoids_with_own_kernels =
    detail::of_kernel_set<type_list<>, type_list<plus_monoid<float>, plus_monoid<double>>, precompiled_monoids>;

template <class S> inline constexpr bool is_precompiled = detail::contains<S, precompiled_semirings>::value;

/// Element types for which the element-wise GPU kernels are compiled into the library.
using precompiled_elements = type_list<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                                       std::uint32_t, std::int64_t, std::uint64_t, float, double, f16, bf16>;

template <class T> inline constexpr bool is_precompiled_element = detail::contains<T, precompiled_elements>::value;

}  // namespace heddle::detail
