// known_symmetry.cpp - what was known of a matrix, that it is symmetric or how it stands by columns, does not outlive
// the call that writes it.
#include <functional>
#include <heddle/heddle.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

using known_square = matrix<double>;

known_square symmetric_one(executor const& exec) {
  auto c = known_square::build(4, 4, {0, 0, 1, 1, 2, 3, 3}, {0, 1, 0, 3, 2, 1, 3}, {1, 2, 2, 5, 3, 5, 4},
                               take_first<double>{}, exec);
  c.assume_symmetric();
  return c;
}

known_square lopsided(executor const& exec) {
  return known_square::build(4, 4, {0, 0, 2, 3}, {1, 3, 0, 2}, {10, 20, 30, 40}, take_first<double>{}, exec);
}

struct matrix_writer {
  char const* name;
  std::function<void(known_square&)> write;
};

// Each leaves a matrix that is not symmetric.
std::vector<matrix_writer> matrix_writers(executor const& exec) {
  auto const a = std::make_shared<known_square const>(lopsided(exec)),
             one = std::make_shared<known_square const>(
                 known_square::build(1, 1, {0}, {0}, {1.0}, take_first<double>{}, exec));
  auto const u =
      std::make_shared<vector<double> const>(vector<double>::build(4, {1, 3}, {7, 8}, take_first<double>{}, exec));
  auto const b =
      std::make_shared<heddle::dense_matrix<double> const>(heddle::dense_matrix<double>::filled(4, 4, 2, exec));
  return {
      {"select", [](known_square& c) { select(c, tril{}, c, -1); }},
      {"select of another", [=](known_square& c) { select(c, not_equal<double>{}, *a, 0.0); }},
      {"select into entries", [=](known_square& c) { select(c, structure(*a), no_accum, triu{}, *a, 0); }},
      {"apply", [=](known_square& c) { apply(c, negate<double>{}, *a); }},
      {"apply with an accumulator",
       [=](known_square& c) { apply(c, no_mask, plus<double>{}, identity<double>{}, *a); }},
      {"ewise_add", [=](known_square& c) { ewise_add(c, plus<double>{}, c, *a); }},
      {"ewise_mult", [=](known_square& c) { ewise_mult(c, times<double>{}, *a, *a); }},
      {"ewise_union", [=](known_square& c) { ewise_union(c, minus<double>{}, c, 1.0, *a, 2.0); }},
      {"mxm", [=](known_square& c) { mxm(c, plus_times<double>{}, *a, c); }},
      {"mxm under a mask", [=](known_square& c) { mxm(c, structure(*a), no_accum, plus_times<double>{}, c, c); }},
      {"a sampled product", [=](known_square& c) { mxm(c, structure(*a), no_accum, plus_times<double>{}, *b, *b); }},
      {"transpose", [=](known_square& c) { transpose(c, *a); }},
      {"kronecker", [=](known_square& c) { kronecker(c, times<double>{}, *a, *one); }},
      {"extract",
       [=](known_square& c) {
         extract(c, *a, all, {1, 0, 3, 2});
       }},
      {"assign",
       [=](known_square& c) {
         assign(c, *a, {3, 2, 0, 1}, all);
       }},
      {"assign to rows", [=](known_square& c) { assign(c, known_square(2, 4, c.exec()), range(0, 2), all); }},
      {"assign a row", [=](known_square& c) { assign(c, *u, 0, all); }},
      {"assign a column", [=](known_square& c) { assign(c, *u, all, 0); }},
      {"assign a number",
       [=](known_square& c) {
         assign(c, no_mask, no_accum, 9.0, {0}, {1, 2, 3});
       }},
      {"assign a number under a mask", [=](known_square& c) { assign(c, structure(*a), no_accum, 9.0, all, all); }},
      {"subassign", [=](known_square& c) { subassign(c, no_mask, plus<double>{}, *a, all, all); }},
      {"subassign a number",
       [=](known_square& c) {
         subassign(c, 6.0, {2}, {0, 1});
       }},
      {"set", [](known_square& c) { c.set(0, 3, 11.0); }},
      {"remove", [](known_square& c) { c.remove(1, 3); }},
      {"resize", [](known_square& c) { c.resize(4, 5), c.set(0, 4, 3.0), c.set(0, 3, 3.0), c.resize(4, 4); }},
      {"clear and set", [](known_square& c) { c.clear(), c.set(0, 3, 11.0); }},
      {"release_csr and set", [](known_square& c) { (void)c.release_csr(), c.set(0, 3, 11.0); }},
      {"release_csc and set", [](known_square& c) { (void)c.release_csc(), c.set(0, 3, 11.0); }},
      {"release_coo and set", [](known_square& c) { (void)c.release_coo(), c.set(0, 3, 11.0); }},
      {"copy",
       [](known_square& c) {
         known_square const other = lopsided(c.exec());
         c = other;
       }},
      {"move", [](known_square& c) { c = lopsided(c.exec()); }},
      {"moved away",
       [=](known_square& c) {
         known_square const there = std::move(c);
         c = known_square(4, 4, there.exec());
         c.set(0, 3, 11.0);
       }},
  };
}

