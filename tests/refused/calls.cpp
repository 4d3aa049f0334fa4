// calls.cpp - calls of templates that the library has no instance of; tests/refused/check compiles them.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/dense_matrix.hpp>
#include <heddle/io/files.hpp>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/extract/extract.hpp>
#include <heddle/ops/fixpoint/fixpoint.hpp>
#include <heddle/ops/gather/gather.hpp>
#include <heddle/ops/kronecker/kronecker.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/scatter/scatter.hpp>
#include <heddle/ops/sddmm/sddmm.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/ops/spmm/spmm.hpp>
#include <heddle/ops/subassign/subassign.hpp>
#include <heddle/ops/transpose/transpose.hpp>
#include <heddle/ops/vxm/vxm.hpp>
#include <heddle/semirings/index_operators.hpp>
#include <heddle/semirings/unary.hpp>

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

/// Multiplies whole parts.
struct of_whole_parts {
  heddle::plus_monoid<double> add;
  double multiply(double a, std::int64_t b) const { return a * static_cast<double>(b); }
};

void truncate_operands(heddle::matrix<double>& a, heddle::vector<double>& u, heddle::vector<int>& w,
                       heddle::dense_matrix<double>& d) {
  heddle::mxv(u, heddle::plus_times<int>{}, a, u);
  heddle::vxm(u, heddle::plus_first<std::int64_t>{}, u, a);
  heddle::mxm(a, of_whole_parts{}, a, a);
  heddle::mxm(d, heddle::plus_times<std::int64_t>{}, a, d);
  heddle::mxm(a, a, heddle::no_accum, heddle::min_plus<int>{}, d, d);
  heddle::ewise_mult(u, heddle::plus_times<std::uint8_t>{}, u, u);
  heddle::ewise_mult(a, heddle::plus_times<short>{}, a, a);
  heddle::kronecker(a, heddle::plus_times<unsigned>{}, a, a);
  heddle::fixpoint(w, heddle::min_plus<int>{}, a);
}

void truncate_elements(std::vector<double> const& values, std::vector<int> const& at) {
  (void)heddle::vector<std::int8_t>::dense(values);
  (void)heddle::vector<short>::filled(3, 0.5);
  (void)heddle::vector<int>::build(3, at, values, heddle::no_duplicates);
  (void)heddle::matrix<std::int64_t>::build(3, 3, at, at, values, heddle::no_duplicates);
  (void)heddle::dense_matrix<std::uint8_t>::from_rows(1, 3, values);
  (void)heddle::dense_matrix<short>::filled(1, 3, heddle::f16(0.5f));
}

/// Each operation names what is left out.
void leave_out_the_accumulator(heddle::matrix<float>& a, heddle::vector<float>& u, heddle::vector<int> const& p,
                               heddle::scalar<float>& s) {
  heddle::mxv(u, u, heddle::plus_times<float>{}, a, u);
  heddle::vxm(u, heddle::no_mask, heddle::plus_times<float>{}, u, a, {.replace = true});
  heddle::mxm(a, heddle::structure(a), heddle::plus_times<float>{}, a, heddle::transpose(a));
  heddle::ewise_add(u, u, heddle::plus<float>{}, u, u);
  heddle::ewise_mult(a, a, heddle::plus<float>{}, a, a);
  heddle::ewise_union(a, a, heddle::plus<float>{}, a, 1, a, 2);
  heddle::apply(a, a, heddle::negate<float>{}, a, {.replace = true});
  heddle::apply_index(u, u, heddle::row_index<int>{}, u, 1);
  heddle::select(a, a, heddle::less<float>{}, a, 1);
  heddle::select_with(u, u, heddle::less<float>{}, u, u);
  heddle::assign(a, a, a, heddle::all, heddle::all);
  heddle::subassign(a, a, a, heddle::all, heddle::all);
  heddle::extract(a, a, a, heddle::all, heddle::all);
  heddle::reduce(u, u, heddle::plus_monoid<float>{}, a);
  heddle::kronecker(a, a, heddle::times<float>{}, a, a);
  heddle::gather(u, u, u, p);
  heddle::scatter(u, u, p, u, heddle::plus_monoid<float>{});
  heddle::transpose(a, a, a);
  (void)heddle::fixpoint(
      u, heddle::no_mask, [](float x, float y) { return x + y; }, a);
  s.set(heddle::reduce(heddle::plus<float>{}, a));
}

