// library_functions.cpp - apply, apply_index and select by operators of the library, which a GPU has kernels for
// without nvcc: against the dense reference, type by type against the host, and by code as they are.
#include "tests/support/entrywise_check.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/operators.hpp"
#include "tests/support/same_value.hpp"

using namespace heddle;

using namespace heddle::testing;

namespace {

// Written out here, and not by the operators that are tested.
template <class Number, class Op> void check_numbers(executor const& exec, Op const& op, int s, Number const& number) {
  auto const of_cell = [&](int, auto... at) -> std::optional<double> { return static_cast<double>(number(at...)); };
  auto const operate = [&](auto& w, auto const& mask, auto const& accum, auto const& u, descriptor const& d) {
    apply_index(w, mask, accum, op, u, s, d);
  };
  if constexpr (std::invocable<Number const&, size_type>) check_vector_writes(exec, of_cell, operate);
  check_matrix_writes(exec, of_cell, operate);
}

template <class Rule, class Keep> void check_rule(executor const& exec, Keep const& keep, Rule const& rule) {
  for (int const s : {-2, 0, 3}) {
    auto const of_cell = [&](int x, size_type i, size_type j) {
      return rule(i, j, s) ? std::optional<double>(x) : std::nullopt;
    };
    check_matrix_writes(exec, of_cell,
                        [&](auto& c, auto const& mask, auto const& accum, auto const& a, descriptor const& d) {
                          select(c, mask, accum, keep, a, s, d);
                        });
  }
}

// What keep keeps of a matrix, each s once: how results are written is the same for every rule.
template <class Keep, class Rule> void check_kept(executor const& exec, Keep const& keep, Rule const& rule) {
  random_source random(3);
  auto const a = draw_matrix<int>(random, 9, 7, 70);
  auto const operand = make_matrix<int>(a, exec);
  for (int const s : {-2, 0, 3}) {
    auto expected = a;
    for (size_type i = 0; i < 9; ++i) {
      for (size_type j = 0; j < 7; ++j) {
        if (a(i, j) && !rule(*a(i, j), i, j, s)) expected(i, j).reset();
      }
    }
    matrix<int> c(9, 7, exec);
    select(c, keep, operand, s);
    CHECK(to_dense(c) == expected);
  }
}
template <class Comparison> void check_compared(executor const& exec, Comparison const& compare) {
  check_kept(exec, compare, [&](int x, size_type, size_type, int s) { return compare(x, s); });
}

template <class T> std::vector<T> function_arguments() {
  std::vector<T> values;
  for (double const x : {0.0, 1.0, 2.0, 0.25, 100.0, 2.5, 3.5}) values.push_back(static_cast<T>(x));
  if constexpr (std::numeric_limits<T>::is_signed) {
    for (double const x : {-1.0, -2.5, -100.0, -0.5, -0.0}) values.push_back(static_cast<T>(x));
  }
  values.push_back(std::numeric_limits<T>::max());
  values.push_back(std::numeric_limits<T>::lowest());
  if constexpr (detail::floating<T>) {
    values.push_back(std::numeric_limits<T>::infinity());
    values.push_back(std::numeric_limits<T>::quiet_NaN());
  }
  return values;
}

// The last bits of a function may differ from one executor to another.
template <class R> bool nearly_same(R a, R b) {
  if (same_value(a, b)) return true;
  if constexpr (detail::floating<R>) {
    double const x = static_cast<double>(a), y = static_cast<double>(b);
    return std::abs(x - y) <= 4 * static_cast<double>(std::numeric_limits<R>::epsilon()) * std::abs(y);
  } else {
    return false;
  }
}

// Of an entry at every second position of a list and of a bitmap, and everywhere.
template <class T, class F> void check_function(executor const& exec, F const& f) {
  using R = std::invoke_result_t<F const&, T>;
  auto const values = function_arguments<T>();
  size_type const n = static_cast<size_type>(values.size());
  for (size_type const step : {1, 2, 40}) {
    std::vector<std::int32_t> at;
    for (size_type k = 0; k < n; ++k) at.push_back(static_cast<std::int32_t>(step * k));
    auto const u = vector<T>::build(step * n, at, values, take_first<T>{}, exec);
    vector<R> w(u.size(), exec);
    apply(w, f, u);
    auto const found = w.tuples();
    CHECK_EQ(found.index, at);
    for (std::size_t k = 0; k < values.size(); ++k) {
      CAPTURE(k);
      CHECK(nearly_same<R>(found.value.at(k), f(values[k])));
    }
    if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::int16_t>) {  // matrices apply it to their values
      auto const twos = std::vector<std::int32_t>(at.size(), 2);
      matrix<R> c(step * n, 3, exec);
      apply(c, f, matrix<T>::build(step * n, 3, at, twos, values, take_first<T>{}, exec));
      auto const in_matrix = c.tuples();
      CHECK_EQ(in_matrix.row, at);
      for (std::size_t k = 0; k < values.size(); ++k) CHECK(nearly_same<R>(in_matrix.value.at(k), f(values[k])));
    }
  }
}

template <class T> void check_functions(executor const& exec) {
  for_each_operator<detail::unary_operators<T>>([&]<class F>(F const& f) {
    INFO(detail::type_name<F>());
    check_function<T>(exec, f);
  });
}

template <class... Ts> void check_functions_of_types(executor const& exec, detail::type_list<Ts...>) {
  (check_functions<Ts>(exec), ...);
}

