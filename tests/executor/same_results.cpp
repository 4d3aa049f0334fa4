// same_results.cpp - what the host computes is the same, bit for bit, with any number of threads.
#include <doctest/doctest.h>

#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <random>

using namespace heddle;

namespace {

// A graph with hubs, its entries in disorder and many of them twice, with values whose sums are rounded.
io::coordinates<float> disordered() {
  auto entries = io::rmat<float>({.scale = 12, .edge_factor = 8});
  entries.value.assign(entries.row.size(), 0);
  entries.values = io::field::real;
  entries.symmetric = false;
  std::mt19937 random(7);
  size_type const n = entries.nnz();
  for (size_type k = 0; k < n; ++k) {
    entries.value[k] = 1.0f / static_cast<float>(1 + random() % 1000);
    size_type const other = static_cast<size_type>(random() % static_cast<unsigned>(n));
    std::swap(entries.row[k], entries.row[other]);
    std::swap(entries.col[k], entries.col[other]);
    if (k % 3 == 0) {
      entries.row[k] = entries.row[other];
      entries.col[k] = entries.col[other];
    }
  }
  return entries;
}

// The results of `compute(executor)` with 2, 3 and 7 threads are that with one.
template <class Compute> void expect_same(char const* what, Compute const& compute) {
  auto const one = compute(host_executor(1));
  for (int const threads : {2, 3, 7}) {
    INFO(what, ", ", threads, " threads");
    bool const same = compute(host_executor(threads)) == one;
    CHECK(same);
  }
}

auto tuples_of(matrix<float> const& a) {
  auto const t = a.tuples();
  return std::tuple(t.row, t.col, t.value);
}
template <class T> auto tuples_of(vector<T> const& v) {
  auto const t = v.tuples();
  return std::pair(t.index, t.value);
}

}  // namespace

TEST_CASE("a matrix that is built has the same bits with any number of threads") {
  auto const entries = disordered();
  expect_same("build", [&](executor const& exec) { return tuples_of(io::to_matrix(entries, plus<float>{}, exec)); });
}

TEST_CASE("products, their sums and their parts have the same bits with any number of threads") {
  auto const entries = disordered();
  expect_same("mxv", [&](executor const& exec) {
    auto const a = io::to_matrix(entries, plus<float>{}, exec);
    vector<float> w(a.rows(), exec);
    mxv(w, plus_times<float>{}, a, vector<float>::filled(a.cols(), 0.3f, exec));
    return tuples_of(w);
  });
  expect_same("mxv of a transpose, masked", [&](executor const& exec) {
    auto const a = io::to_matrix(entries, plus<float>{}, exec);
    vector<float> w(a.rows(), exec), out(a.rows(), exec);
    mxv(w, plus_times<float>{}, transpose(a), vector<float>::filled(a.cols(), 0.3f, exec));
    mxv(out, structure(w), plus<float>{}, plus_times<float>{}, a, w);
    return tuples_of(out);
  });
  expect_same("mxm", [&](executor const& exec) {
    auto const a = io::to_matrix(entries, plus<float>{}, exec);
    matrix<float> c(a.rows(), a.cols(), exec);
    mxm(c, plus_times<float>{}, a, a);
    return tuples_of(c);
  });
}

TEST_CASE("traversals and counts are the same with any number of threads") {
  auto const entries = io::rmat<float>({.scale = 12, .edge_factor = 8});
  for (bool const known_symmetric : {true, false}) {
    CAPTURE(known_symmetric);
    expect_same("triangles", [&](executor const& exec) {
      auto a = io::to_matrix(entries, plus<float>{}, exec);
      a.assume_symmetric(known_symmetric);
      return triangle_count(a);
    });
  }
  expect_same("bfs", [&](executor const& exec) {
    return tuples_of(bfs(io::to_matrix(entries, plus<float>{}, exec), 1, {.parents = true}).parents);
  });
}
