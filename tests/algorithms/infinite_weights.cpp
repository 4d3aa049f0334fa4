// infinite_weights.cpp - shortest paths over weights of -infinity, which come to rest whatever cycle they are on.
#include <heddle/heddle.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {
constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

matrix<double> arcs(size_type n, std::vector<std::int32_t> const& from, std::vector<std::int32_t> const& to,
                    std::vector<double> const& weight, executor const& exec) {
  return matrix<double>::build(n, n, from, to, weight, take_first<double>{}, exec);
}
}  // namespace

EXECUTOR_CASE("a cycle of weight -infinity through the source is a negative cycle") {
  CHECK_THROWS_AS(sssp(arcs(1, {0}, {0}, {minus_infinity}, exec), 0), negative_cycle);
  CHECK_THROWS_AS(sssp(arcs(3, {0, 1}, {1, 0}, {minus_infinity, 5}, exec), 0), negative_cycle);
}

EXECUTOR_CASE("an arc of weight -infinity on no cycle is an arc like others") {
  auto const result = sssp(arcs(3, {0, 1}, {1, 2}, {minus_infinity, 5}, exec), 0);
  CHECK(result.distances.to_dense(0) == std::vector<double>{0, minus_infinity, minus_infinity});
}
