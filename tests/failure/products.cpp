// products.cpp - products of matrices and vectors, and reductions.
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/spmv/spmv.hpp>
#include <heddle/ops/vxm/vxm.hpp>

#include "tests/failure/operands.hpp"

namespace heddle::testing {

namespace {

using vec = vector<double>;
using mat = matrix<double>;
constexpr min_plus<double> shortest{};

auto of_rows(bool full_rows) {
  return [full_rows](executor const& exec) { return make_matrix<double>(exec, full_rows); };
}

// Shares that cut rows, so that partial sums need memory.
descriptor cutting(bool replace, direction way = direction::pull) {
  return {.replace = replace, .schedule = merge_path{4}, .direction = way};
}

void add_vector_products(std::vector<tried_operation>& table) {
  auto const pull = [](vec& w, auto const& mask, auto accum, bool replace, mat const& a, vec const& u) {
    mxv(w, mask, accum, shortest, a, u, cutting(replace));
  };
  auto const push = [](vec& w, auto const& mask, auto accum, bool replace, vec const& u, mat const& a) {
    vxm(w, mask, accum, shortest, u, a, cutting(replace, direction::push));
  };
  add_outputs<double, minimum<double>, times<double>>(table, "mxv", "full", pull, of_rows(true),
                                                      of_shape(shape::dense));
  add_outputs<double, minimum<double>>(table, "mxv", "with empty rows", pull, of_rows(false), of_shape(shape::bitmap));
  add_outputs<double, minimum<double>>(table, "vxm", "pushed", push, of_shape(shape::sparse), of_rows(false));
  table.push_back({"mxv", "w is u and the mask", [](executor const& exec) {
                     return calling([](vec& w, mat const& a) { mxv(w, structure(w), no_accum, shortest, a, w); },
                                    make<double>(exec, shape::bitmap), make_matrix<double>(exec, true));
                   }});
  table.push_back({"mxv", "by a locality plan", [](executor const& exec) {
                     descriptor const d{.locality = locality{.least_coverage = 0, .least_entries = 0}};
                     return calling([=](vec& w, mat const& a, vec const& u) { mxv(w, shortest, a, u, d); },
                                    make<double>(exec, shape::sparse), make_matrix<double>(exec, true),
                                    make<double>(exec, shape::dense));
                   }});
}

void add_reductions(std::vector<tried_operation>& table) {
  auto const rows = [](vec& w, auto const& mask, auto accum, bool replace, mat const& a) {
    reduce(w, mask, accum, min_monoid<double>{}, a, cutting(replace));
  };
  add_outputs<double, minimum<double>, times<double>>(table, "reduce", "rows", rows, of_rows(true));
  add_outputs<double, minimum<double>>(table, "reduce", "rows, some empty", rows, of_rows(false));
  table.push_back(
      {"reduce", "a matrix", [](executor const& exec) {
         return calling([](std::optional<double>& r, mat const& a) { r = reduce(plus_monoid<double>{}, transpose(a)); },
                        std::optional<double>{}, make_matrix<double>(exec, false));
       }});
  for (shape const s : all_shapes) {
    table.push_back({"reduce", std::string("a vector, ") + name_of(s), [=](executor const& exec) {
                       return calling(
                           [](std::optional<double>& r, vec const& u) { r = reduce(plus_monoid<double>{}, u); },
                           std::optional<double>{}, make<double>(exec, s));
                     }});
  }
}

void add_spmv(std::vector<tried_operation>& table) {
  for (shape const s : all_shapes) {
    double const beta = s == shape::dense ? 2 : 0;
    table.push_back({"spmv", std::string("y ") + name_of(s), [=](executor const& exec) {
                       return calling(
                           [=](vec& y, mat const& a, vec const& x) { spmv(y, 3, a, x, beta, cutting(false)); },
                           make<double>(exec, s), make_matrix<double>(exec, true), make<double>(exec, shape::dense));
                     }});
  }
}

mat full_matrix(executor const& exec) {
  std::vector<std::int32_t> row, col;
  std::vector<double> value;
  for (std::int32_t i = 0; i < length * 5; ++i) {
    row.push_back(i / 5);
    col.push_back(i % 5);
    value.push_back(i % 7);
  }
  return mat::build(length, 5, row, col, value, first<double>{}, exec);
}

void add_matrix_products(std::vector<tried_operation>& table) {
  auto const add = [&](char const* variant, auto call) {
    table.push_back({"mxm", variant, [=](executor const& exec) {
                       return calling(call, make_matrix<double>(exec, true), make_matrix<double>(exec, false),
                                      make_matrix<double>(exec, true), make_matrix<double>(exec, true));
                     }});
  };
  add("plain", [](mat& c, mat& a, mat& b, mat&) { mxm(c, shortest, a, b, cutting(false)); });
  add("masked", [](mat& c, mat& a, mat& b, mat& m) { mxm(c, structure(m), no_accum, shortest, a, b); });
  add("replace",
      [](mat& c, mat& a, mat& b, mat& m) { mxm(c, complement(m), no_accum, shortest, a, b, cutting(true)); });
  add("accumulated", [](mat& c, mat& a, mat& b, mat&) { mxm(c, no_mask, plus<double>{}, shortest, a, b); });
  add("both", [](mat& c, mat& a, mat& b, mat& m) { mxm(c, m, minimum<double>{}, shortest, a, b, cutting(true)); });
  add("into an operand", [](mat& c, mat&, mat& b, mat&) { mxm(c, structure(c), no_accum, shortest, c, b); });
  table.push_back({"mxm", "full right operand", [](executor const& exec) {
                     return calling([](mat& c, mat const& a, mat const& b) { mxm(c, shortest, a, b, cutting(false)); },
                                    mat(length, 5, exec), make_matrix<double>(exec, false), full_matrix(exec));
                   }});
}

}  // namespace

std::vector<tried_operation> product_operations() {
  std::vector<tried_operation> table;
  add_vector_products(table);
  add_reductions(table);
  add_spmv(table);
  add_matrix_products(table);
  return table;
}

}  // namespace heddle::testing
