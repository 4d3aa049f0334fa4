// graphblas.hpp - SuiteSparse:GraphBLAS behind the dense operands of the tests: objects that free themselves, and its
// names for our operators.
// Davis, "Algorithm 1000: SuiteSparse:GraphBLAS", ACM TOMS 45(4), 2019.
#pragma once
#include <cinttypes>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "tests/support/random_cases.hpp"

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
using semiring = owner<GrB_Semiring, GrB_Semiring_free>;
using descriptor = owner<GrB_Descriptor, GrB_Descriptor_free>;

/// The library's functions and operators for one element type.
template <class T> struct of;

// The names of the C interface end in the type, so they must be pasted; bool has other monoids than numbers.
#define HEDDLE_GRAPHBLAS_TYPE(T, NAME, MONOIDS)                                 \
  template <> struct of<T> {                                                    \
    static GrB_Type type() { return GrB_##NAME; }                               \
    static constexpr auto build_vector = GrB_Vector_build_##NAME;               \
    static constexpr auto build_matrix = GrB_Matrix_build_##NAME;               \
    static constexpr auto extract_vector = GrB_Vector_extractTuples_##NAME;     \
    static constexpr auto extract_matrix = GrB_Matrix_extractTuples_##NAME;     \
    static GrB_BinaryOp op(no_accumulator) { return nullptr; }                  \
    static GrB_BinaryOp op(plus<T>) { return GrB_PLUS_##NAME; }                 \
    static GrB_BinaryOp op(minus<T>) { return GrB_MINUS_##NAME; }               \
    static GrB_BinaryOp op(times<T>) { return GrB_TIMES_##NAME; }               \
    static GrB_BinaryOp op(minimum<T>) { return GrB_MIN_##NAME; }               \
    static GrB_BinaryOp op(maximum<T>) { return GrB_MAX_##NAME; }               \
    static GrB_BinaryOp op(first<T>) { return GrB_FIRST_##NAME; }               \
    static GrB_BinaryOp op(second<T>) { return GrB_SECOND_##NAME; }             \
    static GrB_BinaryOp op(pair<T>) { return GrB_ONEB_##NAME; }                 \
    static GrB_BinaryOp op(logical_or<T>) { return GxB_LOR_##NAME; }            \
    static GrB_BinaryOp op(logical_and<T>) { return GxB_LAND_##NAME; }          \
    static GrB_Monoid monoid(any_monoid<T>) { return GxB_ANY_##NAME##_MONOID; } \
    MONOIDS(T, NAME)                                                            \
  };
#define HEDDLE_GRAPHBLAS_NUMBERS(T, NAME)                                       \
  static GrB_Monoid monoid(plus_monoid<T>) { return GrB_PLUS_MONOID_##NAME; }   \
  static GrB_Monoid monoid(times_monoid<T>) { return GrB_TIMES_MONOID_##NAME; } \
  static GrB_Monoid monoid(min_monoid<T>) { return GrB_MIN_MONOID_##NAME; }     \
  static GrB_Monoid monoid(max_monoid<T>) { return GrB_MAX_MONOID_##NAME; }
#define HEDDLE_GRAPHBLAS_TRUTHS(T, NAME)                                      \
  static GrB_Monoid monoid(lor_monoid<T>) { return GrB_LOR_MONOID_##NAME; }   \
  static GrB_Monoid monoid(land_monoid<T>) { return GrB_LAND_MONOID_##NAME; } \
  static GrB_Monoid monoid(lxor_monoid<T>) { return GrB_LXOR_MONOID_##NAME; } \
  static GrB_Monoid monoid(lxnor_monoid<T>) { return GrB_LXNOR_MONOID_##NAME; }

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

template <class SR> void make(semiring& made, SR const& sr) {
  using types = of<domain_of<SR>>;
  check(GrB_Semiring_new(made.address(), types::monoid(sr.add), types::op(sr.multiply)));
}

/// An array that is never null, which SuiteSparse would refuse.
template <class T, class Value> std::unique_ptr<T[]> array_of(std::vector<Value> const& values) {
  auto result = std::make_unique<T[]>(values.size() + 1);
  for (std::size_t i = 0; i < values.size(); ++i) result[i] = values[i];
  return result;
}

template <class T> void make(vector& made, dense_vector<T> const& cells) {
  auto const tuples = tuples_of<T>(cells);
  auto const at = array_of<GrB_Index>(tuples.index);
  check(GrB_Vector_new(made.address(), of<T>::type(), cells.size()));
  check(of<T>::build_vector(made, at.get(), array_of<T>(tuples.value).get(), tuples.index.size(), nullptr));
}

template <class T> void make(matrix& made, dense_matrix<T> const& a) {
  auto const tuples = tuples_of<T>(a);
  auto const row = array_of<GrB_Index>(tuples.row), col = array_of<GrB_Index>(tuples.col);
  check(GrB_Matrix_new(made.address(), of<T>::type(), static_cast<GrB_Index>(a.rows), static_cast<GrB_Index>(a.cols)));
  check(of<T>::build_matrix(made, row.get(), col.get(), array_of<T>(tuples.value).get(), tuples.row.size(), nullptr));
}

template <class T> dense_vector<T> cells_of(GrB_Vector v, size_type size) {
  GrB_Index n = 0;
  check(GrB_Vector_nvals(&n, v));
  std::vector<GrB_Index> at(n + 1);
  auto values = std::make_unique<T[]>(n + 1);
  check(of<T>::extract_vector(at.data(), values.get(), &n, v));
  dense_vector<T> cells(static_cast<std::size_t>(size));
  for (GrB_Index k = 0; k < n; ++k) cells[at[k]] = values[k];
  return cells;
}

template <class T> dense_matrix<T> cells_of(GrB_Matrix a, size_type rows, size_type cols) {
  GrB_Index n = 0;
  check(GrB_Matrix_nvals(&n, a));
  std::vector<GrB_Index> row(n + 1), col(n + 1);
  auto values = std::make_unique<T[]>(n + 1);
  check(of<T>::extract_matrix(row.data(), col.data(), values.get(), &n, a));
  dense_matrix<T> cells(rows, cols);
  for (GrB_Index k = 0; k < n; ++k) {
    cells(static_cast<size_type>(row[k]), static_cast<size_type>(col[k])) = values[k];
  }
  return cells;
}

struct settings {
  mask_kind mask = mask_kind::none;
  bool replace = false, transpose_first = false, transpose_second = false;
};

inline void make(descriptor& made, settings const& s) {
  check(GrB_Descriptor_new(made.address()));
  auto const set = [&](GrB_Desc_Field field, GrB_Desc_Value value) { check(GrB_Descriptor_set(made, field, value)); };
  // Its hash method, SuiteSparse's own choice for some masks, never returns on some products of 7.4 (saxpy3_sym_mff).
  set(GxB_AxB_METHOD, static_cast<GrB_Desc_Value>(GxB_AxB_GUSTAVSON));
  if (s.replace) set(GrB_OUTP, GrB_REPLACE);
  if (s.transpose_first) set(GrB_INP0, GrB_TRAN);
  if (s.transpose_second) set(GrB_INP1, GrB_TRAN);
  if (s.mask == mask_kind::structural || s.mask == mask_kind::structural_complement) set(GrB_MASK, GrB_STRUCTURE);
  if (s.mask == mask_kind::complement || s.mask == mask_kind::structural_complement) set(GrB_MASK, GrB_COMP);
}

}  // namespace heddle::testing::graphblas
