// vectors.cpp - what vectors do that allocates, and the operations on vectors alone.
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/apply/cast.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/relabel/relabel.hpp>
#include <heddle/ops/select/select.hpp>
#include <numeric>

#include "tests/failure/operands.hpp"

namespace heddle::testing {

namespace {

using vec = vector<double>;
using maybe_vec = std::optional<vec>;

// For every form of v: call(v).
template <class Call> void add_vector_member(std::vector<tried_operation>& table, std::string const& name, Call call) {
  for (shape const s : all_shapes) {
    table.push_back(
        {"vector::" + name, name_of(s), [=](executor const& exec) { return calling(call, make<double>(exec, s)); }});
  }
}

// For every form of v: call(result, v).
template <class R = maybe_vec, class Call>
void add_vector_result(std::vector<tried_operation>& table, std::string const& name, Call call) {
  for (shape const s : all_shapes) {
    table.push_back(
        {name, name_of(s), [=](executor const& exec) { return calling(call, R{}, make<double>(exec, s)); }});
  }
}

void add_vector_members(std::vector<tried_operation>& table) {
  add_vector_member(table, "set", [](vec& v) { v.set(5, 7); });
  add_vector_member(table, "remove", [](vec& v) { v.remove(2); });
  add_vector_member(table, "clear", [](vec& v) { v.clear(); });
  add_vector_member(table, "resize", [](vec& v) { v.resize(20); });
  add_vector_member(table, "resize", [](vec& v) { v.resize(90); });
  add_vector_member(table, "resize", [](vec& v) { v.resize(900); });
  add_vector_member(table, "fill", [](vec& v) { v.fill(4); });
  add_vector_member(table, "storage", [](vec& v) { storage_of(v).write_bitmap(); });
  add_vector_member(table, "storage", [](vec& v) { storage_of(v).choose_form(); });
  add_vector_result<std::optional<double>>(table, "vector::get", [](auto& r, vec const& v) { r = v.get(2); });
  add_vector_result<std::optional<size_type>>(table, "vector::nvals", [](auto& r, vec const& v) { r = v.nvals(); });
  add_vector_result<std::vector<double>>(table, "vector::to_dense", [](auto& r, vec const& v) { r = v.to_dense(-1); });
  add_vector_result<std::vector<double>>(table, "vector::tuples", [](auto& r, vec const& v) { r = v.tuples().value; });
  add_vector_result<std::vector<double>>(table, "vector::entries", [](auto& r, vec const& v) {
    std::vector<double> values;
    for (auto [i, value] : v.entries()) values.push_back(value);
    r = values;
  });
  add_vector_result<std::optional<buffer<double>>>(table, "vector::release_list",
                                                   [](auto& r, vec& v) { r = v.release_list().values; });
  table.push_back({"vector::values", "of a list with all entries", [](executor const& exec) {
                     auto const call = [](auto& r, vec const& v) { r = v.values().size(); };
                     std::vector<std::int32_t> all(50);
                     std::iota(all.begin(), all.end(), 0);
                     auto const numbers = std::vector<double>(all.begin(), all.end());
                     return calling(call, std::optional<std::size_t>{},
                                    vec::build(50, all, numbers, take_first<double>{}, exec));
                   }});
  table.push_back({"vector::release_dense", "", [](executor const& exec) {
                     auto const call = [](auto& r, vec& v) { r = v.release_dense(); };
                     return calling(call, std::optional<buffer<double>>{}, make<double>(exec, shape::dense));
                   }});
  add_vector_result(table, "vector::to", [](auto& r, vec const& v) { r = v.to(v.exec()); });
  add_vector_result(table, "vector::vector", [](auto& r, vec const& v) { r.emplace(v); });
  for (shape const s : all_shapes) {
    table.push_back({"vector::operator=", name_of(s), [=](executor const& exec) {
                       return calling([](vec& to, vec const& from) { to = from; }, make<double>(exec, shape::both),
                                      make<double>(exec, s));
                     }});
  }
}

void add_vector_makers(std::vector<tried_operation>& table) {
  auto const add = [&](char const* name, auto make_one) {
    table.push_back({name, "", [=](executor const& exec) {
                       return calling([=](maybe_vec& r) { r = make_one(exec); }, maybe_vec{});
                     }});
  };
  add("vector::filled", [](executor const& exec) { return vec::filled(9, 2.5, exec); });
  add("vector::dense", [](executor const& exec) { return vec::dense({1, 2, 3}, exec); });
  add("vector::build", [](executor const& exec) { return vec::build(9, {5, 2, 5}, {1, 2, 3}, plus<double>{}, exec); });
  add("vector::build", [](executor const& exec) { return vec::build(9, {5, 2}, {1, 2}, no_duplicates, exec); });
  add("vector::adopt", [](executor const& exec) {
    std::int32_t const at[] = {2, 7};
    double const values[] = {1, 2};
    list_buffers<double> list{9, buffer<std::int32_t>(exec, at), buffer<double>(exec, values)};
    return vec::adopt(std::move(list), array_check::checked);
  });
  table.push_back({"vector::set", "in a long list", [](executor const& exec) {
                     return calling(
                         [](maybe_vec& r) {
                           vec v = *r;
                           v.set(70'000, 4);
                           v.set(9, 3);
                           v.remove(70'000);
                           v.resize(length);
                           r = std::move(v);
                         },
                         maybe_vec{vec(1'000'000, exec)});
                   }});
  table.push_back({"vector::adopt", "", [](executor const& exec) {
                     auto const memory = std::make_shared<buffer<double>>(exec, 3);
                     double const value = 8;
                     primitives::fill(exec, memory->data(), 3, sizeof(double), &value);
                     return calling([=](maybe_vec& r) { r = vec::adopt(exec, memory->data(), 3, [memory] {}); },
                                    maybe_vec{});
                   }});
}

void add_element_wise(std::vector<tried_operation>& table, shape u) {
  std::string const variant = std::string("u ") + name_of(u);
  add_outputs<double, plus<double>>(
      table, "assign", variant,
      [](vec& w, auto const& mask, auto accum, bool replace, vec const& from) {
        assign(w, mask, accum, from, {.replace = replace});
      },
      of_shape(u));
  add_outputs<double, plus<double>>(
      table, "ewise_mult", variant,
      [](vec& w, auto const& mask, auto accum, bool replace, vec const& x, vec const& y) {
        ewise_mult(w, mask, accum, times<double>{}, x, y, {.replace = replace});
      },
      of_shape(u), of_shape(shape::dense));
  add_outputs<double>(
      table, "ewise_mult", variant + ", v sparse",
      [](vec& w, auto const& mask, auto accum, bool replace, vec const& x, vec const& y) {
        ewise_mult(w, mask, accum, times<double>{}, x, y, {.replace = replace});
      },
      of_shape(u), of_shape(shape::sparse));
  for (shape const v : {shape::sparse, shape::bitmap}) {
    std::string const both = variant + ", v " + name_of(v);
    add_outputs<double>(
        table, "ewise_add", both,
        [](vec& w, auto const& mask, auto accum, bool replace, vec const& x, vec const& y) {
          ewise_add(w, mask, accum, minus<double>{}, x, y, {.replace = replace});
        },
        of_shape(u), of_shape(v));
    add_outputs<double, plus<double>>(
        table, "ewise_union", both,
        [](vec& w, auto const& mask, auto accum, bool replace, vec const& x, vec const& y) {
          ewise_union(w, mask, accum, minus<double>{}, x, 4, y, 7, {.replace = replace});
        },
        of_shape(u), of_shape(v));
  }
  add_outputs<double, plus<double>>(
      table, "apply", variant,
      [](vec& w, auto const& mask, auto accum, bool replace, vec const& x) {
        if (!w.exec().is_host()) return;  // nvcc alone has kernels for it
        auto const f = [](double value, size_type i) { return value + static_cast<double>(i); };
        apply(w, mask, accum, f, x, {.replace = replace});
      },
      of_shape(u));
  add_outputs<double>(
      table, "apply", variant + ", an operator with an operand bound",
      [](vec& w, auto const& mask, auto accum, bool replace, vec const& x) {
        apply(w, mask, accum, bind_second(minus<double>{}, 3.0), x, {.replace = replace});
      },
      of_shape(u));
  add_outputs<double>(
      table, "apply_index", variant,
      [](vec& w, auto const& mask, auto accum, bool replace, vec const& x) {
        apply_index(w, mask, accum, row_index<std::int32_t>{}, x, 1, {.replace = replace});
      },
      of_shape(u));
  add_outputs<double>(
      table, "select", variant + ", by position",
      [](vec& w, auto const& mask, auto accum, bool replace, vec const& x) {
        select(w, mask, accum, row_le{}, x, 19, {.replace = replace});
      },
      of_shape(u));
  add_outputs<double>(
      table, "select", variant,
      [](vec& w, auto const& mask, auto accum, bool replace, vec const& x) {
        select(w, mask, accum, less<double>{}, x, 2.5, {.replace = replace});
      },
      of_shape(u));
  add_outputs<double>(
      table, "select_with", variant,
      [](vec& w, auto const& mask, auto accum, bool replace, vec const& x, vec const& y) {
        select_with(w, mask, accum, less<double>{}, x, y, {.replace = replace});
      },
      of_shape(u), [](executor const& exec) { return vec::filled(length, 2.5, exec); });
}

void add_assignments(std::vector<tried_operation>& table) {
  add_outputs<double, plus<double>>(
      table, "assign", "a scalar",
      [](vec& w, auto const& mask, auto accum, bool replace) { assign(w, mask, accum, 3.5, {.replace = replace}); });
  for (shape const s : all_shapes) {
    table.push_back({"assign", std::string("under a list, w ") + name_of(s), [=](executor const& exec) {
                       return calling([](vec& w, vec const& u) { assign(w, structure(u), no_accum, 3.5); },
                                      make<double>(exec, s), make<double>(exec, shape::sparse));
                     }});
    table.push_back({"assign", std::string("u under itself, w ") + name_of(s), [=](executor const& exec) {
                       return calling([](vec& w, vec const& u) { assign(w, structure(u), no_accum, u); },
                                      make<double>(exec, s), make<double>(exec, shape::sparse));
                     }});
    table.push_back({"assign", std::string("w to itself under itself, w ") + name_of(s), [=](executor const& exec) {
                       return calling([](vec& w) { assign(w, complement(w), plus<double>{}, w, {.replace = true}); },
                                      make<double>(exec, s));
                     }});
    table.push_back({"assign", std::string("a copy that is a temporary, w ") + name_of(s), [=](executor const& exec) {
                       return calling([](vec& w, vec const& u) { assign(w, no_mask, no_accum, vec(u)); },
                                      make<double>(exec, s), make<double>(exec, shape::bitmap));
                     }});
  }
}

// Of so many positions that results stay lists: output, operand and mask by their entries.
void add_lists(std::vector<tried_operation>& table) {
  auto const few = []<class T>(executor const& exec, T value, std::int32_t step) {
    return vector<T>::build(2000, {step, 3 * step, 90}, std::vector<T>(3, value), take_first<T>{}, exec);
  };
  auto const add = [&](char const* variant, auto mask_by, auto accum, bool replace) {
    table.push_back({"ewise_add", variant, [=](executor const& exec) {
                       return calling(
                           [=](vec& w, vector<bool> const& m, vec const& u, vec const& v) {
                             ewise_add(w, mask_by(m), accum, plus<double>{}, u, v, {.replace = replace});
                           },
                           few(exec, 1.0, 7), few(exec, true, 14), few(exec, 2.0, 21), few(exec, 4.0, 30));
                     }});
  };
  auto const values = [](auto const& m) { return mask_of<vector<bool>>{&m}; };
  auto const structural = [](auto const& m) { return structure(m); };
  auto const closed = [](auto const& m) { return complement(m); };
  add("lists under a list", values, no_accum, false);
  add("lists under a list, accumulated", structural, minus<double>{}, false);
  add("lists under what a list is not, replaced", closed, minus<double>{}, true);
  add(
      "lists accumulated", [](auto const&) { return no_mask; }, minus<double>{}, false);
}

// Three words of a GPU's memory, which fills need a copy of.
struct triple {
  double x = 0, y = 0, z = 0;
  triple() = default;
  explicit triple(double value) : x(value), y(value + 1), z(value + 2) {}
  explicit operator float() const { return static_cast<float>(x + 10 * y + 100 * z); }
  friend bool operator==(triple const&, triple const&) = default;
};

void add_wide(std::vector<tried_operation>& table) {
  for (shape const s : all_shapes) {
    table.push_back({"vector::fill", std::string("three words, ") + name_of(s), [=](executor const& exec) {
                       return calling([](vector<triple>& v) { v.fill(triple(9)); }, make<triple>(exec, s));
                     }});
    table.push_back({"assign", std::string("three words under a list, ") + name_of(s), [=](executor const& exec) {
                       return calling(
                           [](vector<triple>& w, vec const& at) { assign(w, structure(at), no_accum, triple(9)); },
                           make<triple>(exec, s), make<double>(exec, shape::sparse));
                     }});
  }
}

void add_others(std::vector<tried_operation>& table) {
  add_vector_result<std::optional<vector<float>>>(table, "cast", [](auto& r, vec const& v) { r = cast<float>(v); });
  for (shape const s : all_shapes) {
    table.push_back({"apply_index", name_of(s), [=](executor const& exec) {
                       return calling([](vector<std::int32_t>& w) { apply_index(w); }, make<std::int32_t>(exec, s));
                     }});
  }
  auto const order = [](executor const& exec) {
    vector<std::int32_t> reversed(length, exec);
    std::vector<std::int32_t> values;
    for (size_type i = 0; i < length; ++i) values.push_back(static_cast<std::int32_t>(length - 1 - i));
    return vector<std::int32_t>::dense(values, exec);
  };
  for (shape const s : {shape::sparse, shape::dense}) {
    table.push_back({"permuted", name_of(s), [=](executor const& exec) {
                       return calling([](maybe_vec& r, vec const& x, auto const& by) { r = permuted(x, by); },
                                      maybe_vec{}, make<double>(exec, s), order(exec));
                     }});
    table.push_back({"restored", name_of(s), [=](executor const& exec) {
                       return calling([](maybe_vec& r, vec const& x, auto const& by) { r = restored(x, by); },
                                      maybe_vec{}, make<double>(exec, s), order(exec));
                     }});
  }
}

}  // namespace

std::vector<tried_operation> vector_operations() {
  std::vector<tried_operation> table;
  add_vector_members(table);
  add_vector_makers(table);
  for (shape const u : all_shapes) add_element_wise(table, u);
  add_assignments(table);
  add_lists(table);
  add_wide(table);
  add_others(table);
  return table;
}

}  // namespace heddle::testing
