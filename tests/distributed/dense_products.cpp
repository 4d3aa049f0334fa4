// dense_products.cpp - products with vectors that are full and with dense matrices over ranks are those of the whole.
#include "tests/distributed/drawn.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// A sum and how many terms it has.
struct counted {
  double sum = 0;
  int terms = 0;
  friend bool operator==(counted const&, counted const&) = default;
};
struct counted_sum {
  using value_type = counted;
  HEDDLE_FN counted identity() const { return {}; }
  HEDDLE_FN counted operator()(counted const& a, counted const& b) const { return {a.sum + b.sum, a.terms + b.terms}; }
};
struct counted_products {
  counted_sum add;
  HEDDLE_FN counted multiply(int a, counted const& b) const { return {a * b.sum, b.terms}; }
};

template <class T> heddle::dense_matrix<T> drawn_rows(dealt_case& drawn, int rows, int cols) {
  std::vector<T> values;
  for (int k = 0; k < rows * cols; ++k) {
    if constexpr (std::is_same_v<T, counted>) {
      values.push_back({static_cast<double>(drawn.below(9) - 4), drawn.below(3)});
    } else {
      values.push_back(static_cast<T>(drawn.below(9) - 4));
    }
  }
  auto const order = drawn.below(2) == 0 ? layout::row_major : layout::column_major;
  return heddle::dense_matrix<T>::from_rows(rows, cols, values, executor{}, order);
}

template <class T> bool agree(heddle::dense_matrix<T> const& whole, distributed::dense_matrix<T> const& dealt) {
  int const last = dealt.ranks().ranks() - 1;
  auto const there = dealt.gather_to(last);
  if (!there) return dealt.ranks().local_ranks().back() != last;  // it came to another process
  return whole == *there;
}

template <class T>
distributed::dense_matrix<T> dealt(dealt_case const& drawn, heddle::dense_matrix<T> const& whole,
                                   distributed::dealing const& by) {
  return distributed::dense_matrix<T>::dealt(whole, by, drawn.ranks());
}

vector<double> drawn_full(dealt_case& drawn, int size) {
  vector<double> v(size);
  for (int i = 0; i < size; ++i) v.set(i, drawn.below(9) - 4);
  return v;
}

}  // namespace

TEST_CASE("products with dense matrices over ranks are those of the whole matrices") {
  for_each_dealt_case(25, [](dealt_case& drawn) {
    auto const A = drawn.whole();
    auto const dealt_a = drawn.dealt(A);
    int const columns = drawn.below(6);
    auto const by_rows_of_a = dealt_a.dealt_by(), by = drawn.cuts(drawn.cols);
    auto const compare = [&]<class C, class B>(std::type_identity<C>, std::type_identity<B>, auto const& call) {
      auto c = drawn_rows<C>(drawn, drawn.rows, columns);
      auto const b = drawn_rows<B>(drawn, drawn.cols, columns);
      auto dealt_c = dealt(drawn, c, by_rows_of_a);
      CHECK(agree(c, dealt_c));
      call(c, A, b), call(dealt_c, dealt_a, dealt(drawn, b, by));
      CHECK(agree(c, dealt_c));
    };
    std::type_identity<int> const whole_number;
    std::type_identity<double> const real;
    std::type_identity<counted> const pair;
    compare(whole_number, whole_number, [](auto& c, auto const& a, auto const& b) { mxm(c, plus_times<int>{}, a, b); });
    compare(real, whole_number, [](auto& c, auto const& a, auto const& b) {
      mxm(c, no_mask, plus<double>{}, min_plus<double>{}, a, b, {.schedule = schedule::parse("merge_path")});
    });
    compare(whole_number, whole_number,
            [](auto& c, auto const& a, auto const& b) { mxm(c, no_mask, minus<int>{}, first_product{}, a, b); });
    compare(pair, pair, [](auto& c, auto const& a, auto const& b) { mxm(c, counted_products{}, a, b); });
    compare(pair, pair,
            [](auto& c, auto const& a, auto const& b) { mxm(c, no_mask, counted_sum{}, counted_products{}, a, b); });
  });
}

TEST_CASE("a dense output over ranks may be the operand") {
  for (auto const& ranks : groups_to_try()) {
    dealt_case drawn(3, ranks);
    while (drawn.rows < 8 || drawn.rows != drawn.cols)
      drawn = dealt_case(static_cast<std::uint32_t>(drawn.below(10000)), ranks);
    auto const A = drawn.whole();
    auto const dealt_a = drawn.dealt(A);
    auto b = drawn_rows<int>(drawn, drawn.rows, 3);
    auto dealt_b = dealt(drawn, b, dealt_a.dealt_by());
    mxm(b, plus_times<int>{}, A, b), mxm(dealt_b, plus_times<int>{}, dealt_a, dealt_b);
    CHECK(agree(b, dealt_b));
  }
}

