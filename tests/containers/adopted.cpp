// adopted.cpp - results that are full are written into memory that their vector has adopted, whatever makes them; the
// memory is released once, when the work that may use it is done.
#include <heddle/dense_matrix.hpp>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/ops/spmv/spmv.hpp>
#include <heddle/ops/vxm/vxm.hpp>
#include <heddle/semirings/semirings.hpp>
#include <numeric>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

constexpr size_type adopted_size = 40;
using vec = vector<double>;

// A vector of ones in the memory of `owner`, and how often that was released.
struct adopting {
  executor exec;
  buffer<double> owner;
  std::shared_ptr<int> released = std::make_shared<int>(0);
  vec w;

  explicit adopting(executor const& e) : exec(e), owner(e, adopted_size), w(adopted_size, e) {
    double const one = 1;
    primitives::fill(e, owner.data(), adopted_size, sizeof(double), &one);
    w = vec::adopt(e, owner.data(), adopted_size, [count = released] { ++*count; });
  }
  std::vector<double> held() const { return owner.to_host(); }
};

vec counted_up(executor const& exec) {
  std::vector<double> values(adopted_size);
  std::iota(values.begin(), values.end(), 1.0);
  return vec::dense(values, exec);
}

matrix<double> identity_matrix(executor const& exec) {
  std::vector<std::int32_t> at(adopted_size);
  std::iota(at.begin(), at.end(), 0);
  return matrix<double>::build(adopted_size, adopted_size, at, at, std::vector<double>(adopted_size, 1.0),
                               take_first<double>{}, exec);
}

// u with its entries as a list, in a bitmap, or dense.
std::vector<vec> in_every_form(vec const& u) {
  auto const tuples = u.tuples();
  auto list = vec::build(adopted_size, tuples.index, tuples.value, take_first<double>{}, u.exec());
  auto bitmap = list;
  storage_of(bitmap).write_bitmap();
  return {list, bitmap, u};
}

template <class Call> void check_written(executor const& exec, std::vector<double> const& wanted, Call const& call) {
  adopting a(exec);
  call(a.w);
  CHECK_EQ(a.held(), wanted);
  CHECK_EQ(a.w.to_dense(-1), wanted);
  CHECK_EQ(*a.released, 0);
  CHECK_EQ(a.w.nvals(), adopted_size);
  a.w.fill(7);
  CHECK_EQ(a.held(), std::vector<double>(adopted_size, 7));
}

}  // namespace

EXECUTOR_CASE("every operation writes a full result into adopted memory") {
  auto const values = counted_up(exec).to_dense(0);
  auto const a = identity_matrix(exec);
  constexpr min_plus<double> sr{};
  std::vector<double> greater(values);
  for (double& value : greater) value += 1;
  for (vec const& u : in_every_form(counted_up(exec))) {
    check_written(exec, values, [&](vec& w) { assign(w, no_mask, no_accum, u); });
    check_written(exec, values, [&](vec& w) { assign(w, no_mask, no_accum, vec(u)); });
    check_written(exec, greater, [&](vec& w) { assign(w, no_mask, plus<double>{}, u); });
    check_written(exec, values, [&](vec& w) { assign(w, structure(u), no_accum, u, {.replace = true}); });
    check_written(exec, values, [&](vec& w) { ewise_mult(w, no_mask, no_accum, take_first<double>{}, u, u); });
    check_written(exec, values, [&](vec& w) { select_with(w, no_mask, no_accum, equal<double>{}, u, u); });
    check_written(exec, greater, [&](vec& w) { mxv(w, sr, a, u, {.direction = direction::pull}); });
    check_written(exec, greater, [&](vec& w) { vxm(w, sr, u, a, {.direction = direction::push}); });
    check_written(exec, greater, [&](vec& w) { mxv(w, structure(u), plus<double>{}, plus_times<double>{}, a, u); });
    check_written(exec, values, [&](vec& w) { spmv(w, 1, a, u, 0); });
  }
  check_written(exec, std::vector<double>(adopted_size, 1), [&](vec& w) { reduce(w, plus_monoid<double>{}, a); });
  check_written(exec, std::vector<double>(adopted_size, 3), [&](vec& w) { assign(w, no_mask, no_accum, 3.0); });
  check_written(exec, std::vector<double>(adopted_size, 9), [&](vec& w) { w.fill(9); });
}

