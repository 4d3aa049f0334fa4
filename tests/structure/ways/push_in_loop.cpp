// push_in_loop.cpp - the way of a push in a loop, which is recorded, on a GPU as a graph, and run.
#include "way.hpp"

int main(int count, char** arguments) {
  way const w(count, arguments);
  auto const a = some_matrix(w.exec, 37);
  heddle::vector<float> from(size, w.exec), to(size, w.exec);
  from.set(0, 0.0f);
  heddle::scalar<int> left(1, w.exec);
  auto const step = [&](heddle::loop_step& s) {
    heddle::vxm(to, heddle::min_plus<float>{}, from, a, {.direction = heddle::direction::push});
    s.swap(from, to);
  };
  return w.count([&] {
    auto loop = heddle::device_loop(w.exec, heddle::operands(from, to), step, left > 0, {.most_iterations = 2});
    loop.run();
  });
}