/// Each operation names what it computes with.
void leave_out_the_operator(heddle::matrix<float>& a, heddle::vector<float>& u, heddle::vector<int> const& p) {
  heddle::mxv(u, a, u);
  heddle::vxm(u, heddle::no_mask, heddle::no_accum, u, a, {.replace = true});
  heddle::mxm(a, heddle::structure(a), heddle::no_accum, a, heddle::transpose(a));
  heddle::fixpoint(u, heddle::no_mask, a);
  heddle::ewise_add(u, u, u);
  heddle::ewise_mult(a, a, heddle::no_accum, a, a);
  heddle::ewise_union(a, a, 1, a, 2);
  heddle::apply(a, heddle::no_mask, heddle::no_accum, a, {.replace = true});
  heddle::select_with(u, u, u);
  heddle::kronecker(a, a, a);
  heddle::reduce(u, a);
  (void)heddle::reduce(a);
  heddle::scatter(u, p, u);
  heddle::select(a, heddle::less<float>{}, a);
  heddle::apply_index(u, u, heddle::no_accum, heddle::row_index<int>{}, u);
}

/// Each operation takes heddle's containers.
void hand_in_the_host_s(heddle::matrix<float>& a, heddle::vector<float>& u, std::vector<float>& v,
                        heddle::vector<int> const& p) {
  heddle::mxv(u, heddle::plus_times<float>{}, a, v);
  heddle::vxm(v, heddle::plus_times<float>{}, v, a);
  heddle::fixpoint(v, heddle::no_mask, heddle::min_plus<float>{}, a);
  heddle::ewise_add(u, heddle::plus<float>{}, u, v);
  heddle::ewise_mult(v, u, heddle::no_accum, heddle::plus<float>{}, u, u);
  heddle::ewise_union(u, heddle::plus<float>{}, v, 1, v, 2);
  heddle::apply(u, heddle::negate<float>{}, v);
  heddle::apply_index(v, heddle::row_index<int>{}, v, 1);
  heddle::select(u, heddle::less<float>{}, v, 1.0f);
  heddle::select_with(u, heddle::less<float>{}, v, v);
  heddle::assign(u, v);
  heddle::extract(u, v, heddle::all);
  heddle::reduce(v, heddle::plus_monoid<float>{}, a);
  (void)heddle::reduce(heddle::plus_monoid<float>{}, v);
  heddle::gather(u, v, p);
  heddle::scatter(u, p, v, heddle::plus_monoid<float>{});
}

/// What is not read, and what is asked whether it is 0, may be anything.
void convert_without_loss(heddle::matrix<double> const& a, heddle::vector<double> const& u, heddle::vector<int>& w,
                          std::vector<double> const& values) {
  heddle::mxv(w, heddle::plus_pair<int>{}, a, u);
  heddle::mxv(w, heddle::min_second<int>{}, a, w);
  heddle::vxm(w, heddle::min_first<int>{}, w, a);
  heddle::mxv(w, heddle::lor_land{}, a, u);
  heddle::mxv(w, heddle::plus_times<double>{}, a, u);
  heddle::mxv(w, heddle::no_mask, heddle::plus<int>{}, heddle::plus_times<double>{}, a, w);
  (void)heddle::vector<bool>::dense(values);
  (void)heddle::vector<float>::dense(values);
}

/// Sums of integers of any width, and of what is asked whether it is 0, are what GraphBLAS makes of them.
void sum_without_loss(heddle::matrix<double>& a, heddle::vector<double>& u, heddle::matrix<int> const& whole,
                      heddle::vector<std::int64_t>& w) {
  heddle::monoid_of const sums{0, [](auto x, auto y) { return x + y; }};
  heddle::semiring const products{sums, [](auto x, auto y) { return x * y; }};
  heddle::mxv(w, products, whole, w);
  heddle::mxv(u, products, whole, w);
  heddle::mxv(u, heddle::semiring{heddle::plus_monoid<std::int8_t>{}, heddle::times<std::int64_t>{}}, whole, w);
  heddle::mxv(u, heddle::semiring{heddle::plus_monoid<double>{}, heddle::times<int>{}}, whole, w);
  heddle::mxv(u, heddle::semiring{heddle::lor_monoid<bool>{}, heddle::times<double>{}}, a, u);
  heddle::mxv(u, heddle::semiring{sums, heddle::pair<int>{}}, a, u);
  heddle::ewise_mult(u, heddle::semiring{sums, heddle::times<double>{}}, u, u);
  heddle::reduce(u, heddle::monoid_of{0, [](int x, int y) { return x + y; }}, a);
  (void)heddle::reduce(heddle::plus_monoid<int>{}, u);
  (void)heddle::reduce(sums, w);
}

/// Asks for strategies where no search is: atomic operations would meet in another order each time.
struct of_sums_in_order {
  using value_type = float;
  static constexpr bool commutative = true, idempotent = true;
  float identity() const { return 0; }
  float operator()(float a, float b) const { return a < b ? b : a; }
};
struct searched_in_order {
  static constexpr bool distributes = true, search_takes_strategies = true;
  of_sums_in_order add;
  float multiply(float a, float b) const { return a * b; }
};

void ask_for_strategies_of_no_search(heddle::matrix<float>& a, heddle::vector<float>& u) {
  heddle::fixpoint(u, searched_in_order{}, a);
}
