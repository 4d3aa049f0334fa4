// mistakes.cu - functions that a GPU is to call and that are not marked for it, one at a time; see mistakes.cpp.
#include <heddle/heddle.hpp>

using heddle::plus_monoid;
using heddle::plus_times;

/// Not marked: multiply, a monoid's operator, a function, a predicate.
struct unmarked_multiply {
  plus_monoid<float> add;
  float multiply(float a, float b) const { return a * b; }
};
struct unmarked_sum {
  using value_type = float;
  HEDDLE_FN float identity() const { return 0; }
  float operator()(float a, float b) const { return a + b; }
};
struct of_unmarked_sum {
  unmarked_sum add;
  HEDDLE_FN float multiply(float a, float b) const { return a * b; }
};
struct twice {
  float operator()(float x) const { return 2 * x; }
};
struct below {
  bool operator()(float x, heddle::size_type i, int last) const { return x > 0 && i < last; }
};

void mistaken(heddle::matrix<float>& A, heddle::vector<float>& u, heddle::vector<float>& w) {
#if MISTAKE == 1
  heddle::mxv(w, unmarked_multiply{}, A, u);  //: write_HEDDLE_FN_in_front_of_this_multiply
#elif MISTAKE == 2
  heddle::vxm(w, unmarked_multiply{}, u, A);  //: write_HEDDLE_FN_in_front_of_this_multiply
#elif MISTAKE == 3
  heddle::mxm(A, of_unmarked_sum{}, A, A);  //: write_HEDDLE_FN_in_front_of_the_functions_of_this_monoid
#elif MISTAKE == 4
  heddle::reduce(w, unmarked_sum{}, A);  //: write_HEDDLE_FN_in_front_of_the_functions_of_this_monoid
#elif MISTAKE == 5
  heddle::apply(w, twice{}, u);  //: write_HEDDLE_FN_in_front_of_this_function
#elif MISTAKE == 6
  heddle::select(w, below{}, u, 3);  //: write_HEDDLE_FN_in_front_of_this_function
#elif MISTAKE == 7
  heddle::ewise_add(w, unmarked_sum{}, u, u);  //: write_HEDDLE_FN_in_front_of_this_function
#elif MISTAKE == 8
  heddle::mxv(w, heddle::no_mask, unmarked_sum{}, plus_times<float>{}, A,
              u);  //: write_HEDDLE_FN_in_front_of_this_function
#elif MISTAKE == 9
  heddle::apply(
      w, [](float x) { return 2 * x; }, u);  //: nvcc wants lambdas marked: write [] HEDDLE_FN (float x)
#elif MISTAKE == 10
  auto const lower = [](float, heddle::size_type i, heddle::size_type j, int k) { return j <= i + k; };
  heddle::select(A, lower, A, -1);  //: nvcc wants lambdas marked: write [] HEDDLE_FN (float x)
#else
  heddle::apply(
      w, [] HEDDLE_FN(float x) { return 2 * x; }, u);
#endif
}
