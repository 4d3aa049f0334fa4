// objects.hpp - objects of SuiteSparse:GraphBLAS that free themselves, and its names for our types and operators.
#pragma once
#include <cinttypes>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "tests/support/cases/entries.hpp"

// Its header names C functions without saying so to a C++ compiler; what it includes is included above.
extern "C" {
#include <GraphBLAS.h>
}

namespace heddle::testing::graphblas {

/// Throws where SuiteSparse refuses a call: then the test asks something wrong.
inline void check(GrB_Info info) {
  if (info != GrB_SUCCESS && info != GrB_NO_VALUE) throw std::runtime_error("GraphBLAS: " + std::to_string(info));
}

/// Starts the library, on one thread, before its first use.
inline void start() {
  static bool const started = [] {
    check(GrB_init(GrB_NONBLOCKING));
    check(GxB_Global_Option_set_INT32(GxB_GLOBAL_NTHREADS, 1));
    return true;
  }();
  (void)started;
}

/// An object of the library, freed with its owner.
template <class Object, GrB_Info (*Free)(Object*)> class owner {
 public:
  owner() = default;
  owner(owner const&) = delete;
  owner& operator=(owner const&) = delete;
  ~owner() { Free(&object_); }
  Object* address() { return &object_; }
  operator Object() const { return object_; }

 private:
  Object object_ = nullptr;
};
using matrix = owner<GrB_Matrix, GrB_Matrix_free>;
using vector = owner<GrB_Vector, GrB_Vector_free>;
using scalar = owner<GrB_Scalar, GrB_Scalar_free>;
using semiring = owner<GrB_Semiring, GrB_Semiring_free>;
using descriptor = owner<GrB_Descriptor, GrB_Descriptor_free>;

/// The library's functions and operators for one element type.
template <class T> struct of;

// The names of the C interface end in the type, so they must be pasted; bool has other monoids than numbers.
#define HEDDLE_GRAPHBLAS_TYPE(T, NAME, MONOIDS)                              \
  template <> struct of<T> {                                                 \
    static GrB_Type type() { return GrB_##NAME; }                            \
    static constexpr auto build_vector = GrB_Vector_build_##NAME;            \
    static constexpr auto build_matrix = GrB_Matrix_build_##NAME;            \
    static constexpr auto extract_vector = GrB_Vector_extractTuples_##NAME;  \
    static constexpr auto extract_matrix = GrB_Matrix_extractTuples_##NAME;  \
    static constexpr auto set = GrB_Scalar_setElement_##NAME;                \
    static constexpr auto get = GrB_Scalar_extractElement_##NAME;            \
    static GrB_UnaryOp identity() { return GrB_IDENTITY_##NAME; }            \
    static GrB_BinaryOp op(op_code op, bool swapped) {                       \
      switch (op) {                                                          \
        case op_code::plus:                                                  \
          return GrB_PLUS_##NAME;                                            \
        case op_code::minus:                                                 \
          return swapped ? GxB_RMINUS_##NAME : GrB_MINUS_##NAME;             \
        case op_code::times:                                                 \
          return GrB_TIMES_##NAME;                                           \
        case op_code::minimum:                                               \
          return GrB_MIN_##NAME;                                             \
        case op_code::maximum:                                               \
          return GrB_MAX_##NAME;                                             \
        case op_code::first:                                                 \
          return swapped ? GrB_SECOND_##NAME : GrB_FIRST_##NAME;             \
        case op_code::second:                                                \
          return swapped ? GrB_FIRST_##NAME : GrB_SECOND_##NAME;             \
        case op_code::pair:                                                  \
          return GrB_ONEB_##NAME;                                            \
        case op_code::logical_or:                                            \
          return GxB_LOR_##NAME;                                             \
        case op_code::logical_and:                                           \
          return GxB_LAND_##NAME;                                            \
        case op_code::reverse_minus:                                         \
          return swapped ? GrB_MINUS_##NAME : GxB_RMINUS_##NAME;             \
        case op_code::divide:                                                \
          return swapped ? GxB_RDIV_##NAME : GrB_DIV_##NAME;                 \
        case op_code::reverse_divide:                                        \
          return swapped ? GrB_DIV_##NAME : GxB_RDIV_##NAME;                 \
        case op_code::less:                                                  \
          return GrB_LT_##NAME;                                              \
        case op_code::equal:                                                 \
          return GrB_EQ_##NAME;                                              \
        case op_code::not_equal:                                             \
          return GrB_NE_##NAME;                                              \
        default:                                                             \
          return nullptr;                                                    \
      }                                                                      \
    }                                                                        \
    static GrB_IndexUnaryOp comparison(op_code op) {                         \
      if (op == op_code::less) return GrB_VALUELT_##NAME;                    \
      return op == op_code::equal ? GrB_VALUEEQ_##NAME : GrB_VALUENE_##NAME; \
    }                                                                        \
    static GrB_Monoid monoid(op_code op) {                                   \
      switch (op) {                                                          \
        MONOIDS(NAME)                                                        \
        case op_code::any:                                                   \
          return GxB_ANY_##NAME##_MONOID;                                    \
        default:                                                             \
          return nullptr;                                                    \
      }                                                                      \
    }                                                                        \
  };
#define HEDDLE_GRAPHBLAS_NUMBERS(NAME) \
  case op_code::plus:                  \
    return GrB_PLUS_MONOID_##NAME;     \
  case op_code::times:                 \
    return GrB_TIMES_MONOID_##NAME;    \
  case op_code::minimum:               \
    return GrB_MIN_MONOID_##NAME;      \
  case op_code::maximum:               \
    return GrB_MAX_MONOID_##NAME;
#define HEDDLE_GRAPHBLAS_TRUTHS(NAME) \
  case op_code::logical_or:           \
    return GrB_LOR_MONOID_##NAME;     \
  case op_code::logical_and:          \
    return GrB_LAND_MONOID_##NAME;    \
  case op_code::logical_xor:          \
    return GrB_LXOR_MONOID_##NAME;    \
  case op_code::logical_xnor:         \
    return GrB_LXNOR_MONOID_##NAME;

HEDDLE_GRAPHBLAS_TYPE(bool, BOOL, HEDDLE_GRAPHBLAS_TRUTHS)
HEDDLE_GRAPHBLAS_TYPE(std::int8_t, INT8, HEDDLE_GRAPHBLAS_NUMBERS)
HEDDLE_GRAPHBLAS_TYPE(std::uint8_t, UINT8, HEDDLE_GRAPHBLAS_NUMBERS)
HEDDLE_GRAPHBLAS_TYPE(std::int16_t, INT16, HEDDLE_GRAPHBLAS_NUMBERS)
HEDDLE_GRAPHBLAS_TYPE(std::uint16_t, UINT16, HEDDLE_GRAPHBLAS_NUMBERS)
HEDDLE_GRAPHBLAS_TYPE(std::int32_t, INT32, HEDDLE_GRAPHBLAS_NUMBERS)
HEDDLE_GRAPHBLAS_TYPE(std::uint32_t, UINT32, HEDDLE_GRAPHBLAS_NUMBERS)
HEDDLE_GRAPHBLAS_TYPE(std::int64_t, INT64, HEDDLE_GRAPHBLAS_NUMBERS)
HEDDLE_GRAPHBLAS_TYPE(std::uint64_t, UINT64, HEDDLE_GRAPHBLAS_NUMBERS)
HEDDLE_GRAPHBLAS_TYPE(float, FP32, HEDDLE_GRAPHBLAS_NUMBERS)
HEDDLE_GRAPHBLAS_TYPE(double, FP64, HEDDLE_GRAPHBLAS_NUMBERS)
#undef HEDDLE_GRAPHBLAS_TYPE
#undef HEDDLE_GRAPHBLAS_NUMBERS
#undef HEDDLE_GRAPHBLAS_TRUTHS

/// visit(of<T>{}, T{}) for the type; numbers of two bytes are float to SuiteSparse.
template <class Visit> decltype(auto) with_names(type_code code, Visit const& visit) {
  return with_type(code, [&]<class T>(T) -> decltype(auto) {
    using known = std::conditional_t<detail::is_short_real<T>, float, T>;
    return visit(of<known>{}, T{});
  });
}

inline GrB_Type type_named(type_code t) {
  return with_names(t, [](auto names, auto) { return names.type(); });
}
inline GrB_BinaryOp op_named(op_code op, type_code t, bool swapped = false) {
  if (op == op_code::firsti) return t == type_code::i64 ? GxB_FIRSTI_INT64 : GxB_FIRSTI_INT32;
  if (op == op_code::firstj) return t == type_code::i64 ? GxB_FIRSTJ_INT64 : GxB_FIRSTJ_INT32;
  if (op == op_code::secondj) return t == type_code::i64 ? GxB_SECONDJ_INT64 : GxB_SECONDJ_INT32;
  return with_names(t, [&](auto names, auto) { return names.op(op, swapped); });
}
inline GrB_Monoid monoid_named(op_code op, type_code t) {
  return with_names(t, [&](auto names, auto) { return names.monoid(op); });
}

/// Entries in any order; `duplicate` combines those of one position, null: there are none.
void make_vector(vector& made, entries const& e, GrB_BinaryOp duplicate = nullptr);
void make_matrix(matrix& made, entries const& e, GrB_BinaryOp duplicate = nullptr);
void make_scalar(scalar& made, type_code type, raw_value value);

entries entries_of(GrB_Vector v, type_code type);
entries entries_of(GrB_Matrix a, type_code type);

}  // namespace heddle::testing::graphblas
