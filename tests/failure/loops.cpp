// loops.cpp - loops that are recorded and run, and sums into a scalar.
#include "tests/failure/operands.hpp"
#include "tests/loop/counted_loop.hpp"

namespace heddle::testing {

// Two vectors, and how often a loop is to change them.
struct loop_of_two {
  fibonacci f;
  countdown count;
  vector<double> list;

  explicit loop_of_two(executor const& exec) : f(exec), count(exec), list(make<double>(exec, shape::sparse)) {
    count.start(3);
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
  for (auto const* v : {&l->f.a, &l->f.b, &l->count.ticks, &l->list}) print(out, *v);
  out << "scalar " << l->count.left.get();
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
  add("reduce", "a dense vector into a scalar",
      [](loop_of_two& l, executor const&) { reduce(l.count.left, plus_monoid<double>{}, l.f.a); });
  add("reduce", "a sparse vector into a scalar",
      [](loop_of_two& l, executor const&) { reduce(l.count.left, plus_monoid<double>{}, l.list); });
  return table;
}

}  // namespace heddle::testing
