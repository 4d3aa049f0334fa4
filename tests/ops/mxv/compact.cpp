// compact.cpp - products with a compact plan are those without; calls that it does not serve are refused.
#include <cmath>
#include <heddle/heddle.hpp>
#include <limits>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

template <class T> matrix<T> numbered(io::coordinates<T> entries) {
  entries.values = io::field::real;
  entries.value.resize(entries.row.size());
  for (std::size_t a = 0; a < entries.value.size(); ++a) entries.value[a] = T(1) / static_cast<T>(1 + a % 97);
  return io::to_matrix<T, std::int32_t, std::int32_t>(entries, plus<T>{});
}

template <class T> std::vector<matrix<T>> matrices() {
  std::vector<matrix<T>> all;
  all.push_back(numbered(io::stencil27<T>({.n = 12})));
  all.push_back(numbered(io::grid<T>({.width = 130, .height = 40, .keep = 0.6})));  // rows without entries
  all.push_back(numbered(io::rmat<T>({.scale = 10})));
  all.push_back(numbered(io::erdos_renyi<T>({.scale = 17, .edge_factor = 1})));  // wider than 16 bits
  all.push_back(matrix<T>(5, 5));
  return all;
}

// Where a lane multiplies and adds in one go, the compiler joins both to one rounding in one of two kernels, and not in
// the other; where products are staged first, and on the host, nothing is joined.
template <class T> bool are_alike(vector<T> const& y, vector<T> const& z, bool exactly) {
  auto const a = y.tuples(), b = z.tuples();
  if (exactly || a.index != b.index) return a.index == b.index && a.value == b.value;
  for (std::size_t k = 0; k < a.value.size(); ++k) {
    T const roundings = 64 * std::numeric_limits<T>::epsilon() * std::abs(a.value[k]);
    if (!(std::abs(a.value[k] - b.value[k]) <= roundings)) return false;
  }
  return true;
}

template <class T> void check_same(executor const& exec) {
  for (auto const& on_host : matrices<T>()) {
    auto const a = on_host.to(exec);
    CAPTURE(a.nnz());
    std::vector<T> numbers(static_cast<std::size_t>(a.cols()));
    for (std::size_t j = 0; j < numbers.size(); ++j) numbers[j] = T(1) / static_cast<T>(3 + j % 11);
    auto const x = vector<T>::dense(numbers, exec);
    for (auto const* name :
         {"auto", "nonzero_split", "merge_path+scan", "thread_mapped", "group_mapped", "nonzero_split+entries"}) {
      CAPTURE(std::string(name));
      auto const by = schedule::parse(name);
      bool const exactly = exec.is_host() || by == schedule::parse("nonzero_split") || by.text().ends_with("+scan");
      for (double const least : {0.0, 0.99}) {
        descriptor const plain{.schedule = by}, compact{.schedule = by, .compact = compact_columns{least}};
        vector<T> y(a.rows(), exec), z(a.rows(), exec);
        mxv(y, plus_times<T>{}, a, x, plain);
        mxv(z, plus_times<T>{}, a, x, compact);
        CHECK(are_alike(y, z, exactly));
        vxm(y, plus_times<T>{}, x, a, plain);
        vxm(z, plus_times<T>{}, x, a, compact);
        CHECK(are_alike(y, z, exactly));
        auto p = vector<T>::filled(a.rows(), 2, exec), q = p;
        mxv(p, no_mask, plus<T>{}, plus_times<T>{}, a, x, plain);
        mxv(q, no_mask, plus<T>{}, plus_times<T>{}, a, x, compact);
        CHECK(are_alike(p, q, exactly));
        spmv(p, T(3), a, x, T(2), plain);
        spmv(q, T(3), a, x, T(2), compact);
        CHECK(are_alike(p, q, exactly));
        spmv(p, T(-1), transpose(a), x, T(0), plain);
        spmv(q, T(-1), transpose(a), x, T(0), compact);
        CHECK(are_alike(p, q, exactly));
      }
    }
    descriptor const both{.locality = locality{.least_entries = 0}, .compact = compact_columns{0}};
    vector<T> y(a.rows(), exec), z(a.rows(), exec);
    spmv(y, T(1), a, x, T(0), {.locality = locality{.least_entries = 0}});
    spmv(z, T(1), a, x, T(0), both);
    CHECK(are_alike(y, z, exec.is_host()));
  }
}

template <class Call> std::string complaint_of(Call const& call) {
  try {
    call();
  } catch (invalid_argument const& refused) { return refused.what(); }
  return "";
}

}  // namespace