// What a GPU is given in place of f, called here.
template <class R, class T, class F> void check_code(F const& f) {
  auto const values = function_arguments<T>();
  std::vector<std::int64_t> const rows(values.size(), 5), columns(values.size(), 9);
  std::vector<detail::byte> present(values.size(), 1);
  present[1] = 0;
  auto const out = std::make_unique<R[]>(values.size());
  out[1] = R(7);
  auto const chosen = detail::entries_by_code(
      f, detail::entries_read<T>{{values.data()}, present.data(), rows.data(), columns.data()}, out.get());
  for (std::size_t k = 0; k < values.size(); ++k) call_at(chosen, static_cast<size_type>(k));
  for (std::size_t k = 0; k < values.size(); ++k) {
    bool const positions = std::is_same_v<std::remove_const_t<decltype(chosen)>, detail::position_by_code>;
    R const expected = static_cast<R>(detail::applied(f, values[k], 5, 9));
    CHECK(same_value<R>(out[k], k == 1 && !positions ? R(7) : expected));
  }
}

template <class T> void check_unary_codes() {
  for_each_operator<detail::unary_operators<T>>(
      []<class F>(F const& f) { check_code<std::invoke_result_t<F const&, T>, T>(f); });
}

}  // namespace

EXECUTOR_CASE("unary operators and bound ones are applied under masks, accumulators and replace [sanitize]") {
  check_apply_by(exec, absolute<int>{});
  check_apply_by(exec, bind_first(minus<int>{}, 3));
  check_apply_by(exec, bind_second(minus<int>{}, 3));
  check_apply_by(exec, bind_second(less<int>{}, 2));
}

EXECUTOR_CASE("apply_index gives what an index-unary operator makes of positions [sanitize]") {
  check_numbers(exec, row_index<std::int32_t>{}, 3, [](size_type i, auto...) { return i + 3; });
  check_numbers(exec, column_index<std::int64_t>{}, -1, [](size_type, size_type j) { return j - 1; });
  check_numbers(exec, diagonal_index<std::int32_t>{}, 2, [](size_type i, size_type j) { return j - i + 2; });
}

EXECUTOR_CASE("select keeps what the rule of an index-unary operator names [sanitize]") {
  check_rule(exec, tril{}, [](size_type i, size_type j, int s) { return j <= i + s; });
  check_rule(exec, column_gt{}, [](size_type, size_type j, int s) { return j > s; });
  check_kept(exec, triu{}, [](int, size_type i, size_type j, int s) { return j >= i + s; });
  check_kept(exec, on_diagonal{}, [](int, size_type i, size_type j, int s) { return j == i + s; });
  check_kept(exec, off_diagonal{}, [](int, size_type i, size_type j, int s) { return j != i + s; });
  check_kept(exec, row_le{}, [](int, size_type i, size_type, int s) { return i <= s; });
  check_kept(exec, row_gt{}, [](int, size_type i, size_type, int s) { return i > s; });
  check_kept(exec, column_le{}, [](int, size_type, size_type j, int s) { return j <= s; });
  check_select_by(exec, row_le{}, 2);  // of vectors too
  check_select_by(exec, row_gt{}, 2);
}

EXECUTOR_CASE("select compares values by every comparison") {
  check_select_by(exec, less<int>{}, 3);
  check_compared(exec, less_equal<int>{});
  check_compared(exec, greater<int>{});
  check_compared(exec, greater_equal<int>{});
  check_compared(exec, equal<int>{});
  check_compared(exec, not_equal<int>{});
}

EXECUTOR_CASE("every unary operator of every type is what it is on the host [sanitize]") {
  check_functions_of_types(exec, detail::precompiled_elements{});
}

TEST_CASE("functions of entries that are chosen at run time do what those do that are compiled in") {
  check_unary_codes<float>();
  check_unary_codes<std::int16_t>();
  check_code<double, double>(bind_first(minus<double>{}, 3));
  check_code<double, double>(bind_second(minus<double>{}, 3));
  using detail::bound_scalar;
  check_code<std::int32_t, float>(bound_scalar<row_index<std::int32_t>, int>{{}, 100});
  check_code<std::int64_t, float>(bound_scalar<column_index<std::int64_t>, int>{{}, 100});
  check_code<std::int32_t, float>(bound_scalar<diagonal_index<std::int32_t>, int>{{}, 100});
}

TEST_CASE(
    "a rule that is chosen at run time holds where the one that is compiled in does, and where there is an entry") {
  std::vector<std::int32_t> const rows = {4, 4, 4, 4}, columns = {3, 4, 5, 5};
  std::vector<detail::byte> const present = {1, 1, 1, 0};
  std::vector<detail::byte> by_code(4, 7);
  std::vector<float> const values(4, 1);
  detail::selected_matrix_entry<triu, float, detail::given_number<int>, std::int32_t> const of_matrix{
      rows.data(), columns.data(), {values.data()}, by_code.data(), {}, {1}};
  for (int k = 0; k < 4; ++k) call_at(of_matrix.by_code(), k);
  CHECK((by_code == std::vector<detail::byte>{0, 0, 1, 1}));
  detail::selected_entry<row_gt, float, detail::given_number<int>, std::int32_t> const of_vector{
      columns.data(), present.data(), values.data(), by_code.data(), {}, {3}};
  for (int k = 0; k < 4; ++k) call_at(of_vector.by_code(), k);
  CHECK((by_code == std::vector<detail::byte>{0, 1, 1, 0}));
}
