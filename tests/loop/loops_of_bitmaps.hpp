// loops_of_bitmaps.hpp - loops over vectors that lack entries: one operation written through a mask, and a search.
#pragma once
#include <heddle/io/load.hpp>

#include "tests/loop/counted_loop.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/write_cases.hpp"

namespace heddle::testing {

/// write(w, mask, accum, descriptor), as the body of a loop that runs once.
template <class W, class M, class T, class Write>
void check_written_in_a_loop(executor const& exec, write_case<W, M> const& c, dense_vector<T> const& t,
                             Write const& write) {
  if (c.size == 0) return;
  check_written(exec, c, minus<W>{}, t, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
    storage_of(w).write_bitmap();
    auto const* const values = storage_of(w).bitmap().values.data();
    auto const* const present = storage_of(w).bitmap().present.data();
    scalar<std::int32_t> left(1, exec);
    auto loop = device_loop(
        exec, operands(w, left),
        [&](loop_step&) {
          write(w, mask, accum, d);
          left.set(0);
        },
        left > 0);
    INFO(loop.why());
    CHECK(loop.on_device() == !exec.is_host());
    CHECK(loop.run().iterations == 1);
    CHECK(storage_of(w).bitmap().values.data() == values);
    CHECK(storage_of(w).bitmap().present.data() == present);
  });
}

/// A breadth-first search by levels, as a user writes it.
struct level_search {
  matrix<bool> a;
  vector<bool> frontier, next;
  vector<std::int32_t> levels;
  scalar<std::int64_t> found;
  descriptor by;
  recorded_loop loop;

  level_search(matrix<bool> graph, executor const& exec, descriptor const& d = {.replace = true})
      : a(std::move(graph)),
        frontier(a.rows(), exec),
        next(a.rows(), exec),
        levels(a.rows(), exec),
        found(1, exec),
        by(d),
        loop(device_loop(
            exec, operands(frontier, next, levels, found), [this](loop_step& step) { expand(step); }, found > 0)) {}

  void expand(loop_step& step) {
    assign(levels, structure(frontier), no_accum, step.iteration());
    vxm(next, complement(structure(levels)), no_accum, any_pair<bool>{}, frontier, a, by);
    nvals(found, next);
    step.swap(frontier, next);
  }
  loop_result from(size_type source) {
    frontier.clear();
    next.clear();
    levels.clear();
    frontier.set(source, true);
    found.set(1);
    return loop.run();
  }
};

inline matrix<bool> random_graph(int vertices, int entries, unsigned seed, executor const& exec) {
  random_source random(seed);
  std::vector<std::int32_t> from, to;
  for (int e = 0; e < entries; ++e) {
    from.push_back(random.below(vertices));
    to.push_back(random.below(vertices));
  }
  return matrix<bool>::build(vertices, vertices, from, to, {}, take_first<bool>{}, exec);
}

inline void check_search(level_search& search, size_type source) {
  CAPTURE(source);
  auto const done = search.from(source);
  auto const expected = bfs(search.a, source);
  CHECK(search.levels.tuples().index == expected.levels.tuples().index);
  CHECK(search.levels.tuples().value == expected.levels.tuples().value);
  CHECK(search.levels.nvals() == expected.reached);
  CHECK(done.iterations == expected.depth + 1);
  CHECK(search.levels.form() == vector_form::bitmap);
  CHECK(search.frontier.nvals() == 0);
}

}  // namespace heddle::testing
