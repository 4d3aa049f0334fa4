// kept_memory.cpp - an operand of a loop that is cleared comes back to its memory, for which the loop was recorded.
#include <set>
#include <tuple>

#include "tests/loop/loops_of_bitmaps.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// The levels of a search in a loop whose body counts its calls.
struct counted_search {
  matrix<bool> a;
  vector<bool> frontier, next;
  vector<std::int32_t> levels;
  scalar<std::int64_t> found;
  int calls = 0;
  recorded_loop loop;

  counted_search(matrix<bool> graph, executor const& exec, loop_options const& options)
      : a(std::move(graph)),
        frontier(a.rows(), exec),
        next(a.rows(), exec),
        levels(a.rows(), exec),
        found(1, exec),
        loop(device_loop(
            exec, operands(frontier, next, levels, found), [this](loop_step& step) { expand(step); }, found > 0,
            options)) {}

  void expand(loop_step& step) {
    ++calls;
    assign(levels, structure(frontier), no_accum, step.iteration());
    vxm(next, complement(structure(levels)), no_accum, any_pair<bool>{}, frontier, a,
        {.replace = true, .direction = direction::push});
    nvals(found, next);
    step.swap(frontier, next);
  }
};

template <class Vector> auto memory_of(Vector const& v) {
  auto const& form = storage_of(v).bitmap();
  return std::tuple{form.values.data(), form.present.data(), form.listed.get()};
}

// As users begin a search: none of these leaves the loop's memory.
enum class begun_by { clear, a_list, another_vector };

void begin(counted_search& search, begun_by way, size_type source) {
  auto const n = search.a.rows();
  executor const exec = search.levels.exec();
  search.levels.clear();
  if (way == begun_by::clear) {
    search.frontier.clear();
    search.next.clear();
    search.frontier.set(source, true);
  } else if (way == begun_by::a_list) {
    search.frontier = vector<bool>::build(n, {static_cast<std::int32_t>(source)}, {true}, take_first<bool>{}, exec);
  } else {
    search.frontier = vector<bool>(n, exec);
    search.levels = vector<std::int32_t>(n, exec);
    search.frontier.set(source, true);
  }
  search.found.set(1);
}

}  // namespace

EXECUTOR_CASE("a loop is not recorded anew for operands that were cleared, or given a list") {
  for (size_type const listed_from : {size_type{1}, size_type{1} << 22}) {
    for (begun_by const way : {begun_by::clear, begun_by::a_list, begun_by::another_vector}) {
      int const n = 100000;  // set() keeps a list of such a vector
      counted_search search(random_graph(n, 3 * n, 7, exec), exec, {.listed_from = listed_from});
      REQUIRE(search.loop.on_device() == !exec.is_host());
      std::set<decltype(memory_of(search.frontier))> frontiers;
      std::set<decltype(memory_of(search.levels))> levels;
      int calls = 0;
      for (int source = 0; source < 12; ++source) {
        begin(search, way, source);
        search.loop.run();
        auto const expected = bfs(search.a, source);
        CHECK(search.levels.tuples().index == expected.levels.tuples().index);
        CHECK(search.levels.tuples().value == expected.levels.tuples().value);
        frontiers.insert(memory_of(search.frontier));
        frontiers.insert(memory_of(search.next));
        levels.insert(memory_of(search.levels));
        if (source == 3) calls = search.calls;  // of two recordings: the frontier's two places
      }
      CHECK(frontiers.size() == 2);
      CHECK(levels.size() == 1);
      if (!exec.is_host()) CHECK(search.calls == calls);
    }
  }
}

TEST_CASE("memory that is kept is of the length of its vector, or goes") {
  vector<double> x(1000);
  auto& own = storage_of(x);
  auto token = std::make_shared<int>();
  own.keep_memory(token);
  for (int i = 0; i < 1000; i += 3) x.set(i, i);
  own.write_bitmap();
  auto const* const values = own.bitmap().values.data();
  SUBCASE("as a bitmap it is used again, without the entries that were there") {
    x.clear();
    CHECK(x.nvals() == 0);
    x.set(1, 2);
    CHECK(own.write_bitmap().values.data() == values);
    CHECK(x.nvals() == 1);
    CHECK(x.get(1) == 2);
    CHECK_FALSE(x.get(3));
  }
  SUBCASE("as a dense vector too") {
    x.clear();
    x.fill(4);
    CHECK(own.bitmap().values.data() == values);
    CHECK(x.to_dense(-1) == std::vector<double>(1000, 4));
  }
  SUBCASE("it stays where its entries move away, and others come") {
    auto y = vector<double>::build(1000, {7}, {1}, plus<double>{});
    x.clear();
    std::swap(x, y);
    CHECK(own.write_bitmap().values.data() == values);
    CHECK(x.get(7) == 1);
    CHECK(x.nvals() == 1);
    x = vector<double>(1000);
    CHECK(own.write_bitmap().values.data() == values);
    CHECK(x.nvals() == 0);
  }
  SUBCASE("as the list of its entries does, which is made anew") {
    own.keep_list();
    auto const listed = own.bitmap().listed;
    listed->state()->count = 1;
    x.clear();
    own.keep(own.draft_fresh_bitmap());
    CHECK(own.bitmap().listed == listed);
    CHECK(listed->state()->count == detail::listing_state::unknown);
  }
  SUBCASE("it goes when nobody wants it any more, and when the vector has another length") {
    own.keep_list();
    std::weak_ptr<detail::listing> const listed = own.bitmap().listed;
    SUBCASE("nobody") { token.reset(), x.clear(); }
    SUBCASE("length") { x.clear(), x.resize(10); }
    SUBCASE("a bitmap in its place") {
      x.clear();
      CHECK_FALSE(listed.expired());
      x = vector<double>::filled(1000, 1);
    }
    CHECK(listed.expired());
  }
  SUBCASE("another length has other memory") {
    x.resize(2000);
    x.clear();
    own.write_bitmap();
    CHECK(own.bitmap().values.size() == 16000);
    x.clear();
    x.resize(10);
    CHECK(own.write_bitmap().values.size() == 80);
    CHECK(x.nvals() == 0);
  }
  SUBCASE("a copy does not keep it") {
    auto const copy = x;
    x.clear();
    CHECK(copy.nvals() == 334);
    CHECK(copy.get(999) == 999);
  }
  SUBCASE("memory that was adopted goes back to its owner") {
    std::vector<double> mine(1000, 5);
    auto z = vector<double>::adopt(executor(), mine.data(), 1000);
    storage_of(z).keep_memory(token);
    z.clear();
    z.fill(6);
    CHECK(mine == std::vector<double>(1000, 5));
  }
}
