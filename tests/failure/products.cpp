// products.cpp - products of matrices and vectors, and reductions.
#include <heddle/ops/expand/expand.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/sddmm/sddmm.hpp>
#include <heddle/ops/spmm/spmm.hpp>
#include <heddle/ops/spmv/spmv.hpp>
#include <heddle/ops/vxm/vxm.hpp>

#include "tests/failure/operands.hpp"

namespace heddle::testing {

namespace {

using namespace schedules;
using namespace strategies;

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
  for (strategy const& by : {strategy(hierarchical{.mdt = 1, .few_vertices = 1}), strategy(perfect_balance{}),
                             strategy(scan_based{.discard_leaves = true}), strategy(edge_based{}),
                             strategy(edge_based{.chunked = 1}), strategy(edge_based{.chunked = 0})}) {
    table.push_back({"vxm", by.text(), [=](executor const& exec) {
                       return calling(
                           [=](vec& w, vec const& u, mat const& a) {
                             vxm(w, structure(u), minimum<double>{}, shortest, u, a, {.strategy = by});
                           },
                           make<double>(exec, shape::bitmap), make<double>(exec, shape::sparse),
                           make_matrix<double>(exec, false));
                     }});
  }
  table.push_back({"expand", "the edges of a frontier", [](executor const& exec) {
                     using positions = vector<std::int32_t>;
                     return calling(
                         [](positions& from, vec const& u, mat const& a) {
                           positions to(0, from.exec());
                           expand(from, to, a, u);
                         },
                         make<std::int32_t>(exec, shape::bitmap), make<double>(exec, shape::sparse),
                         make_matrix<double>(exec, false));
                   }});
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
  return mat::build(length, 5, row, col, value, take_first<double>{}, exec);
}

void add_matrix_products(std::vector<tried_operation>& table) {
  // Where memory runs out a product is made in runs of rows, so with few rows: every allocation of theirs is tried.
  size_type few = 14;
  auto const add = [&](char const* variant, auto call) {
    table.push_back({"mxm", variant, [=](executor const& exec) {
                       return calling(call, make_matrix<double>(exec, true, few), make_matrix<double>(exec, false, few),
                                      make_matrix<double>(exec, true, few), make_matrix<double>(exec, true, few));
                     }});
  };
  add("plain", [](mat& c, mat& a, mat& b, mat&) { mxm(c, shortest, a, b, cutting(false)); });
  add("masked", [](mat& c, mat& a, mat& b, mat& m) { mxm(c, structure(m), no_accum, shortest, a, b); });
  add("replace",
      [](mat& c, mat& a, mat& b, mat& m) { mxm(c, complement(m), no_accum, shortest, a, b, cutting(true)); });
  add("accumulated", [](mat& c, mat& a, mat& b, mat&) { mxm(c, no_mask, plus<double>{}, shortest, a, b); });
  add("both", [](mat& c, mat& a, mat& b, mat& m) { mxm(c, m, minimum<double>{}, shortest, a, b, cutting(true)); });
  add("into an operand", [](mat& c, mat&, mat& b, mat&) { mxm(c, structure(c), no_accum, shortest, c, b); });
  descriptor const least{.memory_budget = 1};  // a row a run
  few = 6;
  add("masked, in runs",
      [=](mat& c, mat& a, mat& b, mat& m) { mxm(c, complement(m), no_accum, shortest, a, b, least); });
  add("accumulated in runs",
      [=](mat& c, mat& a, mat& b, mat&) { mxm(c, no_mask, plus<double>{}, shortest, a, b, least); });
  add("in runs into operands and mask",
      [=](mat& c, mat&, mat&, mat&) { mxm(c, c, minimum<double>{}, shortest, c, transpose(c), least); });
  table.push_back({"mxm_need", "accumulated", [=](executor const& exec) {
                     return calling(
                         [](std::optional<size_type>& r, mat const& c, mat const& a, mat const& m) {
                           r = mxm_need(c, structure(m), plus<double>{}, shortest, a, transpose(a)).workspace_bytes;
                         },
                         std::optional<size_type>{}, make_matrix<double>(exec, true), make_matrix<double>(exec, true),
                         make_matrix<double>(exec, false));
                   }});
  table.push_back({"mxm", "in runs, converted", [=](executor const& exec) {
                     return calling(
                         [=](matrix<float>& c, mat const& a, mat const& b) { mxm(c, shortest, a, b, least); },
                         matrix<float>(few, few, exec), make_matrix<double>(exec, false, few),
                         make_matrix<double>(exec, true, few));
                   }});
  table.push_back({"mxm", "full right operand", [](executor const& exec) {
                     return calling([](mat& c, mat const& a, mat const& b) { mxm(c, shortest, a, b, cutting(false)); },
                                    mat(length, 5, exec), make_matrix<double>(exec, false), full_matrix(exec));
                   }});
}

using rows_of_numbers = heddle::dense_matrix<double>;
constexpr plus_times<double> dense_sums{};

// In memory with room between lines, which its buffer keeps.
struct padded_dense {
  buffer<double> memory;
  rows_of_numbers matrix;

