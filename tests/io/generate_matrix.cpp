// generate_matrix.cpp - graphs made on an executor are those that the host makes, whatever the memory for keys.
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>

#include "tests/io/temporary_folder.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// By way of lists of entries on the host.
template <class T, class I, class O>
matrix<T, I, O> generated_on_host(std::string_view name, io::generator_values const& values,
                                  io::generate_options const& options) {
  auto entries = io::generate<T, I>(name, values);
  if (options.weights) io::add_weights(entries, *options.weights);
  return io::to_matrix<T, I, O>(entries, take_first<T>{});
}

template <class T, class I, class O>
void check_generated(executor const& exec, std::string_view name, io::generator_values const& values,
                     io::generate_options const& options = {}) {
  CAPTURE(name);
  CAPTURE(options.key_bytes);
  auto const a = io::generate_matrix<T, I, O>(name, values, exec, options);
  auto const b = generated_on_host<T, I, O>(name, values, options);
  CHECK(a.exec() == exec);
  CHECK(a.rows() == b.rows());
  CHECK(a.cols() == b.cols());
  CHECK(a.nnz() == b.nnz());
  CHECK(storage_of(a).symmetric() == storage_of(b).symmetric());
  CHECK((a.csr().values.data == nullptr) == (b.csr().values.data == nullptr));
  auto const of_a = a.tuples(), of_b = b.tuples();
  bool const same = of_a.row == of_b.row && of_a.col == of_b.col && of_a.value == of_b.value;
  CHECK(same);
  CHECK(storage_of(a).csr().offsets.to_host() == storage_of(b).csr().offsets.to_host());
}

}  // namespace

EXECUTOR_CASE("a graph made on an executor is the host's, bit for bit, in one stripe and in several [sanitize]") {
  io::generator_values const values{{"scale", 6}, {"edge_factor", 6}, {"seed", 5}};
  check_generated<float, std::int32_t, std::int64_t>(exec, "rmat", values);
  check_generated<double, std::int32_t, std::int32_t>(exec, "urand", values,
                                                      {.weights = io::weight_options{}, .key_bytes = 4000});
}

EXECUTOR_CASE("a graph made on an executor does not depend on the memory for keys, down to a stripe a row") {
  io::generator_values const values{{"scale", 7}, {"edge_factor", 6}, {"seed", 5}};
  for (auto const* name : {"rmat", "erdos_renyi", "kron", "urand"}) {
    for (size_type const bytes : {1, 2000, 9000}) {
      check_generated<double, std::int32_t, std::int32_t>(exec, name, values,
                                                          {.weights = io::weight_options{}, .key_bytes = bytes});
    }
  }
}

EXECUTOR_CASE("graphs of several seeds and shapes are the same on every executor, with indices of either width") {
  for (int const seed : {1, 2, 3}) {
    io::generator_values values{{"scale", 11}, {"edge_factor", 5.5}, {"seed", static_cast<double>(seed)}};
    check_generated<std::uint8_t, std::int64_t, std::int64_t>(exec, "urand", values);
    io::generate_options const negative{.weights = io::weight_options{.low = -3, .high = 300, .seed = 8}};
    check_generated<std::int32_t, std::int32_t, std::int32_t>(exec, "rmat", values, negative);
    values["a"] = 0.25, values["b"] = 0.3, values["c"] = 0.4;
    check_generated<std::int64_t, std::int64_t, std::int32_t>(exec, "rmat", values,
                                                              {.weights = io::weight_options{}, .key_bytes = 100000});
  }
}

EXECUTOR_CASE("graphs of one vertex, of none that are joined and of two have no self loops") {
  for (auto const* name : {"rmat", "erdos_renyi"}) {
    for (double const scale : {0.0, 1.0}) {
      for (double const factor : {0.0, 40.0}) {
        check_generated<float, std::int32_t, std::int32_t>(exec, name, {{"scale", scale}, {"edge_factor", factor}},
                                                           {.weights = io::weight_options{}});
        check_generated<float, std::int32_t, std::int64_t>(exec, name, {{"scale", scale}, {"edge_factor", factor}});
      }
    }
  }
}

EXECUTOR_CASE("generators that are not drawn come to every executor too") {
  check_generated<float, std::int32_t, std::int32_t>(exec, "grid", {{"width", 9}, {"height", 7}});
  check_generated<double, std::int32_t, std::int64_t>(exec, "power_law", {{"n", 300}},
                                                      {.weights = io::weight_options{.high = 9}});
}

EXECUTOR_CASE("a matrix is not generated from wrong names, parameters, weights or memory") {
  auto const says = [&](std::string_view name, io::generator_values const& values,
                        io::generate_options const& options) {
    return complaint<invalid_argument>([&] { (void)io::generate_matrix<std::uint8_t>(name, values, exec, options); });
  };
  CHECK(says("kronecker", {}, {}).starts_with("unknown generator \"kronecker\"; known are rmat, erdos_renyi"));
  CHECK(says("kron", {{"a", 0.5}}, {}) == "kron: unknown parameter \"a\"; known are scale, edge_factor, seed");
  CHECK(says("rmat", {{"a", 0.8}, {"b", 0.8}}, {}).starts_with("rmat: a, b and c must be probabilities"));
  CHECK(says("rmat", {{"scale", 4}}, {.weights = io::weight_options{.high = 256}}) ==
        "add_weights: not all weights from 1 to 256 are exact in the element type and below 2^53");
  CHECK(says("rmat", {{"scale", 4}}, {.key_bytes = 0}) == "generate_matrix: key_bytes must be positive");
  CHECK(complaint<index_overflow>([&] {
          (void)io::generate_matrix<float>("urand", {{"scale", 32}}, exec);
        }) == "urand: 4294967296 rows need the index type std::int64_t");
}

TEST_CASE("kron and urand are rmat and erdos_renyi with the GAP suite's parameters") {
  io::generator_values const values{{"scale", 9}};
  CHECK(entries_of(io::generate<float>("kron", values)) ==
        entries_of(io::rmat<float>({.scale = 9, .edge_factor = 16, .a = 0.57, .b = 0.19, .c = 0.19})));
  CHECK(entries_of(io::generate<float>("urand", values)) ==
        entries_of(io::erdos_renyi<float>({.scale = 9, .edge_factor = 16})));
}
