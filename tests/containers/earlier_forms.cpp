// earlier_forms.cpp - whatever forms of a vector were asked for before it is written, afterwards all of them hold what
// was written: lists, bitmaps, counts, and lists in order.
#include <functional>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/mxv/mxv.hpp>
#include <heddle/ops/select/select.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

using form_cells = std::vector<std::optional<int>>;
constexpr size_type form_size = 40;

form_cells read_form(vector<int> const& v) {
  form_cells found(static_cast<std::size_t>(v.size()));
  auto const entries = v.tuples();
  for (std::size_t k = 0; k < entries.index.size(); ++k) found[entries.index[k]] = entries.value[k];
  return found;
}

// Whether every way to read v tells the same.
std::string contradiction(vector<int> const& v, form_cells const& expected) {
  if (read_form(v) != expected) return "tuples";
  size_type const entries =
      std::count_if(expected.begin(), expected.end(), [](auto const& c) { return c.has_value(); });
  if (v.nvals() != entries) return "nvals";
  for (size_type i = 0; i < v.size(); ++i) {
    if (v.get(i) != expected[static_cast<std::size_t>(i)]) return "get";
  }
  auto const dense = v.to_dense(-7);
  for (std::size_t i = 0; i < dense.size(); ++i) {
    if (dense[i] != expected[i].value_or(-7)) return "to_dense";
  }
  auto const& list = storage_of(v).sparse(true);
  if (list.nvals != entries) return "the list";
  auto const& bits = storage_of(v).bitmap();
  auto const present = bits.full() ? std::vector<detail::byte>(expected.size(), 1) : bits.present.to_host();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if ((present[i] != 0) != expected[i].has_value()) return "the bitmap";
  }
  if (v.form() == vector_form::dense && entries != v.size()) return "the form";
  return "";
}

struct form_change {
  char const* name;
  std::function<void(vector<int>&)> write;
  std::function<void(form_cells&)> expect;
};

std::vector<form_change> form_changes(executor const& exec) {
  auto const u = std::make_shared<vector<int> const>(
      vector<int>::build(form_size, {1, 7, 39}, {100, 200, 300}, take_first<int>{}, exec));
  auto const full = std::make_shared<vector<int> const>(vector<int>::filled(form_size, 5, exec));
  auto const a = std::make_shared<matrix<int> const>(
      matrix<int>::build(form_size, form_size, {0, 3}, {1, 7}, {1, 1}, take_first<int>{}, exec));
  auto const put_u = [](form_cells& c) { c[1] = 100, c[7] = 200, c[39] = 300; };
  auto const only_u = [=](form_cells& c) { c.assign(form_size, std::nullopt), put_u(c); };
  return {
      {"set", [](auto& v) { v.set(7, 1); }, [](form_cells& c) { c[7] = 1; }},
      {"set twice", [](auto& v) { v.set(7, 1), v.set(0, 2); }, [](form_cells& c) { c[7] = 1, c[0] = 2; }},
      {"remove", [](auto& v) { v.remove(3); }, [](form_cells& c) { c[3].reset(); }},
      {"clear", [](auto& v) { v.clear(); }, [](form_cells& c) { c.assign(form_size, std::nullopt); }},
      {"fill", [](auto& v) { v.fill(4); }, [](form_cells& c) { c.assign(form_size, 4); }},
      {"shrink and grow", [](auto& v) { v.resize(5), v.resize(form_size); },
       [](form_cells& c) { c.resize(5), c.resize(form_size); }},
      {"copy", [=](auto& v) { v = *u; }, only_u},
      {"move", [=](auto& v) { v = vector<int>(*u); }, only_u},
      {"assign", [=](auto& v) { assign(v, no_mask, no_accum, *u); }, only_u},
      {"assign a full one", [=](auto& v) { assign(v, no_mask, no_accum, *full); },
       [](form_cells& c) { c.assign(form_size, 5); }},
      {"assign under itself", [=](auto& v) { assign(v, structure(*u), no_accum, *u); }, put_u},
      {"assign a number under a list", [=](auto& v) { assign(v, structure(*u), no_accum, 6); },
       [](form_cells& c) { c[1] = c[7] = c[39] = 6; }},
      {"assign a number under a complement", [=](auto& v) { assign(v, complement(structure(*u)), no_accum, 6); },
       [](form_cells& c) {
         for (int i = 0; i < form_size; ++i) {
           if (i != 1 && i != 7 && i != 39) c[i] = 6;
         }
       }},
      {"assign to a part", [=](auto& v) { assign(v, no_mask, no_accum, 8, range(2, 5)); },
       [](form_cells& c) { c[2] = c[3] = c[4] = 8; }},
      {"accumulate", [=](auto& v) { assign(v, no_mask, plus<int>{}, *u); },
       [](form_cells& c) {
         c[1] = c[1].value_or(0) + 100, c[7] = c[7].value_or(0) + 200, c[39] = c[39].value_or(0) + 300;
       }},
      {"ewise_add", [=](auto& v) { ewise_add(v, take_second<int>{}, v, *u); }, put_u},
      {"apply", [=](auto& v) { apply(v, identity<int>{}, *u); }, only_u},
      {"select", [=](auto& v) { select(v, greater<int>{}, *u, 150); },
       [](form_cells& c) { c.assign(form_size, std::nullopt), c[7] = 200, c[39] = 300; }},
      {"mxv", [=](auto& v) { mxv(v, plus_times<int>{}, *a, *u); },
       [](form_cells& c) { c.assign(form_size, std::nullopt), c[0] = 100, c[3] = 200; }},
      {"mxv with an accumulator", [=](auto& v) { mxv(v, no_mask, take_second<int>{}, plus_times<int>{}, *a, *u); },
       [](form_cells& c) { c[0] = 100, c[3] = 200; }},
      {"write_bitmap", [](auto& v) { storage_of(v).write_bitmap(); }, [](form_cells&) {}},
      {"choose_form", [](auto& v) { storage_of(v).choose_form(); }, [](form_cells&) {}},
  };
}

