// calls.cpp - calls of templates that the library has no instance of; tests/refused/check compiles them.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/io/read.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/kronecker/kronecker.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/sddmm/sddmm.hpp>
#include <heddle/ops/vxm/vxm.hpp>

void call_what_there_is_not(heddle::matrix<int> const& whole,
                            heddle::matrix<float, std::int64_t, std::int32_t> const& narrow) {
  (void)heddle::sssp(whole, 0);
  (void)heddle::bfs(narrow, 0);
  (void)heddle::io::read<short>("a.mtx");
}

struct place {
  int row = 0;
};

/// Multiplies what no operand here holds.
struct of_places {
  heddle::plus_monoid<float> add;
  float multiply(place a, place b) const { return static_cast<float>(a.row + b.row); }
};

/// Gives what does not convert to the sums' type.
struct to_places {
  heddle::plus_monoid<float> add;
  place multiply(float, float) const { return {}; }
};

void multiply_what_cannot_be(heddle::matrix<float>& a, heddle::vector<float>& u) {
  heddle::mxv(u, of_places{}, a, u);
  heddle::vxm(u, to_places{}, u, a);
  heddle::mxm(a, to_places{}, a, a);
}

struct of_two_places {
  int operator()(place a, place b) const { return a.row + b.row; }
};

void combine_what_cannot_be(heddle::matrix<float>& a, heddle::vector<float>& u) {
  heddle::ewise_add(u, heddle::no_mask, heddle::no_accum, of_two_places{}, u, u);
  heddle::ewise_mult(a, heddle::no_mask, heddle::no_accum, of_places{}, a, a);
  heddle::kronecker(a, heddle::no_mask, heddle::no_accum, of_two_places{}, a, a);
}

void sample_nowhere(heddle::matrix<float>& c, heddle::dense_matrix<float> const& a) {
  heddle::mxm(c, heddle::plus_times<float>{}, a, a);
}
