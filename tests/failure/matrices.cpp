// matrices.cpp - what matrices do that allocates.
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/apply/cast.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/kronecker/kronecker.hpp>
#include <heddle/ops/relabel/relabel.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/ops/transpose/transpose.hpp>

#include "tests/failure/operands.hpp"

namespace heddle::testing {

namespace {

using mat = matrix<double>;
using maybe_mat = std::optional<mat>;

mat with_updates(executor const& exec) {
  mat a = make_matrix<double>(exec, false);
  a.set(3, 4, 9);
  a.remove(1, 7);
  return a;
}

// Arrays that were given away: to look at them may fail, and comes later.
using given_values = std::optional<buffer<double>>;

template <class R = maybe_mat, class Call>
void add_matrix_result(std::vector<tried_operation>& table, std::string const& name, Call call) {
  table.push_back(
      {name, "", [=](executor const& exec) { return calling(call, R{}, make_matrix<double>(exec, false)); }});
  table.push_back({name, "with updates", [=](executor const& exec) { return calling(call, R{}, with_updates(exec)); }});
}

template <class Call> void add_matrix_member(std::vector<tried_operation>& table, std::string const& name, Call call) {
  table.push_back(
      {"matrix::" + name, "", [=](executor const& exec) { return calling(call, make_matrix<double>(exec, false)); }});
  table.push_back(
      {"matrix::" + name, "with updates", [=](executor const& exec) { return calling(call, with_updates(exec)); }});
}

void add_matrix_members(std::vector<tried_operation>& table) {
  add_matrix_member(table, "set", [](mat& a) { a.set(0, 1, 5); });
  add_matrix_member(table, "remove", [](mat& a) { a.remove(4, 28); });
  add_matrix_member(table, "clear", [](mat& a) { a.clear(); });
  add_matrix_member(table, "resize", [](mat& a) { a.resize(20, 50); });
  add_matrix_member(table, "resize", [](mat& a) { a.resize(50, 60); });
  add_matrix_member(table, "assume_symmetric", [](mat& a) { a.assume_symmetric(); });
  add_matrix_member(table, "storage", [](mat& a) { storage_of(a).csc(); });
  add_matrix_member(table, "csr", [](mat& a) { a.csr(); });
  add_matrix_member(table, "csc", [](mat& a) { a.csc(); });
  add_matrix_member(table, "coo", [](mat& a) { a.coo(); });
  add_matrix_member(table, "new_form", [](mat& a) { a.new_form(7); });
  add_matrix_result<std::optional<size_type>>(table, "matrix::nnz", [](auto& r, mat const& a) { r = a.nnz(); });
  add_matrix_result<std::optional<bool>>(table, "matrix::is_full", [](auto& r, mat const& a) { r = a.is_full(); });
  add_matrix_result<std::optional<double>>(table, "matrix::get", [](auto& r, mat const& a) { r = a.get(3, 4); });
  add_matrix_result<std::vector<double>>(table, "matrix::tuples", [](auto& r, mat const& a) { r = a.tuples().value; });
  add_matrix_result<std::vector<double>>(table, "matrix::entries", [](auto& r, mat const& a) {
    std::vector<double> values;
    for (auto [i, j, value] : a.entries()) values.push_back(value);
    r = values;
  });
  add_matrix_result<std::vector<double>>(table, "matrix::row", [](auto& r, mat const& a) {
    std::vector<double> values;
    for (auto [j, value] : a.row(2)) values.push_back(value);
    r = values;
  });
  add_matrix_result<given_values>(table, "matrix::release_csr", [](auto& r, mat& a) { r = a.release_csr().values; });
  add_matrix_result<given_values>(table, "matrix::release_csc", [](auto& r, mat& a) { r = a.release_csc().values; });
  add_matrix_result<given_values>(table, "matrix::release_coo", [](auto& r, mat& a) { r = a.release_coo().values; });
  add_matrix_result(table, "matrix::to", [](auto& r, mat const& a) { r = a.to(a.exec()); });
  add_matrix_result(table, "matrix::to", [](auto& r, mat const& a) { r = a.to(executor{}); });
  add_matrix_result(table, "matrix::transposed", [](auto& r, mat const& a) { r = a.transposed(); });
  add_matrix_result(table, "matrix::matrix", [](auto& r, mat const& a) { r.emplace(a); });
  table.push_back({"matrix::operator=", "with updates", [](executor const& exec) {
                     return calling([](mat& to, mat const& from) { to = from; }, make_matrix<double>(exec, true),
                                    with_updates(exec));
                   }});
}

void add_matrix_makers(std::vector<tried_operation>& table) {
  auto const add = [&](char const* name, char const* variant, auto make_one) {
    table.push_back({name, variant, [=](executor const& exec) {
                       return calling([=](maybe_mat& r) { r = make_one(exec); }, maybe_mat{});
                     }});
  };
  add("matrix::build", "values", [](executor const& exec) {
    return mat::build(9, 8, {5, 2, 5}, {1, 2, 1}, {1, 2, 3}, plus<double>{}, exec);
  });
  add("matrix::build", "pattern", [](executor const& exec) {
    return mat::build(9, 8, {5, 2, 5}, {1, 2, 1}, {}, plus<double>{}, exec);
  });
  add("matrix::from_csr", "", [](executor const& exec) {
    std::int32_t const offsets[] = {0, 1, 3}, indices[] = {1, 0, 2};
    double const values[] = {1, 2, 3};
    return mat::from_csr({2, 3, 3, offsets, indices, values}, exec);
  });
  add("matrix::from_csc", "", [](executor const& exec) {
    std::int32_t const offsets[] = {0, 1, 3}, indices[] = {1, 0, 2};
    double const values[] = {1, 2, 3};
    return mat::from_csc({3, 2, 3, offsets, indices, values}, exec);
  });
  add("matrix::from_coo", "", [](executor const& exec) {
    std::int32_t const row[] = {1, 0, 1}, col[] = {1, 0, 0};
    double const values[] = {1, 2, 3};
    return mat::from_coo({3, 2, 3, row, col, values}, exec);
  });
  for (bool const by_columns : {false, true}) {
    add(by_columns ? "matrix::adopt_csc" : "matrix::adopt_csr", "buffers", [=](executor const& exec) {
      std::int32_t const offsets[] = {0, 1, 3}, indices[] = {1, 0, 1};
      double const values[] = {1, 2, 3};
      csr_buffers<double> given{2, 2, buffer<std::int32_t>(exec, offsets), buffer<std::int32_t>(exec, indices),
                                buffer<double>(exec, values)};
      return by_columns ? mat::adopt_csc(std::move(given), array_check::checked)
                        : mat::adopt_csr(std::move(given), array_check::checked);
    });
  }
  add("matrix::adopt_coo", "buffers", [](executor const& exec) {
    std::int32_t const row[] = {0, 1, 1}, col[] = {1, 0, 1};
    double const values[] = {1, 2, 3};
    coo_buffers<double> given{2, 2, buffer<std::int32_t>(exec, row), buffer<std::int32_t>(exec, col),
                              buffer<double>(exec, values)};
    return mat::adopt_coo(std::move(given), array_check::checked);
  });
  table.push_back({"matrix::adopt_csr", "", [](executor const& exec) {
                     auto const a = std::make_shared<mat>(make_matrix<double>(exec, true));
                     auto const view = a->csr();
                     return calling(
                         [=](maybe_mat& r) {
                           r = mat::adopt_csr({length, length, view.nnz, view.offsets, view.indices, view.values.data},
                                              exec, [a] {});
                         },
                         maybe_mat{});
                   }});
}

// C under all kinds of masks, from an operand with entries.
template <class Call> void add_entrywise(std::vector<tried_operation>& table, std::string const& name, Call call) {
  auto const add = [&](char const* variant, auto call_with_mask) {
    table.push_back({name, variant, [=](executor const& exec) {
                       return calling(call_with_mask, make_matrix<double>(exec, true), make_matrix<double>(exec, false),
                                      make_matrix<double>(exec, true));
                     }});
  };
  add("matrix", [=](mat& c, mat& a, mat&) { call(c, no_mask, no_accum, a, false); });
  add("matrix, transposed, accumulated",
      [=](mat& c, mat& a, mat&) { call(c, no_mask, plus<double>{}, transpose(a), false); });
  add("matrix, replace", [=](mat& c, mat& a, mat& m) { call(c, complement(m), no_accum, a, true); });
  add("matrix, masked by values", [=](mat& c, mat& a, mat& m) { call(c, m, minimum<double>{}, a, false); });
  add("matrix, into an operand", [=](mat& c, mat&, mat&) { call(c, structure(c), no_accum, c, false); });
}

// C under all kinds of masks, from two operands with entries.
template <class Call> void add_paired(std::vector<tried_operation>& table, std::string const& name, Call call) {
  auto const add = [&](char const* variant, auto call_with_mask) {
    table.push_back({name, variant, [=](executor const& exec) {
                       return calling(call_with_mask, make_matrix<double>(exec, true), make_matrix<double>(exec, false),
                                      make_matrix<double>(exec, true));
                     }});
  };
  add("matrix", [=](mat& c, mat& a, mat& b) { call(c, no_mask, no_accum, a, b, false); });
  add("matrix, transposed, accumulated",
      [=](mat& c, mat& a, mat& b) { call(c, no_mask, plus<double>{}, transpose(a), b, false); });
  add("matrix, replace", [=](mat& c, mat& a, mat& b) { call(c, complement(a), no_accum, a, transpose(b), true); });
  add("matrix, masked by values", [=](mat& c, mat& a, mat& b) { call(c, b, minimum<double>{}, a, b, false); });
  add("matrix, into operands", [=](mat& c, mat&, mat&) { call(c, structure(c), no_accum, c, transpose(c), false); });
}

}  // namespace

std::vector<tried_operation> matrix_operations() {
  std::vector<tried_operation> table;
  add_matrix_members(table);
  add_matrix_makers(table);
  add_entrywise(table, "apply", [](mat& c, auto const& mask, auto accum, auto const& a, bool replace) {
    if (!c.exec().is_host()) return;  // nvcc alone has kernels for it
    auto const f = [](double x, size_type i, size_type j) { return x + static_cast<double>(10 * i + j); };
    apply(c, mask, accum, f, a, {.replace = replace});
  });
  add_entrywise(table, "apply", [](mat& c, auto const& mask, auto accum, auto const& a, bool replace) {
    apply(c, mask, accum, negate<double>{}, a, {.replace = replace});
  });
  add_entrywise(table, "apply_index", [](mat& c, auto const& mask, auto accum, auto const& a, bool replace) {
    apply_index(c, mask, accum, diagonal_index<std::int32_t>{}, a, 2, {.replace = replace});
  });
  add_entrywise(table, "select", [](mat& c, auto const& mask, auto accum, auto const& a, bool replace) {
    select(c, mask, accum, less<double>{}, a, 2.5, {.replace = replace});
  });
  add_entrywise(table, "select", [](mat& c, auto const& mask, auto accum, auto const& a, bool replace) {
    select(c, mask, accum, tril{}, a, 1, {.replace = replace});
  });
  add_paired(table, "ewise_mult", [](mat& c, auto const& mask, auto accum, auto const& a, auto const& b, bool replace) {
    ewise_mult(c, mask, accum, minus<double>{}, a, b, {.replace = replace});
  });
  add_paired(table, "ewise_add", [](mat& c, auto const& mask, auto accum, auto const& a, auto const& b, bool replace) {
    ewise_add(c, mask, accum, minus<double>{}, a, b, {.replace = replace});
  });
  add_paired(table, "ewise_union",
             [](mat& c, auto const& mask, auto accum, auto const& a, auto const& b, bool replace) {
               ewise_union(c, mask, accum, minus<double>{}, a, 4, b, 7, {.replace = replace});
             });
  add_entrywise(table, "transpose", [](mat& c, auto const& mask, auto accum, auto const& a, bool replace) {
    heddle::transpose(c, mask, accum, a, {.replace = replace});
  });
  for (bool const accumulates : {false, true}) {
    auto const call = [=](mat& c, mat& a, mat& b) {
      if (accumulates) return kronecker(c, no_mask, plus<double>{}, minus<double>{}, transpose(a), b);
      kronecker(c, complement(c), no_accum, minus<double>{}, a, b);
    };
    table.push_back({"kronecker", accumulates ? "accumulated" : "masked by C", [=](executor const& exec) {
                       auto c = mat::build(80, 120, {0, 1, 79}, {0, 7, 119}, {1, 2, 3}, take_first<double>{}, exec);
                       auto a = mat::build(2, 3, {0, 0, 1}, {0, 2, 1}, {4, 5, 6}, take_first<double>{}, exec);
                       if (accumulates) a = a.transposed();
                       return calling(call, std::move(c), std::move(a), make_matrix<double>(exec, false));
                     }});
  }
  add_matrix_result<std::optional<matrix<float>>>(table, "cast", [](auto& r, mat const& a) { r = cast<float>(a); });
  add_matrix_result(table, "relabel_by_degree", [](auto& r, mat const& a) { r = relabel_by_degree(a).matrix; });
  return table;
}

}  // namespace heddle::testing
