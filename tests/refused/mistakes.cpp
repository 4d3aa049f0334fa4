// mistakes.cpp - calls that are wrong, one at a time: MISTAKE chooses. Each line says, behind `//:`, the sentence that
// compilers have to come to within ten lines; tests/refused/mistakes reads that, and compiles each.
#include <heddle/heddle.hpp>
#include <vector>

struct place {
  int row = 0;
};

/// Results that are no numbers.
struct places {
  using value_type = place;
  HEDDLE_FN place identity() const { return {}; }
  HEDDLE_FN place operator()(place a, place b) const { return {a.row + b.row}; }
};
struct of_places {
  places add;
  HEDDLE_FN place multiply(float, float) const { return {}; }
};
struct to_place {
  HEDDLE_FN place operator()(float, float = 0) const { return {}; }
};

/// The type of its elements is forgotten.
struct untyped {
  HEDDLE_FN float identity() const { return 0; }
  HEDDLE_FN float operator()(float a, float b) const { return a + b; }
};
struct of_untyped {
  untyped add;
  HEDDLE_FN float multiply(float a, float b) const { return a * b; }
};

/// Sums of doubles with the identity 0, which is an int.
using whole_sums = heddle::monoid_of<int, heddle::plus<double>>;

using heddle::no_accum;
using heddle::no_mask;
using heddle::plus;
using heddle::plus_monoid;
using heddle::plus_times;