EXECUTOR_CASE("adopted memory is kept through a bitmap, and let go of once for a list") {
  adopting a(exec);
  a.w.remove(3);
  a.w.set(4, 5);
  CHECK_EQ(a.owner.get(4), 5);
  CHECK_EQ(*a.released, 0);
  assign(a.w, no_mask, no_accum, counted_up(exec));
  CHECK_EQ(a.held(), counted_up(exec).to_dense(0));
  CHECK_EQ(*a.released, 0);
  auto const few = vec::build(adopted_size, {2}, {4}, take_first<double>{}, exec);
  assign(a.w, no_mask, no_accum, few);
  CHECK_EQ(*a.released, 1);
  CHECK_EQ(a.w.tuples().value, std::vector<double>{4});
  a.w.clear();
  CHECK_EQ(*a.released, 1);
}

EXECUTOR_CASE("a vector of positions is numbered in adopted memory") {
  buffer<std::int32_t> owner(exec, adopted_size);
  auto w = vector<std::int32_t>::adopt(exec, owner.data(), adopted_size);
  w.fill(3);
  storage_of(w).sparse();
  apply_index(w);
  CHECK_EQ(owner.get(adopted_size - 1), adopted_size - 1);
}

EXECUTOR_CASE("adopted memory is released when the work on it is done") {
  constexpr size_type many = 1 << 22;
  executor const other = exec.is_host() ? exec : cuda_executor();  // its stream does not wait for that of exec
  buffer<double> const owner(other, std::vector<double>(many));
  double last = -1;
  {
    auto w = vector<double>::adopt(exec, const_cast<double*>(owner.data()), many, [&] { last = owner.get(many - 1); });
    for (int round = 0; round < 50; ++round) w.fill(round);
  }
  CHECK_EQ(last, 49);
}

EXECUTOR_CASE("a bitmap whose entries nobody has counted is written into adopted memory if it is full") {
  for (bool const is_full : {true, false}) {
    adopting a(exec);
    std::vector<detail::byte> present(adopted_size, 1);
    present[3] = is_full;
    vec const numbers = counted_up(exec);
    detail::bitmap_form form{buffer<detail::byte>(exec, std::span<detail::byte const>(present)),
                             storage_of(numbers).bitmap().values.clone(exec), -1};
    storage_of(a.w).assign(std::move(form));
    CHECK_EQ(a.w.nvals(), is_full ? adopted_size : adopted_size - 1);
    CHECK_EQ(a.w.get(5), 6.0);
    CHECK_EQ(a.held()[5], is_full ? 6 : 1);
    CHECK_EQ(*a.released, is_full ? 0 : 1);
  }
}

