// parts.cpp - operations at chosen positions: extract, assign, subassign; diagonals.
#include <heddle/ops/diag/diag.hpp>
#include <heddle/ops/extract/extract.hpp>
#include <heddle/ops/gather/gather.hpp>
#include <heddle/ops/scatter/scatter.hpp>
#include <heddle/ops/subassign/subassign.hpp>

#include "tests/failure/operands.hpp"

namespace heddle::testing {

namespace {

using vec = vector<double>;
using mat = matrix<double>;
using named_set = std::pair<char const*, index_set<int>>;

// Each of half the positions, once.
std::vector<named_set> half_sets() {
  std::vector<int> order;
  for (int i = 0; i < 20; ++i) order.push_back((i * 7 + 3) % 20 * 2);
  return {{"a range", range(0, 20)}, {"backwards", range(39, 0, -2)}, {"a list", order}};
}

auto of_half(shape s) {
  return [s](executor const& exec) {
    vec half(20, exec);
    extract(half, no_mask, no_accum, make<double>(exec, s), range(0, 20));
    return half;
  };
}

void add_vectors(std::vector<tried_operation>& table, named_set const& set, shape u) {
  auto const& at = set.second;
  std::string const variant = std::string("u ") + name_of(u) + ", " + set.first;
  add_outputs<double, plus<double>>(
      table, "assign", variant,
      [=](vec& w, auto const& mask, auto accum, bool replace, vec const& from) {
        assign(w, mask, accum, from, at, {.replace = replace});
      },
      of_half(u));
  for (shape const w : all_shapes) {
    table.push_back({"subassign", variant + ", w " + name_of(w), [=](executor const& exec) {
                       return calling(
                           [=](vec& out, vec const& from, vec const& mask) {
                             subassign(out, structure(mask), plus<double>{}, from, at, {.replace = true});
                           },
                           make<double>(exec, w), of_half(u)(exec), of_half(shape::bitmap)(exec));
                     }});
    table.push_back({"subassign", variant + ", a scalar, w " + name_of(w), [=](executor const& exec) {
                       return calling(
                           [=](vec& out, vec const& mask) { subassign(out, complement(mask), no_accum, 7, at); },
                           make<double>(exec, w), of_half(u)(exec));
                     }});
  }
}

void add_extracts(std::vector<tried_operation>& table, shape u) {
  std::vector<int> twice;
  for (int i = 0; i < 40; ++i) twice.push_back(i * 11 % 20);
  for (named_set const& set :
       {named_set{"all", all}, named_set{"backwards", range(39, -1, -1)}, named_set{"a list with duplicates", twice}}) {
    auto const at = set.second;
    add_outputs<double, plus<double>>(
        table, "extract", std::string("u ") + name_of(u) + ", " + set.first,
        [=](vec& w, auto const& mask, auto accum, bool replace, vec const& from) {
          extract(w, mask, accum, from, at, {.replace = replace});
        },
        of_shape(u));
  }
}

// Positions by way of a list and as a full vector; u in its form.
void add_gathers(std::vector<tried_operation>& table, shape u) {
  for (bool const full : {false, true}) {
    auto const positions = [full](executor const& exec) {
      std::vector<std::int32_t> place, position;
      for (std::int32_t i = 0; i < 40; i += full ? 1 : 3) place.push_back(i), position.push_back(i * 7 % 20);
      auto p = vector<std::int32_t>::build(40, place, position, take_first<std::int32_t>{}, exec);
      storage_of(p).choose_form();
      return p;
    };
    std::string const variant = std::string("u ") + name_of(u) + (full ? ", full positions" : ", a list of positions");
    add_outputs<double, plus<double>>(
        table, "gather", variant,
        [](vec& w, auto const& mask, auto accum, bool replace, vec const& from, vector<std::int32_t> const& p) {
          gather(w, mask, accum, from, p, {.replace = replace});
        },
        of_shape(u), positions);
    add_outputs<double, plus<double>>(
        table, "scatter", variant,
        [](vec& w, auto const& mask, auto accum, bool replace, vec const& from, vector<std::int32_t> const& p) {
          scatter(w, mask, accum, p, from, plus_monoid<double>{}, {.replace = replace});
        },
        of_shape(u), positions);
  }
}

// call(c, a, vector) of square matrices and a vector as long as their rows.
template <class Call>
void add_matrix_call(std::vector<tried_operation>& table, char const* name, std::string const& variant, Call call) {
  table.push_back({name, variant, [=](executor const& exec) {
                     return calling(call, make_matrix<double>(exec, true), make_matrix<double>(exec, false),
                                    make<double>(exec, shape::bitmap));
                   }});
}

void add_matrices(std::vector<tried_operation>& table) {
  std::vector<int> order, twice;
  for (int i = 0; i < 40; ++i) order.push_back(i * 11 % 40), twice.push_back(i * 11 % 20);
  index_set<int> const listed = order, backwards = range(39, -1, -1), with_duplicates = twice;
  add_matrix_call(table, "extract", "matrix, lists",
                  [=](mat& c, mat& a, vec&) { extract(c, no_mask, no_accum, a, with_duplicates, with_duplicates); });
  add_matrix_call(table, "extract", "matrix, ranges", [=](mat& c, mat& a, vec&) {
    extract(c, structure(a), plus<double>{}, transpose(a), backwards, backwards, {.replace = true});
  });
  add_matrix_call(table, "extract", "into the operand",
                  [=](mat& c, mat&, vec&) { extract(c, complement(c), no_accum, c, all, listed); });
  add_matrix_call(table, "extract", "column",
                  [=](mat&, mat& a, vec& w) { extract(w, no_mask, plus<double>{}, a, listed, 3); });
  add_matrix_call(table, "extract", "row",
                  [=](mat&, mat& a, vec& w) { extract(w, no_mask, no_accum, transpose(a), backwards, 4); });
  add_matrix_call(table, "assign", "matrix, lists",
                  [=](mat& c, mat& a, vec&) { assign(c, no_mask, no_accum, a, listed, listed); });
  add_matrix_call(table, "assign", "matrix, ranges", [=](mat& c, mat& a, vec&) {
    assign(c, a, minus<double>{}, transpose(a), backwards, backwards, {.replace = true});
  });
  add_matrix_call(table, "assign", "a scalar under a mask",
                  [=](mat& c, mat& a, vec&) { assign(c, a, no_accum, 5, range(0, 9), listed); });
  add_matrix_call(table, "assign", "a scalar everywhere",
                  [=](mat& c, mat& a, vec&) { assign(c, complement(a), plus<double>{}, 5, range(0, 9), listed); });
  add_matrix_call(table, "assign", "row", [=](mat& c, mat&, vec& u) { assign(c, u, plus<double>{}, u, 5, listed); });
  add_matrix_call(table, "assign", "column", [=](mat& c, mat&, vec& u) { assign(c, no_mask, no_accum, u, listed, 5); });
  add_matrix_call(table, "subassign", "matrix, lists", [=](mat& c, mat& a, vec&) {
    subassign(c, complement(c), plus<double>{}, a, listed, listed, {.replace = true});
  });
  add_matrix_call(table, "subassign", "matrix, ranges",
                  [=](mat& c, mat& a, vec&) { subassign(c, no_mask, no_accum, transpose(a), backwards, all); });
  add_matrix_call(table, "subassign", "a scalar",
                  [=](mat& c, mat& a, vec&) { subassign(c, structure(a), no_accum, 5, listed, listed); });
  add_matrix_call(table, "subassign", "row", [=](mat& c, mat&, vec& u) { subassign(c, u, no_accum, u, 5, listed); });
  add_matrix_call(table, "subassign", "column",
                  [=](mat& c, mat&, vec& u) { subassign(c, no_mask, plus<double>{}, u, listed, 5); });
}

void add_diagonals(std::vector<tried_operation>& table) {
  for (shape const s : all_shapes) {
    table.push_back({"diag", name_of(s), [=](executor const& exec) {
                       return calling([](std::optional<mat>& r, vec const& v) { r = diag(v, -3); },
                                      std::optional<mat>{}, make<double>(exec, s));
                     }});
  }
  for (size_type const k : {0, 7}) {
    table.push_back({"diagonal", k == 0 ? "full" : "with few entries", [=](executor const& exec) {
                       auto a = k == 0 ? diag(make<double>(exec, shape::dense)) : make_matrix<double>(exec, true);
                       return calling([=](std::optional<vec>& r, mat const& of) { r = diagonal(transpose(of), k); },
                                      std::optional<vec>{}, std::move(a));
                     }});
  }
}

}  // namespace

std::vector<tried_operation> part_operations() {
  std::vector<tried_operation> table;
  add_diagonals(table);
  for (shape const u : all_shapes) {
    for (named_set const& set : half_sets()) add_vectors(table, set, u);
    add_extracts(table, u);
    add_gathers(table, u);
  }
  add_matrices(table);
  return table;
}

}  // namespace heddle::testing