  padded_dense(executor const& exec, size_type rows) : memory(exec, rows * 7) {
    double const value = 2;
    primitives::fill(exec, memory.data(), memory.size(), sizeof(double), &value);
    matrix = rows_of_numbers::adopt(exec, memory.data(), rows, 5, layout::row_major, 7);
  }
};
void print(std::ostream& out, padded_dense const& p) { testing::print(out, p.matrix); }

void add_dense_products(std::vector<tried_operation>& table) {
  auto const add = [&](char const* variant, auto call, bool full_rows = false) {
    table.push_back({"mxm", variant, [=](executor const& exec) {
                       return calling(call, padded_dense(exec, length), make_matrix<double>(exec, full_rows),
                                      rows_of_numbers::filled(length, 5, 3, exec, layout::column_major));
                     }});
  };
  add("into a dense matrix",
      [](padded_dense& c, mat const& a, rows_of_numbers& b) { mxm(c.matrix, dense_sums, a, b, cutting(false)); });
  add("accumulated to a dense matrix", [](padded_dense& c, mat const& a, rows_of_numbers& b) {
    mxm(c.matrix, no_mask, plus<double>{}, dense_sums, transpose(a), b);
  });
  add("accumulated to a dense matrix by another operator", [](padded_dense& c, mat const& a, rows_of_numbers& b) {
    mxm(c.matrix, no_mask, minus<double>{}, dense_sums, a, b);
  });
  add(
      "into the dense operand", [](padded_dense&, mat const& a, rows_of_numbers& b) { mxm(b, dense_sums, a, b); },
      true);
}

// Both operands in the layout that the host copies.
void add_sampled_products(std::vector<tried_operation>& table) {
  auto const add = [&](char const* variant, auto call) {
    table.push_back({"mxm", variant, [=](executor const& exec) {
                       return calling(call, make_matrix<double>(exec, false), make_matrix<double>(exec, true),
                                      rows_of_numbers::filled(length, 6, 3, exec, layout::column_major),
                                      rows_of_numbers::filled(6, length, 2, exec));
                     }});
  };
  using dense = rows_of_numbers;
  add("of dense matrices",
      [](mat& c, mat& m, dense& a, dense& b) { mxm(c, structure(m), no_accum, dense_sums, a, b, cutting(true)); });
  add("of dense matrices under a mask of values, accumulated",
      [](mat& c, mat& m, dense& a, dense& b) { mxm(c, m, minus<double>{}, dense_sums, a, b); });
  add("of dense matrices into the mask",
      [](mat& c, mat&, dense& a, dense& b) { mxm(c, c, no_accum, dense_sums, a, b); });
}

void add_dense_members(std::vector<tried_operation>& table) {
  auto const add = [&](char const* member, auto call) {
    table.push_back({std::string("dense_matrix::") + member, "", [=](executor const& exec) {
                       return calling(call, padded_dense(exec, 6), std::vector<double>{},
                                      rows_of_numbers::filled(6, 5, 3, exec));
                     }});
  };
  add("fill", [](padded_dense& c, auto&, auto&) { c.matrix.fill(4); });
  add("set", [](padded_dense& c, auto&, auto&) { c.matrix.set(2, 3, 9); });
  add("get", [](padded_dense& c, auto& r, auto&) { r = {c.matrix.get(5, 4)}; });
  add("to", [](padded_dense& c, auto&, rows_of_numbers& b) { b = c.matrix.to(c.matrix.exec()); });
  add("to_rows", [](padded_dense& c, auto& r, auto&) { r = c.matrix.to_rows(); });
  add("filled",
      [](padded_dense& c, auto&, rows_of_numbers& b) { b = rows_of_numbers::filled(2, 2, 1, c.matrix.exec()); });
  add("from_rows", [](padded_dense& c, auto&, rows_of_numbers& b) {
    b = rows_of_numbers::from_rows(1, 2, {1.0, 2.0}, c.matrix.exec(), layout::column_major);
  });
}

}  // namespace

std::vector<tried_operation> product_operations() {
  std::vector<tried_operation> table;
  add_vector_products(table);
  add_reductions(table);
  add_spmv(table);
  add_matrix_products(table);
  add_dense_products(table);
  add_sampled_products(table);
  add_dense_members(table);
  return table;
}

}  // namespace heddle::testing
