// listed.cpp - bitmaps whose entries are listed by pushes in a loop, and written to by others between: a loop leaves
// what the same calls leave, one after the other, on the host.
#include "tests/loop/loops_of_bitmaps.hpp"
#include "tests/support/draws.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Who writes to the vector that was pushed to, or to the next, before the two change places.
enum class other { nobody, number, vector_too, push_of_another_neutral, push_without_one, pull, clear, kept_entries };
constexpr other every_other[] = {
    other::nobody,           other::number, other::vector_too, other::push_of_another_neutral,
    other::push_without_one, other::pull,   other::clear,      other::kept_entries};

struct listed_vectors {
  matrix<double> a;
  vector<double> from, to, third, seen, extra, least, copied;
  vector<std::int32_t> times;
  scalar<std::int64_t> found, all;

  listed_vectors(int n, unsigned seed, executor const& exec)
      : from(n, exec),
        to(n, exec),
        third(n, exec),
        seen(n, exec),
        extra(n, exec),
        least(n, exec),
        copied(n, exec),
        times(n, exec),
        found(0, exec),
        all(0, exec) {
    random_source random(seed);
    std::vector<std::int32_t> row, col;
    std::vector<double> value;
    for (int e = 0; e < 2 * n; ++e) {
      row.push_back(random.below(n)), col.push_back(random.below(n));
      value.push_back(1 + random.below(5));
    }
    a = matrix<double>::build(n, n, row, col, value, take_first<double>{}, exec);
    for (int i = 0; i < 3; ++i) from.set(random.below(n), 1);
    for (int i = 0; i < n; i += 1 + random.below(n)) extra.set(i, 4), third.set(i, 2);
  }

  // swap(x, y), and whether three vectors go round.
  template <class Swap> void advance(other by, bool three, Swap const& swap) {
    descriptor const push{.replace = true, .direction = direction::push};
    vxm(to, complement(structure(seen)), no_accum, min_plus<double>{}, from, a, push);
    nvals(found, to);
    assign(seen, structure(to), no_accum, 1.0);
    assign(times, structure(to), plus<std::int32_t>{}, 1);
    assign(least, no_mask, minimum<double>{}, to);
    assign(copied, structure(to), no_accum, to);
    if (by == other::number) assign(to, structure(extra), no_accum, 7.0);
    if (by == other::vector_too) assign(to, structure(extra), no_accum, extra);
    if (by == other::push_of_another_neutral) vxm(to, no_mask, no_accum, max_plus<double>{}, extra, a, push);
    if (by == other::push_without_one) vxm(third, structure(extra), no_accum, min_plus<double>{}, to, a, push);
    if (by == other::pull) vxm(to, no_mask, no_accum, min_plus<double>{}, extra, a, {.direction = direction::pull});
    if (by == other::clear) third.clear();
    if (by == other::kept_entries)
      vxm(to, structure(extra), no_accum, min_plus<double>{}, from, a, {.direction = direction::push});
    nvals(all, to);
    assign(times, structure(to), plus<std::int32_t>{}, 100);
    swap(from, to);
    if (three) swap(to, third);
  }
};

template <class T> void check_same(vector<T> const& found, vector<T> const& expected) {
  CHECK(found.tuples().index == expected.tuples().index);
  CHECK(found.tuples().value == expected.tuples().value);
}

void check(executor const& exec, other by, bool three, int n, unsigned seed, size_type iterations) {
  INFO("seed ", seed, ", n ", n, ", writer ", static_cast<int>(by), ", three ", three, ", iterations ", iterations);
  listed_vectors in_loop(n, seed, exec), called(n, seed, executor{});
  auto loop = device_loop(exec,
                          operands(in_loop.from, in_loop.to, in_loop.third, in_loop.seen, in_loop.least, in_loop.copied,
                                   in_loop.times, in_loop.found, in_loop.all),
                          [&](loop_step& step) {
                            in_loop.advance(by, three, [&](vector<double>& x, vector<double>& y) { step.swap(x, y); });
                          },
                          in_loop.all > -1, {.most_iterations = iterations, .listed_from = 0});
  INFO(loop.why());
  CHECK(loop.on_device() == !exec.is_host());
  // Twice, as what is listed after a run is not known to be before the next.
  for (int run = 0; run < 2; ++run) {
    loop.run();
    for (size_type i = 0; i < iterations; ++i) {
      called.advance(by, three, [](vector<double>& x, vector<double>& y) { std::swap(x, y); });
    }
    check_same(in_loop.from, called.from);
    check_same(in_loop.to, called.to);
    check_same(in_loop.third, called.third);
    check_same(in_loop.seen, called.seen);
    check_same(in_loop.least, called.least);
    check_same(in_loop.copied, called.copied);
    check_same(in_loop.times, called.times);
    if (iterations > 0) CHECK(in_loop.found.get() == called.found.get());
    if (iterations > 0) CHECK(in_loop.all.get() == called.all.get());
    in_loop.from.set(n / 2, 3), called.from.set(n / 2, 3);
  }
}

}  // namespace

EXECUTOR_CASE("entries that pushes list in a loop are those of their vectors, whoever else writes [sanitize]") {
  for (unsigned seed = 0; seed < draws(3); ++seed) {
    for (other const by : every_other) check(exec, by, seed % 2 == 1, 300, seed, 5);
  }
}

EXECUTOR_CASE("listed entries come round with three vectors, over long vectors, and from no iteration at all") {
  for (bool const three : {false, true}) {
    for (size_type const iterations : {0, 1, 2, 3, 20}) check(exec, other::nobody, three, 40000, 9, iterations);
    check(exec, other::push_without_one, three, 40000, 10, 7);
    check(exec, other::nobody, three, 1, 11, 3);
  }
}