EXECUTOR_CASE("a vector tells whether it is still in adopted memory, and is until a result lacks entries") {
  auto const few = vec::build(adopted_size, {2}, {4}, take_first<double>{}, exec);
  auto half = counted_up(exec);
  for (int i = 0; i < adopted_size; i += 2) half.remove(i);
  auto const after = [&](auto const& call) {
    adopting a(exec);
    CHECK(a.w.stays_adopted());
    call(a.w);
    CHECK_EQ(a.w.stays_adopted(), *a.released == 0);
    return a.w.stays_adopted();
  };
  CHECK(after([](vec&) {}));
  CHECK(after([](vec& w) { w.fill(3); }));
  CHECK(after([](vec& w) { w.set(3, 3); }));
  CHECK(after([](vec& w) { w.remove(3); }));
  CHECK(after([](vec& w) { (void)w.tuples(); }));
  CHECK(after([&](vec& w) { assign(w, no_mask, plus<double>{}, half); }));
  CHECK(after([&](vec& w) { assign(w, structure(half), no_accum, 3.0); }));
  CHECK(after([&](vec& w) { assign(w, structure(half), no_accum, 3.0, {.replace = true}); }));
  CHECK(!after([&](vec& w) { assign(w, no_mask, no_accum, few); }));
  CHECK(after([&](vec& w) { assign(w, no_mask, no_accum, half); }));
  CHECK(!after([&](vec& w) { ewise_mult(w, no_mask, no_accum, take_first<double>{}, half, half); }));
  CHECK(!after([&](vec& w) { select(w, no_mask, no_accum, greater<double>{}, counted_up(exec), 5.0); }));
  CHECK(!after([](vec& w) { w.clear(); }));
  CHECK(!after([](vec& w) { w.resize(adopted_size / 2); }));
  CHECK(!after([](vec& w) { w = vec::filled(adopted_size, 1, w.exec()); }));
  CHECK(!after([](vec& w) { vec const gone = std::move(w); }));
  adopting a(exec);
  CHECK(!vec(a.w).stays_adopted());
  CHECK(!vec(adopted_size, exec).stays_adopted());
  vec const taken = std::move(a.w);
  CHECK(taken.stays_adopted());
  CHECK_EQ(*a.released, 0);
}

EXECUTOR_CASE("a matrix tells whether it is still in adopted memory, and is until it changes") {
  auto const owner = identity_matrix(exec);
  auto const view = owner.csr();
  auto const after = [&](auto const& call) {
    auto const released = std::make_shared<int>(0);
    auto a = matrix<double>::adopt_csr(
        {adopted_size, adopted_size, adopted_size, view.offsets, view.indices, view.values.data}, exec,
        [released] { ++*released; });
    CHECK(a.stays_adopted());
    CHECK(matrix<double>(a).stays_adopted());
    call(a);
    (void)a.csr();
    CHECK_EQ(a.stays_adopted(), *released == 0);
    return a.stays_adopted();
  };
  CHECK(after([](matrix<double>&) {}));
  CHECK(after([](matrix<double>& a) { a.csc(); }));
  CHECK(after([](matrix<double>& a) { a.assume_symmetric(); }));
  CHECK(!after([](matrix<double>& a) { a.set(3, 3, 2); }));
  CHECK(!after([](matrix<double>& a) { a.remove(3, 3); }));
  CHECK(!after([](matrix<double>& a) { a.clear(); }));
  CHECK(!after([](matrix<double>& a) { a.resize(3, 3); }));
  CHECK(!after([](matrix<double>& a) { apply(a, no_mask, no_accum, negate<double>{}, a); }));
  CHECK(!after([&](matrix<double>& a) { a = owner; }));
  CHECK(!owner.stays_adopted());
  auto const columns = matrix<double>::adopt_csc(
      {adopted_size, adopted_size, adopted_size, view.offsets, view.indices, view.values.data}, exec);
  CHECK(columns.stays_adopted());
}

EXECUTOR_CASE("a dense matrix tells whether it is still in adopted memory") {
  buffer<double> owner(exec, 6);
  auto a = dense_matrix<double>::adopt(exec, owner.data(), 2, 3);
  a.fill(4);
  a.set(1, 2, 5);
  CHECK(a.stays_adopted());
  CHECK_EQ(owner.get(5), 5.0);
  CHECK(!dense_matrix<double>(a).stays_adopted());
  auto b = std::move(a);
  CHECK(b.stays_adopted());
  CHECK(!a.stays_adopted());  // NOLINT: what is left behind is specified
  b = dense_matrix<double>::filled(2, 3, 1, exec);
  CHECK(!b.stays_adopted());
}