TEST_CASE("y = alpha A x + beta y over ranks is that of the whole matrix") {
  for_each_dealt_case(25, [](dealt_case& drawn) {
    std::vector<double> const values(drawn.values.begin(), drawn.values.end());
    auto const A = matrix<double>::build(drawn.rows, drawn.cols, drawn.row, drawn.col, values, plus<double>{});
    auto const by = drawn.cuts(drawn.rows);
    auto const dealt_a = distributed::matrix<double>::dealt(
        A, drawn.ranks(), [&](size_type, int, distributed::entries_before const&) { return by; });
    auto const full = [&](int size) { return drawn_full(drawn, size); };
    auto const x = full(drawn.cols);
    auto const dealt_x = drawn.dealt(x);
    for (double const beta : {0.0, 1.0, -0.5}) {
      auto y = full(drawn.rows);
      auto dealt_y = drawn.dealt(y);
      spmv(y, 2, A, x, beta), spmv(dealt_y, 2, dealt_a, dealt_x, beta);
      CHECK(agree(y, dealt_y));
    }
    vector<double> made(drawn.rows);
    auto dealt_made = drawn.dealt(made);
    spmv(made, 1, A, x, 0), spmv(dealt_made, 1, dealt_a, dealt_x, 0);
    CHECK(agree(made, dealt_made));
  });
}

TEST_CASE("spmv of rows that are cut by columns, own ones first, is that of the whole matrix [sanitize]") {
  int of_few = 0, of_many = 0;  // elements of x that are sent
  for_each_dealt_case(40, [&](dealt_case& drawn) {
    auto const A = cast<double>(drawn.whole());
    auto const dealt_a = distributed::matrix<double>::dealt(
        A, drawn.ranks(),
        [by = drawn.cuts(drawn.rows)](size_type, int, distributed::entries_before const&) { return by; });
    auto const full = [&](int size) { return drawn_full(drawn, size); };
    auto const x = full(drawn.cols);
    auto const dealt_x = drawn.dealt(x);
    using parts = detail::column_parts<double, std::int32_t, std::int32_t>;
    auto const cut = detail::each_makes<parts>(drawn.ranks(), [&](distributed::member& m) {
      return detail::split_columns(m, dealt_x.dealt_by(), dealt_a.part(m));
    });
    if (drawn.ranks().ranks() > 1) ++(cut.front().needed.few ? of_few : of_many);
    for (double const beta : {0.0, -0.5}) {
      auto y = full(drawn.rows);
      auto dealt_y = distributed::vector<double>::dealt(y, dealt_a.dealt_by(), drawn.ranks());
      spmv(y, 2, A, x, beta);
      dealt_y.replace_parts(detail::each_makes<vector<double>>(drawn.ranks(), [&](distributed::member& m) {
        auto out = dealt_y.part(m);
        distributed_detail::spmv_beside(m, out, 2.0, cut[m.place()], dealt_x, beta, {});
        return out;
      }));
      CHECK(agree(y, dealt_y));
    }
  });
  for (auto const& ranks : groups_to_try()) {
    if (ranks.ranks() > 1) CHECK(of_few > 0);
    if (ranks.ranks() == 2) CHECK(of_many > 0);  // as above
  }
}