void mistaken(heddle::matrix<float>& A, heddle::vector<float>& u, heddle::vector<float>& w,
              heddle::vector<place> const& places_of, std::vector<bool> const& flags,
              heddle::vector<bool> const& flags_of, heddle::scalar<float>& sum, std::vector<float>& values,
              std::vector<std::int64_t> const& far, std::vector<int> const& near) {
  auto const product = [](float a, float b) { return a * b; };
#if MISTAKE == 1
  heddle::mxv(w, A, no_accum, plus_times<float>{}, A, u);  //: this masks no output of that kind
#elif MISTAKE == 2
  heddle::mxm(A, u, no_accum, plus_times<float>{}, A, A);  //: this masks no output of that kind
#elif MISTAKE == 3
  heddle::mxv(w, flags, no_accum, plus_times<float>{}, A, u);  //: this is no mask: write no_mask
#elif MISTAKE == 4
  heddle::assign(w, flags, no_accum, 1.0f);  //: this is no mask: write no_mask
#elif MISTAKE == 5
  heddle::apply(w, places_of, no_accum, heddle::negate<float>{}, u);  //: write structure(m)
#elif MISTAKE == 6
  heddle::mxv(w, product, A, u);  //: a semiring is wanted here: write plus_times<float>{}
#elif MISTAKE == 7
  heddle::mxm(A, no_mask, no_accum, product, A, A, {.replace = true});  //: a semiring is wanted here
#elif MISTAKE == 8
  heddle::vxm(w, plus<float>{}, u, A);  //: a semiring is wanted here
#elif MISTAKE == 9
  heddle::mxv(w, of_untyped{}, A, u);  //: this monoid has no value_type: write using value_type = float;
#elif MISTAKE == 10
  sum.set(heddle::reduce(untyped{}, A));  //: this monoid has no value_type
#elif MISTAKE == 11
  sum.set(
      heddle::reduce(plus<float>{}, A));  //: a monoid is wanted here, an operator with an identity: write plus_monoid
#elif MISTAKE == 12
  heddle::reduce(w, no_mask, no_accum, plus<float>{}, A);  //: write plus_monoid<float>{} for plus<float>{}
#elif MISTAKE == 13
  heddle::mxv(w, of_places{}, A, u);  //: the results do not convert to the elements of the output
#elif MISTAKE == 14
  heddle::mxm(A, of_places{}, A, A);  //: the results do not convert to the elements of the output
#elif MISTAKE == 15
  heddle::ewise_add(w, to_place{}, u, u);  //: the results do not convert to the elements of the output
#elif MISTAKE == 16
  heddle::apply(A, to_place{}, A);  //: the results do not convert to the elements of the output
#elif MISTAKE == 17
  heddle::mxv(w, no_mask, places{}, plus_times<float>{}, A, u);  //: the accumulator does not take an element
#elif MISTAKE == 18
  heddle::mxv(w, u, plus_times<float>{}, A, u,
              {.replace = true});  //: an accumulator goes behind the mask: write no_accum
#elif MISTAKE == 19
  heddle::mxv(w, no_accum, plus_times<float>{}, A, u);  //: a mask goes in front of the accumulator: write no_mask
#elif MISTAKE == 20
  heddle::subassign(A, u, no_accum, A, heddle::all, heddle::all);  //: this masks no output of that kind
#elif MISTAKE == 21
  heddle::ewise_mult(A, heddle::structure(u), no_accum, plus<float>{}, A, A);  //: this masks no output of that kind
#elif MISTAKE == 22
  float const total = heddle::reduce(plus<float>{}, u);  //: write plus_monoid<float>{} for plus<float>{}
  sum.set(total);
#elif MISTAKE == 23
  heddle::assign(A, A, no_accum, u, 1, heddle::all);  //: this masks no output of that kind
#elif MISTAKE == 24
  heddle::mxv(w, heddle::semiring{heddle::monoid_of{0, heddle::plus<double>{}}, heddle::times<double>{}}, A,
              u);  //: write monoid_of{0.0, f} in place of monoid_of{0, f}
#elif MISTAKE == 25
  heddle::mxm(A, heddle::semiring{plus_monoid<int>{}, heddle::times<float>{}}, A, A);  //: or plus_monoid<double>{}
#elif MISTAKE == 26
  sum.set(static_cast<float>(heddle::reduce(whole_sums{}, u)));  //: write monoid_of{0.0, f} in place of
#elif MISTAKE == 27
  heddle::ewise_add(w, whole_sums{}, u, u);  //: write monoid_of{0.0, f} in place of
#elif MISTAKE == 28
  heddle::scatter(w, heddle::vector<int>(3), u, whole_sums{});  //: write monoid_of{0.0, f} in place of
#elif MISTAKE == 29
  heddle::mxv(w, no_mask, whole_sums{}, plus_times<float>{}, A, u);  //: write monoid_of{0.0, f} in place of
#elif MISTAKE == 30
  heddle::mxv(w, plus_times<float>{}, A, values);  //: a std::vector v is no operand: write
#elif MISTAKE == 31
  heddle::mxv(values, no_mask, no_accum, plus_times<float>{}, A, values);  //: a std::vector v is no operand: write
#elif MISTAKE == 32
  heddle::ewise_add(w, plus<float>{}, u, values);  //: a std::vector v is no operand: write
#elif MISTAKE == 33
  sum.set(heddle::reduce(plus_monoid<float>{}, values));  //: a std::vector v is no operand: write
#elif MISTAKE == 34
  heddle::mxv(w, A, u);  //: the semiring is missing: write plus_times<float>{}
#elif MISTAKE == 35
  heddle::mxm(A, heddle::structure(A), no_accum, A, A, {.replace = true});  //: the semiring is missing: write
#elif MISTAKE == 36
  heddle::ewise_mult(w, u, u);  //: the operator is missing: write plus<float>{}
#elif MISTAKE == 37
  heddle::reduce(w, A);  //: the monoid is missing: write plus_monoid<float>{}
#elif MISTAKE == 38
  sum.set(heddle::reduce(u));  //: the monoid is missing: write plus_monoid<float>{}
#elif MISTAKE == 39
  heddle::select(A, heddle::tril{}, A);  //: the number behind the operand is missing: write
#elif MISTAKE == 40
  heddle::select(w, no_mask, no_accum, heddle::less<float>{}, u, {.replace = true});  //: the number behind the operand
#elif MISTAKE == 41
  w = heddle::mxv(plus_times<float>{}, A, u);  //: an operation writes its first argument and gives nothing: write
#elif MISTAKE == 42
  auto const C = heddle::mxm(plus_times<float>{}, A, A);  //: an operation writes its first argument
  A = C;
#elif MISTAKE == 43
  w = heddle::mxv(w, plus_times<float>{}, A, u);  //: void
#elif MISTAKE == 44
  A = heddle::matrix<float>::build(3, 3, far, far, values, plus<float>{});  //: write std::vector<std::int32_t>, or
#elif MISTAKE == 45
  w = heddle::vector<float>::build(3, far, values, heddle::no_duplicates);  //: write std::vector<std::int32_t>, or
#elif MISTAKE == 46
  A = heddle::matrix<float>::build(3, 3, near, near, near, plus<float>{});  //: build one of their type
#elif MISTAKE == 47
  heddle::mxv(w, heddle::structure(flags), no_accum, plus_times<float>{}, A, u);  //: this is no mask: write no_mask
#elif MISTAKE == 48
  heddle::assign(w, heddle::complement(heddle::structure(flags)), no_accum, 1.0f);  //: this is no mask: write no_mask
#elif MISTAKE == 49
  heddle::mxv(w, plus_times{}, A, u);  //: plus_times<float>{}
#elif MISTAKE == 50
  heddle::apply_index(w, heddle::row_index<int>{}, u);  //: the number behind the operand is missing: write
#elif MISTAKE == 51
  heddle::apply(w, u);  //: the operator is missing: write
#elif MISTAKE == 52
  heddle::reduce(w, whole_sums{}, A);  //: write monoid_of{0.0, f} in place of
#elif MISTAKE == 53
  heddle::dense_matrix<float> D(3, 3);
  heddle::mxm(D, heddle::semiring{whole_sums{}, heddle::times<double>{}}, A, D);  //: write monoid_of{0.0, f} in
#elif MISTAKE == 54
  heddle::mxv(w, plus_times<float>{}, u, A);  //: the last two arguments stand the other way round
#elif MISTAKE == 55
  heddle::vxm(w, no_mask, no_accum, plus_times<float>{}, A, u, {.replace = true});  //: stand the other way round
#elif MISTAKE == 56
  sum.set(heddle::reduce(u, plus_monoid<float>{}));  //: the last two arguments stand the other way round
#elif MISTAKE == 57
  A = heddle::matrix<float>::build(3, 3, near, near, values);  //: write plus<float>{} or no_duplicates behind
#elif MISTAKE == 58
  w = heddle::vector<float>::build(3, {0, 1}, {1, 2});  //: write plus<float>{} or no_duplicates behind
#elif MISTAKE == 59
  w = heddle::vector<float>(values);  //: write heddle::vector<float>::dense(v)
#elif MISTAKE == 60
  heddle::gather(w, heddle::vector<int>(3), u);  //: the last two arguments stand the other way round
#elif MISTAKE == 61
  heddle::vector<int> counts(3);
  heddle::spmv(counts, 1, heddle::matrix<int>(3, 3), counts, 0);  //: spmv takes elements of float, double, f16 and bf16
#elif MISTAKE == 62
  heddle::spmv(w, 2.0f, heddle::transpose(A), flags_of, 0, {});  //: spmv takes elements of float, double, f16 and bf16
#elif MISTAKE == 63
  heddle::spmv(w, 1, A, values, 0);  //: a std::vector v is no operand: write
#endif
  static_cast<void>(product);
}