EXECUTOR_CASE("mxv, vxm and spmv with a compact plan give what they give without [sanitize]") {
  check_same<float>(exec);
  check_same<double>(exec);
}

EXECUTOR_CASE("what a compact plan does not serve is refused, and the output stays what it was") {
  descriptor const compact{.compact = compact_columns{}};
  auto const a = matrix<float>::build(3, 3, {0, 1}, {1, 2}, {1, 2}, plus<float>{}, exec);
  auto const x = vector<float>::filled(3, 1, exec);
  auto y = vector<float>::filled(3, 7, exec);
  auto const some = vector<float>::build(3, {1}, {1}, plus<float>{}, exec);
  std::string const types =
                        "a compact plan serves plus_times of float or double, of operands that hold it, with 32-bit "
                        "indices and offsets",
                    full = "a compact plan serves vectors that are full, and no mask";
  CHECK(complaint_of([&] { mxv(y, min_plus<float>{}, a, x, compact); }) == "mxv: " + types);
  CHECK(complaint_of([&] { mxv(y, no_mask, minus<float>{}, plus_times<float>{}, a, x, compact); }) == "mxv: " + types);
  CHECK(complaint_of([&] { mxv(y, plus_times<double>{}, a, x, compact); }) == "mxv: " + types);
  CHECK(complaint_of([&] { mxv(y, plus_times<float>{}, a, some, compact); }) == "mxv: " + full);
  CHECK(complaint_of([&] { vxm(y, x, no_accum, plus_times<float>{}, x, a, compact); }) ==
        "vxm (by A transposed): " + full);
  auto partly = some;
  CHECK(complaint_of([&] { mxv(partly, no_mask, plus<float>{}, plus_times<float>{}, a, x, compact); }) ==
        "mxv: " + full);
  auto halves = vector<f16>::filled(3, f16(1), exec);
  CHECK(complaint_of([&] { spmv(y, 1, a, halves, 0, compact); }) == "spmv: " + types);
  CHECK(complaint_of([&] {
          mxv(y, plus_times<float>{}, a, x, {.direction = direction::push, .compact = compact_columns{}});
        }) == "descriptor: a compact plan serves pulls, and a push is asked for");
  CHECK(complaint_of([&] { spmv(y, 1, a, x, 0, {.compact = compact_columns{-1}}); }) ==
        "compact: least_fitting is -1, but must be 0 or more");
  CHECK(y == vector<float>::filled(3, 7, exec));
  CHECK(partly == some);
}

EXECUTOR_CASE("a compact plan serves vectors that were filled entry by entry, and those of no entry at all") {
  descriptor const compact{.compact = compact_columns{}};
  auto const a = matrix<float>::build(3, 3, {0, 1}, {1, 2}, {1, 2}, plus<float>{}, exec);
  vector<float> x(3, exec), y(3, exec);
  for (int i = 0; i < 3; ++i) x.set(i, static_cast<float>(i + 1));
  for (int i = 0; i < 3; ++i) y.set(i, 10);
  mxv(y, no_mask, plus<float>{}, plus_times<float>{}, a, x, compact);
  CHECK(y == vector<float>::dense({12.0f, 16.0f, 10.0f}, exec));
  vxm(y, plus_times<float>{}, x, a, compact);
  CHECK(y == vector<float>::build(3, {1, 2}, {1, 4}, plus<float>{}, exec));
  mxv(y, plus_times<float>{}, matrix<float>(3, 0, exec), vector<float>(0, exec), compact);
  CHECK(y.nvals() == 0);
}

EXECUTOR_CASE("a compact plan is made once for a matrix and its copies, and again after a change of its pattern") {
  auto a = numbered(io::stencil27<float>({.n = 6})).to(exec);
  auto const& form = storage_of(a).csr();
  auto const first = form.compact_for({}, form.indices.data());
  CHECK(first == form.compact_for({}, form.indices.data()));
  CHECK(first->helps() == !exec.is_host());
  CHECK(first->reason ==
        (exec.is_host() ? "a host takes as long either way" : "the columns of 100.0 % of the entries fit 16 bits"));
  auto const copy = a;
  CHECK(first == storage_of(copy).csr().compact_for({}, storage_of(copy).csr().indices.data()));
  a.remove(0, 1);
  auto const& changed = storage_of(a).csr();
  CHECK(first != changed.compact_for({}, changed.indices.data()));
}