TEST_CASE("dense operands over ranks that do not fit are named, and outputs stay") {
  auto const ranks = distributed::group::of_threads(2), others = distributed::group::of_threads(2);
  distributed::dealing const half({0, 1, 3}), other({0, 2, 3});
  auto const A = distributed::matrix<int>::dealt(matrix<int>::build(3, 2, {0}, {1}, {5}, plus<int>{}), ranks,
                                                 distributed::equal_rows{1});
  auto const by = A.dealt_by();
  auto c = distributed::dense_matrix<int>::filled(by, 2, 7, ranks);
  auto const b = distributed::dense_matrix<int>::filled(distributed::dealing({0, 1, 2}), 2, 1, ranks);
  CHECK_THROWS_WITH_AS(mxm(c, plus_times<int>{}, A, c), "mxm: A is 3 x 2, B 3 x 2, C 3 x 2", dimension_mismatch);
  auto const far = distributed::dense_matrix<int>::filled(distributed::dealing({0, 1, 2}), 2, 1, others);
  CHECK_THROWS_WITH_AS(mxm(c, plus_times<int>{}, A, far), "mxm: A, B and C are of different groups", invalid_argument);
  auto elsewhere = distributed::dense_matrix<int>::filled(by == half ? other : half, 2, 7, ranks);
  CHECK_THROWS_WITH_AS(mxm(elsewhere, plus_times<int>{}, A, b),
                       "mxm: the rows of C have to be dealt out as those of A: make it by A.dealt_by()",
                       invalid_argument);
  CHECK(c.gather_to(0)->to_rows() == std::vector<int>(6, 7));
  CHECK(elsewhere.gather_to(0)->to_rows() == std::vector<int>(6, 7));
  mxm(c, plus_times<int>{}, A, b);
  CHECK(c.gather_to(1)->to_rows() == std::vector<int>{5, 5, 0, 0, 0, 0});
  CHECK(c.get(0, 1) == 5);
  CHECK_THROWS_AS((void)c.get(0, 2), index_out_of_range);
  CHECK_THROWS_AS(distributed::dense_matrix<int>(half, -1, ranks), invalid_argument);
  CHECK_THROWS_AS((void)distributed::dense_matrix<int>::dealt(heddle::dense_matrix<int>(2, 2), half, ranks),
                  dimension_mismatch);

  auto const B = distributed::matrix<double>::dealt(matrix<double>::build(3, 3, {0}, {1}, {5}, plus<double>{}), ranks);
  auto const x = distributed::vector<double>::filled(3, 1, ranks);
  auto y = distributed::vector<double>::dealt(vector<double>::build(3, {1}, {8.0}, plus<double>{}), ranks);
  CHECK_THROWS_AS(spmv(y, 1, B, y, 0), invalid_argument);  // x is not full
  CHECK_THROWS_AS(spmv(y, 1, B, x, 1), invalid_argument);  // nor is y, which counts
  auto const few = distributed::vector<double>::filled(2, 1, ranks);
  CHECK_THROWS_AS(spmv(y, 1, B, few, 0), dimension_mismatch);
  CHECK(y.nvals() == 1);
  CHECK(y.get(1) == 8);
}

TEST_CASE("products of rows that are cut by columns, own ones first, are those of the whole matrices [sanitize]") {
  int of_few = 0, of_many = 0;  // rows of B that are sent
  for_each_dealt_case(40, [&](dealt_case& drawn) {
    auto const A = drawn.whole();
    auto const dealt_a = drawn.dealt(A);
    int const columns = 1 + drawn.below(5);
    auto const by = drawn.cuts(drawn.cols);
    using parts = detail::column_parts<int, std::int32_t, std::int32_t>;
    auto const cut = detail::each_makes<parts>(
        drawn.ranks(), [&](distributed::member& m) { return detail::split_columns(m, by, dealt_a.part(m)); });
    if (drawn.ranks().ranks() > 1) ++(cut.front().needed.few ? of_few : of_many);
    auto const compare = [&](auto const& accum, auto const& sr) {
      auto c = drawn_rows<int>(drawn, drawn.rows, columns);
      auto const b = drawn_rows<int>(drawn, drawn.cols, columns);
      auto dealt_c = dealt(drawn, c, dealt_a.dealt_by());
      auto const dealt_b = dealt(drawn, b, by);
      mxm(c, no_mask, accum, sr, A, b);
      using elements = distributed::dense_matrix<int>::elements_type::part_type;
      dealt_c.replace_parts(detail::each_makes<elements>(drawn.ranks(), [&](distributed::member& m) {
        return distributed_detail::dense_product_beside(m, dealt_c, accum, sr, cut[m.place()], dealt_b, {});
      }));
      CHECK(agree(c, dealt_c));
    };
    compare(no_accum, plus_times<int>{});
    compare(plus<int>{}, plus_times<int>{});
    compare(no_accum, min_plus<int>{});
    compare(minimum<int>{}, min_plus<int>{});
  });
  for (auto const& ranks : groups_to_try()) {
    if (ranks.ranks() > 1) CHECK(of_few > 0);
    if (ranks.ranks() == 2) CHECK(of_many > 0);  // seven lack more rows, all taken together, than there are entries
  }
}

static_assert(distributed_detail::sums_apart<int, no_accum_type, plus_times<int>>);
static_assert(distributed_detail::sums_apart<int, plus<int>, plus_times<int>>);
static_assert(!distributed_detail::sums_apart<int, minus<int>, plus_times<int>>);
static_assert(!distributed_detail::sums_apart<double, no_accum_type, plus_times<int>>);
static_assert(!distributed_detail::sums_apart<int, no_accum_type, first_product>);
