// short_forms.cpp - every operation has a form without mask and accumulator, which writes what the long form writes
// with no_mask and no_accum.
#include <heddle/heddle.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::schedules;

namespace {

// Operands of every kind, small enough to be read in a failure.
struct short_form_operands {
  executor exec;
  matrix<float> a = matrix<float>::build(3, 3, {0, 0, 1, 2}, {0, 2, 1, 0}, {1, 2, 3, 4}, plus<float>{}, exec);
  matrix<float> b = matrix<float>::build(3, 3, {0, 1, 1, 2}, {0, 0, 2, 2}, {5, 6, 7, 8}, plus<float>{}, exec);
  matrix<float> column = matrix<float>::build(2, 1, {0, 1}, {0, 0}, {9, 10}, plus<float>{}, exec);
  vector<float> u = vector<float>::build(3, {0, 2}, {2, 3}, plus<float>{}, exec);
  vector<float> v = vector<float>::dense({4.0f, 5.0f, 1.0f}, exec);
  vector<float> part = vector<float>::dense({7.0f, 8.0f}, exec);
};

bool same_result(vector<float> const& x, vector<float> const& y) {
  auto const p = x.tuples(), q = y.tuples();
  return p.index == q.index && p.value == q.value;
}
bool same_result(matrix<float> const& x, matrix<float> const& y) {
  auto const p = x.tuples(), q = y.tuples();
  return p.row == q.row && p.col == q.col && p.value == q.value;
}

// Both forms begin with an output that holds something, which each has to overwrite alike.
template <class Output, class Short, class Long>
void check_short_form(std::string const& what, Output const& output, Short const& in_short, Long const& in_full) {
  Output x = output, y = output;
  in_short(x);
  in_full(y);
  CHECK_MESSAGE(same_result(x, y), what);
  CHECK_MESSAGE(!same_result(x, output), what, " leaves its output as it was");
}

void check_short_products(short_form_operands const& in) {
  auto const& [exec, a, b, column, u, v, part] = in;
  plus_times<float> const sr{};
  auto const check = [&](char const* what, auto const& in_short, auto const& in_full) {
    check_short_form(what, vector<float>::filled(3, 6, exec), in_short, in_full);
  };
  check(
      "mxv", [&](auto& w) { mxv(w, sr, a, u); }, [&](auto& w) { mxv(w, no_mask, no_accum, sr, a, u); });
  check(
      "vxm", [&](auto& w) { vxm(w, sr, u, a); }, [&](auto& w) { vxm(w, no_mask, no_accum, sr, u, a); });
  check(
      "reduce", [&](auto& w) { reduce(w, sr.add, a); }, [&](auto& w) { reduce(w, no_mask, no_accum, sr.add, a); });
  auto const source = vector<float>::build(3, {0}, {0}, sr.add, exec);
  check_short_form(
      "fixpoint", source, [&](auto& x) { fixpoint(x, min_plus<float>{}, a); },
      [&](auto& x) { fixpoint(x, no_mask, min_plus<float>{}, a); });
  check_short_form(
      "mxm", b, [&](auto& c) { mxm(c, sr, a, b); }, [&](auto& c) { mxm(c, no_mask, no_accum, sr, a, b); });
  matrix<float> const blocks(6, 3, exec);
  check_short_form(
      "kronecker", blocks, [&](auto& c) { kronecker(c, sr, column, transpose(a)); },
      [&](auto& c) { kronecker(c, no_mask, no_accum, sr, column, transpose(a)); });
}

void check_short_entrywise(short_form_operands const& in) {
  auto const& [exec, a, b, column, u, v, part] = in;
  auto const twice = bind_second(times<float>{}, 2.0f);
  plus<float> const op{};
  auto const of_vector = [&](char const* what, auto const& in_short, auto const& in_full) {
    check_short_form(what, vector<float>::filled(3, 6, exec), in_short, in_full);
  };
  auto const of_matrix = [&](char const* what, auto const& in_short, auto const& in_full) {
    check_short_form(what, matrix<float>::build(3, 3, {1}, {1}, {6}, op, exec), in_short, in_full);
  };
  of_vector(
      "apply", [&](auto& w) { apply(w, twice, u); }, [&](auto& w) { apply(w, no_mask, no_accum, twice, u); });
  of_matrix(
      "apply", [&](auto& c) { apply(c, twice, a); }, [&](auto& c) { apply(c, no_mask, no_accum, twice, a); });
  row_index<std::int32_t> const row{};
  of_vector(
      "apply_index", [&](auto& w) { apply_index(w, row, u, 1); },
      [&](auto& w) { apply_index(w, no_mask, no_accum, row, u, 1); });
  of_matrix(
      "apply_index", [&](auto& c) { apply_index(c, row, a, 1); },
      [&](auto& c) { apply_index(c, no_mask, no_accum, row, a, 1); });
  less<float> const keep{};
  of_vector(
      "select", [&](auto& w) { select(w, keep, u, 3.0f); },
      [&](auto& w) { select(w, no_mask, no_accum, keep, u, 3.0f); });
  of_matrix(
      "select", [&](auto& c) { select(c, keep, a, 3.0f); },
      [&](auto& c) { select(c, no_mask, no_accum, keep, a, 3.0f); });
  of_vector(
      "select_with", [&](auto& w) { select_with(w, keep, u, v); },
      [&](auto& w) { select_with(w, no_mask, no_accum, keep, u, v); });
  of_vector(
      "ewise_mult", [&](auto& w) { ewise_mult(w, op, u, v); },
      [&](auto& w) { ewise_mult(w, no_mask, no_accum, op, u, v); });
  of_matrix(
      "ewise_mult", [&](auto& c) { ewise_mult(c, op, a, transpose(b)); },
      [&](auto& c) { ewise_mult(c, no_mask, no_accum, op, a, transpose(b)); });
  of_vector(
      "ewise_add", [&](auto& w) { ewise_add(w, op, u, v); },
      [&](auto& w) { ewise_add(w, no_mask, no_accum, op, u, v); });
  of_matrix(
      "ewise_add", [&](auto& c) { ewise_add(c, op, a, b); },
      [&](auto& c) { ewise_add(c, no_mask, no_accum, op, a, b); });
  of_vector(
      "ewise_union", [&](auto& w) { ewise_union(w, op, u, 10, v, 20); },
      [&](auto& w) { ewise_union(w, no_mask, no_accum, op, u, 10, v, 20); });
  of_matrix(
      "ewise_union", [&](auto& c) { ewise_union(c, op, a, 10, b, 20); },
      [&](auto& c) { ewise_union(c, no_mask, no_accum, op, a, 10, b, 20); });
  of_matrix(
      "transpose", [&](auto& c) { heddle::transpose(c, a); },
      [&](auto& c) { heddle::transpose(c, no_mask, no_accum, a); });
}

void check_short_parts(short_form_operands const& in) {
  auto const& [exec, a, b, column, u, v, part] = in;
  std::vector<std::int32_t> const at = {2, 0};
  check_short_form(
      "extract", part, [&](auto& w) { extract(w, v, at); }, [&](auto& w) { extract(w, no_mask, no_accum, v, at); });
  check_short_form(
      "extract of a matrix", column, [&](auto& c) { extract(c, a, at, {1}); },
      [&](auto& c) { extract(c, no_mask, no_accum, a, at, {1}); });
  check_short_form(
      "extract of a column", part, [&](auto& w) { extract(w, a, at, 0); },
      [&](auto& w) { extract(w, no_mask, no_accum, a, at, 0); });
  check_short_form(
      "assign", v, [&](auto& w) { assign(w, u); }, [&](auto& w) { assign(w, no_mask, no_accum, u); });
  check_short_form(
      "assign of a temporary", v, [&](auto& w) { assign(w, vector<float>(u)); },
      [&](auto& w) { assign(w, no_mask, no_accum, vector<float>(u)); });
  check_short_form(
      "assign of a scalar", v, [&](auto& w) { assign(w, 8); }, [&](auto& w) { assign(w, no_mask, no_accum, 8); });
}

// What assign and subassign have in common: `to_part(output, operands...)` of either, short where `Short`.
template <class Part>
void check_short_part(std::string const& what, short_form_operands const& in, Part const& to_part) {
  auto const& [exec, a, b, column, u, v, part] = in;
  std::vector<std::int32_t> const at = {2, 0};
  auto const check = [&](auto const& output, auto const&... operands) {
    check_short_form(
        what, output, [&](auto& out) { to_part(out, operands...); },
        [&](auto& out) { to_part(out, no_mask, no_accum, operands...); });
  };
  check(v, part, at);
  check(v, 6, range(0, 2));
  check(b, column, at, range(1, 2));
  check(b, 6, at, all);
  check(b, part, size_type{1}, at);
  check(b, part, at, size_type{1});
}

}  // namespace

EXECUTOR_CASE("every operation has a short form, which writes what the long one writes [sanitize]") {
  short_form_operands const in{exec};
  check_short_products(in);
  check_short_entrywise(in);
  check_short_parts(in);
  check_short_part("assign to a part", in, [](auto& out, auto const&... operands) { assign(out, operands...); });
  check_short_part("subassign", in, [](auto& out, auto const&... operands) { subassign(out, operands...); });
}

EXECUTOR_CASE("short forms take a descriptor behind their operands") {
  short_form_operands const in{exec};
  vector<float> w(3, exec), x(3, exec);
  ewise_add(w, plus<float>{}, in.u, in.v, {.replace = true});
  ewise_add(x, plus<float>{}, in.u, in.v);
  CHECK(same_result(w, x));
  assign(w, in.part, {2, 0}, {.replace = true});
  CHECK((w.to_dense(-1) == std::vector<float>{8, 5, 7}));
  assign(w, 1, {1});  // a list of one position
  CHECK((w.to_dense(-1) == std::vector<float>{8, 1, 7}));
  CHECK_THROWS_AS(apply(w, identity<float>{}, in.u, {.schedule = binned{.atoms_per_lane = 0}}), invalid_argument);
}