// Few entries, many, all, and none.
std::vector<vector<int>> form_starts(executor const& exec) {
  std::vector<vector<int>> all;
  all.push_back(vector<int>::build(form_size, {3, 7}, {30, 70}, take_first<int>{}, exec));
  std::vector<std::int32_t> at;
  for (std::int32_t i = 0; i < form_size; i += 2) at.push_back(i), at.push_back(i + (i % 3 == 0));
  all.push_back(vector<int>::build(form_size, at, std::vector<int>(at.size(), 9), take_first<int>{}, exec));
  all.push_back(vector<int>::filled(form_size, 2, exec));
  all.push_back(vector<int>(form_size, exec));
  return all;
}

using asking = std::function<void(vector<int> const&)>;
std::vector<asking> askings() {
  return {[](auto const&) {}, [](auto const& v) { (void)storage_of(v).sparse(true); },
          [](auto const& v) { (void)storage_of(v).bitmap(); },
          [](auto const& v) { (void)storage_of(v).sparse(true), (void)storage_of(v).bitmap(), (void)v.nvals(); }};
}

}  // namespace

EXECUTOR_CASE("whatever was asked for of a vector before, all of it tells what has been written since") {
  for (auto const& [name, write, expect] : form_changes(exec)) {
    CAPTURE(std::string(name));
    for (auto const& start : form_starts(exec)) {
      for (asking const& ask : askings()) {
        vector<int> v = start;
        form_cells expected = read_form(start);
        ask(v);
        write(v);
        expect(expected);
        CHECK(contradiction(v, expected) == "");
        v.set(11, 1);  // and what has been asked for now does not outlive the next
        expected[11] = 1;
        CHECK(contradiction(v, expected) == "");
        CHECK(read_form(start) != expected);
      }
    }
  }
}

EXECUTOR_CASE("two writes one after the other leave what both have written, whatever is asked for between them") {
  auto const all = form_changes(exec);
  for (auto const& one : all) {
    for (auto const& other : all) {
      CAPTURE(std::string(one.name));
      CAPTURE(std::string(other.name));
      vector<int> v = form_starts(exec)[1];
      form_cells expected = read_form(v);
      one.write(v), one.expect(expected);
      (void)storage_of(v).sparse(true), (void)storage_of(v).bitmap();
      other.write(v), other.expect(expected);
      CHECK(contradiction(v, expected) == "");
    }
  }
}

EXECUTOR_CASE("a vector that was moved away or given away has its size and no entries, whatever was asked for before") {
  for (auto const& start : form_starts(exec)) {
    for (asking const& ask : askings()) {
      vector<int> v = start;
      ask(v);
      vector<int> const taken = std::move(v);
      CHECK(contradiction(taken, read_form(start)) == "");
      CHECK(v.nvals() == 0);
      vector<int> w = start;
      ask(w);
      auto const list = w.release_list();
      CHECK(list.indices.size() == start.nvals());
      CHECK(contradiction(w, form_cells(form_size)) == "");
      if (start.nvals() != form_size) continue;
      vector<int> x = start;
      ask(x);
      CHECK(x.release_dense().to_host() == std::vector<int>(form_size, 2));
      CHECK(contradiction(x, form_cells(form_size)) == "");
    }
  }
}
