// one_array.cpp - full parts of ranks that share their memory stand in one array, in which products read all of them.
#include "tests/distributed/drawn.hpp"
#include "tests/distributed/threads.hpp"
#include "tests/failure/allocations.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class T, class I> primitives::byte const* values_of(vector<T, I> const& part) {
  return storage_of(part).bitmap().values.data();
}

/// Whether parts of all ranks are full, and each that has positions begins where the one before it ends.
template <class T, class I> bool stands_in_one_array(distributed::vector<T, I> const& v) {
  std::vector<vector<T, I> const*> parts(static_cast<std::size_t>(v.ranks().ranks()));
  v.ranks().run([&](distributed::member& m) { parts[static_cast<std::size_t>(m.rank())] = &v.part(m); });
  primitives::byte const* end = nullptr;
  for (auto const* const part : parts) {
    if (part->size() == 0) continue;
    if (part->form() != vector_form::dense || (end && values_of(*part) != end)) return false;
    end = values_of(*part) + part->size() * static_cast<size_type>(sizeof(T));
  }
  return true;
}
template <class T> bool stands_in_one_array(distributed::dense_matrix<T> const& b) {
  return stands_in_one_array(b.elements());
}

/// Of n rows, with entries beside the diagonal; values are whole numbers.
distributed::matrix<double> band(int n, distributed::group const& ranks) {
  std::vector<int> row, col;
  for (int i = 0; i < n; ++i) row.push_back(i), col.push_back((i + 1) % n), row.push_back(i), col.push_back(i / 2);
  auto const whole = matrix<double>::build(n, n, row, col, std::vector<double>(row.size(), 2), plus<double>{});
  return distributed::matrix<double>::dealt(whole, ranks, distributed::equal_rows{1});
}

vector<double> ascending(int n) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i) values.push_back(i % 5);
  return vector<double>::dense(values);
}

}  // namespace

TEST_CASE("full vectors and dense matrices of ranks that share their memory stand in one array, and so do copies") {
  for (int const count : {2, 3, 7}) {
    CAPTURE(count);
    auto const ranks = distributed::group::of_threads(count);
    int const n = 50;
    auto const A = band(n, ranks);
    distributed::dealing const& by = A.dealt_by();
    auto x = distributed::vector<double>::filled(by, 3, ranks);
    CHECK(stands_in_one_array(x));
    x = distributed::vector<double>::dealt(ascending(n), by, ranks);
    CHECK(stands_in_one_array(x));
    distributed::vector<double> y(by, ranks);
    y.set(4, 1), y.fill(2);
    CHECK(stands_in_one_array(y));
    for (double const beta : {0.0, 1.0}) {
      spmv(y, 1, A, x, beta);
      CHECK(stands_in_one_array(y));
    }
    auto const copy = y;
    CHECK(stands_in_one_array(copy));
    x = copy;
    CHECK(stands_in_one_array(x));
    auto const there = std::move(x);
    CHECK(stands_in_one_array(there));

    auto b = distributed::dense_matrix<double>::filled(by, 3, 2, ranks);
    CHECK(stands_in_one_array(b));
    auto const host_b = dense_matrix<double>::from_rows(n, 3, ascending(3 * n).to_dense(0));
    b = distributed::dense_matrix<double>::dealt(host_b, by, ranks);
    CHECK(stands_in_one_array(b));
    distributed::dense_matrix<double> c(by, 3, ranks);
    CHECK(stands_in_one_array(c));
    mxm(c, plus_times<double>{}, A, b);
    CHECK(stands_in_one_array(c));
    mxm(c, no_mask, plus<double>{}, plus_times<double>{}, A, b);
    CHECK(stands_in_one_array(c));
    b = c;
    CHECK(stands_in_one_array(b));
  }
}