std::vector<double> product_by_call(known_square const& c, bool transposes, executor const& exec) {
  auto const x = vector<double>::dense({1, 10, 100, 1000}, exec);
  vector<double> w(4, exec);
  transposes ? mxv(w, plus_times<double>{}, transpose(c), x) : mxv(w, plus_times<double>{}, c, x);
  return w.to_dense(0);
}

// What the entries themselves give.
std::vector<double> product_of_entries(known_square const& c, bool transposes) {
  double const x[] = {1, 10, 100, 1000};
  std::vector<double> w(4);
  auto const entries = c.tuples();
  for (std::size_t k = 0; k < entries.row.size(); ++k) {
    auto const i = transposes ? entries.col[k] : entries.row[k], j = transposes ? entries.row[k] : entries.col[k];
    w[static_cast<std::size_t>(i)] += entries.value[k] * x[j];
  }
  return w;
}

}  // namespace

EXECUTOR_CASE("a matrix that was known to be symmetric is not taken for it behind any call that writes it") {
  for (auto const& [name, write] : matrix_writers(exec)) {
    CAPTURE(std::string(name));
    for (bool const asked : {false, true}) {  // for the columns before the call
      auto c = symmetric_one(exec);
      if (asked) CHECK(product_by_call(c, true, exec) == product_of_entries(c, true));
      write(c);
      CHECK_FALSE(storage_of(c).symmetric());
      CHECK(product_by_call(c, true, exec) == product_of_entries(c, true));
      CHECK(product_by_call(c, false, exec) == product_of_entries(c, false));
      CHECK(product_of_entries(c, true) != product_of_entries(c, false));
    }
  }
}

EXECUTOR_CASE("columns that were made before a call that writes a matrix are made anew behind it") {
  for (auto const& [name, write] : matrix_writers(exec)) {
    CAPTURE(std::string(name));
    auto c = known_square::build(4, 4, {0, 1, 1, 3}, {2, 0, 3, 3}, {1, 2, 3, 4}, take_first<double>{}, exec);
    CHECK(product_by_call(c, true, exec) == product_of_entries(c, true));
    write(c);
    CHECK(product_by_call(c, true, exec) == product_of_entries(c, true));
    CHECK(product_by_call(c, false, exec) == product_of_entries(c, false));
  }
}

EXECUTOR_CASE("what is known of a matrix goes with its copies and casts, and changes of a copy leave it alone") {
  auto const c = symmetric_one(exec);
  known_square copy = c;
  CHECK(storage_of(copy).symmetric());
  CHECK(storage_of(cast<float>(c)).symmetric());
  CHECK(storage_of(c.transposed()).symmetric());
  CHECK(storage_of(c.to(host_executor())).symmetric());
  copy.set(0, 3, 9.0);
  CHECK(storage_of(c).symmetric());
  CHECK(product_by_call(c, true, exec) == product_of_entries(c, true));
  CHECK(product_by_call(copy, true, exec) == product_of_entries(copy, true));
  known_square moved = std::move(copy);
  CHECK(product_by_call(moved, true, exec) == product_of_entries(moved, true));
}
