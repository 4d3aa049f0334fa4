// loops.cpp - loops that are recorded and run, sums into a scalar, and scalars in the place of numbers.
#include "tests/failure/operands.hpp"
#include "tests/loop/counted_loop.hpp"

namespace heddle::testing {

// Two vectors, and how often a loop is to change them.
struct loop_of_two {
  fibonacci f;
  countdown count;
  vector<double> list, bits;
  scalar<std::int64_t> entries;

  explicit loop_of_two(executor const& exec)
      : f(exec),
        count(exec),
        list(make<double>(exec, shape::sparse)),
        bits(make<double>(exec, shape::bitmap)),
        entries(7, exec) {
    count.start(3);
  }
  void run_on_bitmap(executor const& exec) {
    auto loop = device_loop(
        exec, operands(list, entries, count.ticks, count.left),
        [this](loop_step& step) {
          assign(list, structure(list), plus<double>{}, step.iteration());
          ewise_mult(list, no_mask, no_accum, plus<double>{}, list, list);
          nvals(entries, list);
          count.tick();
        },
        count.left > 0);
    loop.run();
  }
  void run(executor const& exec) {
    auto loop = device_loop(
        exec, operands(f.a, f.b, count.ticks, count.left),
        [this](loop_step& step) {
          f.next(step);
          count.tick();
        },
        count.left > 0);
    loop.run();
  }
};

using shared_loop = std::shared_ptr<loop_of_two>;  // scalars stay where they are

static void print(std::ostream& out, shared_loop const& l) {
  for (auto const* v : {&l->f.a, &l->f.b, &l->count.ticks, &l->list, &l->bits}) print(out, *v);
  out << "scalars " << l->count.left.get() << ' ' << l->entries.get();
}

std::vector<tried_operation> loop_operations() {
  std::vector<tried_operation> table;
  auto const add = [&](char const* name, char const* variant, auto call) {
    table.push_back({name, variant, [=](executor const& exec) {
                       return calling([=](shared_loop const& l) { call(*l, exec); },
                                      std::make_shared<loop_of_two>(exec));
                     }});
  };
  add("device_loop", "", [](loop_of_two& l, executor const& exec) { l.run(exec); });
  add("device_loop", "a bitmap", [](loop_of_two& l, executor const& exec) { l.run_on_bitmap(exec); });
  add("assign", "a scalar", [](loop_of_two& l, executor const&) { assign(l.list, no_mask, no_accum, l.count.left); });
  add("assign", "a scalar of another type, under a mask", [](loop_of_two& l, executor const&) {
    assign(l.list, complement(structure(l.list)), plus<double>{}, l.entries);
  });
  add("bind_first", "a scalar", [](loop_of_two& l, executor const&) {
    apply(l.list, no_mask, no_accum, bind_first(minus<double>{}, l.count.left), l.list);
  });
  add("bind_second", "a number", [](loop_of_two& l, executor const&) {
    apply(l.list, no_mask, no_accum, bind_second(minus<double>{}, 2.0), l.list);
  });
  add("select", "by a scalar",
      [](loop_of_two& l, executor const&) { select(l.f.a, no_mask, no_accum, less<double>{}, l.f.a, l.count.left); });
  add("nvals", "of a bitmap", [](loop_of_two& l, executor const&) { nvals(l.entries, l.bits); });
  add("reduce", "a dense vector into a scalar",
      [](loop_of_two& l, executor const&) { reduce(l.count.left, plus_monoid<double>{}, l.f.a); });
  add("reduce", "a sparse vector into a scalar",
      [](loop_of_two& l, executor const&) { reduce(l.count.left, plus_monoid<double>{}, l.list); });
  return table;
}

}  // namespace heddle::testing