TEST_CASE("a product with a dense matrix of ranks that share their memory takes none for what it reads") {
  auto const ranks = distributed::group::of_threads(2);
  int const n = 4096, columns = 8;
  auto const whole = matrix<double>::build(8, n, {0, 3, 7}, {n - 1, 5, 2000}, {1, 2, 3}, no_duplicates);
  auto const A = distributed::matrix<double>::dealt(whole, ranks, distributed::equal_rows{1});
  auto const b = distributed::dense_matrix<double>::filled(distributed::equal_rows{1}(n, 2), columns, 2, ranks);
  auto const x = distributed::vector<double>::filled(distributed::equal_rows{1}(n, 2), 2, ranks);
  distributed::dense_matrix<double> c(A.dealt_by(), columns, ranks);
  distributed::vector<double> y(A.dealt_by(), ranks);
  mxm(c, plus_times<double>{}, A, b), spmv(y, 1, A, x, 0);  // plans are made
  host_meter().start();
  mxm(c, plus_times<double>{}, A, b);
  auto const of_mxm = host_meter().total();
  host_meter().stop();
  host_meter().start();
  spmv(y, 1, A, x, 0);
  auto const of_spmv = host_meter().total();
  host_meter().stop();
  CHECK(of_mxm < n * columns);
  CHECK(of_spmv < n);
  CHECK(c.get(7, 1) == 6);
  CHECK(y.get(3) == 4);
}

TEST_CASE("where one array holds all parts, outputs may be operands, and a change of one vector is of no other") {
  for (bool const share : {true, false}) {
    CAPTURE(share);
    auto const ranks = share ? distributed::group::of_threads(3) : of_sending_threads(3);
    int const n = 41;
    auto const A = band(n, ranks);
    auto const whole = *A.gather_to(0);
    auto const first = ascending(n);
    auto const x = distributed::vector<double>::dealt(first, A.dealt_by(), ranks);
    for (double const beta : {0.0, 1.0}) {
      auto here = first;
      auto dealt = x;
      for (int step = 0; step < 3; ++step) {
        spmv(here, 1, whole, here, beta), spmv(dealt, 1, A, dealt, beta);
        CHECK(agree(here, dealt));
      }
      CHECK(agree(first, x));
    }
    auto const try_change = [&](auto const& change) {
      auto here = first;
      auto dealt = x;
      auto const copy = dealt;
      change(here), change(dealt);
      CHECK(agree(here, dealt));
      CHECK((agree(first, x) && agree(first, copy)));
      vector<double> y(n);
      distributed::vector<double> dealt_y(A.dealt_by(), ranks);
      mxv(y, plus_times<double>{}, whole, here), mxv(dealt_y, plus_times<double>{}, A, dealt);
      CHECK(agree(y, dealt_y));
      mxv(y, plus_times<double>{}, whole, first), mxv(dealt_y, plus_times<double>{}, A, x);
      CHECK(agree(y, dealt_y));
    };
    try_change([](auto& v) { v.set(20, -7.0); });
    try_change([](auto& v) { v.remove(20); });
    try_change([](auto& v) { v.remove(0), v.set(0, 8.0); });
    try_change([](auto& v) { v.clear(); });
    try_change([](auto& v) { v.fill(6.0); });
    try_change([](auto& v) { apply(v, negate<double>{}, v); });
    try_change([](auto& v) { assign(v, 5.0); });
    try_change([](auto& v) { ewise_add(v, no_mask, plus<double>{}, plus<double>{}, v, v); });
  }
}

TEST_CASE("what was moved out of one array leaves what is read there") {
  auto const ranks = distributed::group::of_threads(2);
  auto const A = band(30, ranks);
  auto x = std::make_unique<distributed::vector<double>>(
      distributed::vector<double>::dealt(ascending(30), A.dealt_by(), ranks));
  distributed::vector<double> const kept = std::move(*x);
  x.reset();
  distributed::vector<double> y(A.dealt_by(), ranks);
  spmv(y, 1, A, kept, 0);
  vector<double> here(30);
  spmv(here, 1, *A.gather_to(0), ascending(30), 0);
  CHECK(agree(here, y));
}
