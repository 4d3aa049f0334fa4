// walks.cpp - which walks go with which partitions, from text and in code, and what takes the place of one.
#include <array>
#include <heddle/matrix.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/semirings/operators.hpp>

#include "src/plan/walk_table.hpp"
#include "src/text/named_parameters.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/tile_battery.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

// One share of everything, walked by a block unless somebody names another walk.
struct all_in_one {
  static constexpr std::string_view name = "all_in_one";
  template <tile_set Tiles> size_type workers(Tiles const&) const { return 1; }
  template <tile_set Tiles> path_point boundary(Tiles const& tiles, size_type w) const {
    return w == 0 ? path_point{} : path_end(tiles);
  }
  friend constexpr bool operator==(all_in_one, all_in_one) = default;
};

std::string refusal(auto const& make) {
  try {
    make();
  } catch (invalid_argument const& wrong) { return wrong.what(); }
  return "no complaint";
}

plan plan_of(executor const& exec, tile_case const& c, schedule const& s, reduction_call const& call) {
  buffer<std::int64_t> const offsets(exec, c.offsets);
  return make_plan(exec, offset_tiles<std::int64_t>{offsets.data(), c.tiles(), c.atoms()}, s, call);
}

std::string reason_of(executor const& exec, schedule const& s, reduction_call const& call) {
  return plan_of(exec, from_lengths("a few", {3, 5000, 0, 7}), s, call).reason;
}

constexpr reduction_call masked{8, 0, false};

// Kinds of call: every set of the flags that a walk may ask for, with sizes on both sides of what it may limit.
constexpr int num_kinds = 4 * 3 * 2 << 7;
constexpr reduction_call kind_of_call(int k) {
  constexpr std::size_t value_bytes[] = {4, 16, 64, 65}, entry_bytes[] = {0, 21, 22};
  reduction_call call(value_bytes[k % 4], entry_bytes[k / 4 % 3], false);
  call.columns = k / 12 % 2 * 4;
  unsigned const flags = static_cast<unsigned>(k / 24);
  call.full = flags & 1;
  call.by_tile = flags & 2;
  call.usual_walks = flags & 4;
  call.masked = flags & 8;
  call.decided = flags & 16;
  call.gathers = flags & 32;
  call.marked = flags & 64;
  return call;
}

// What the compiler finds: a driver has kernels for those of these kinds that lack nothing.
template <class W> constexpr std::array<bool, num_kinds> compiled_for() {
  std::array<bool, num_kinds> kinds{};
  for (int k = 0; k < num_kinds; ++k) {
    kinds[static_cast<std::size_t>(k)] = !detail::lacks(W::needs, kind_of_call(k));
  }
  return kinds;
}

}  // namespace

TEST_CASE("a walk is named behind a plus, in text and in code, and read back") {
  schedule const s(merge_path{300}, by_group{16});
  CHECK_EQ(s.text(), "merge_path:items_per_worker=300+group:lanes=16");
  CHECK(schedule::parse(s.text()) == s);
  CHECK(s.walked_by() == walk(by_group{16}));
  CHECK(s.without_walk() == schedule(merge_path{300}));
  CHECK_FALSE(s == schedule(merge_path{300}));
  CHECK_FALSE(s == schedule(merge_path{300}, by_group{8}));
  CHECK_EQ(schedule(all_in_one{}, by_block_scan{}).text(), "all_in_one+scan");
  CHECK(schedule(all_in_one{}, by_block_scan{}) == schedule(all_in_one{}, by_block_scan{}));
}

TEST_CASE("every walk of the table has a name of its own, a summary of a line, and is read by its text") {
  for (auto const& [name, summary] : walk_names()) {
    INFO(name);
    CHECK_EQ(text_of(parse_walk(name)), name);
    CHECK_LT(summary.size(), 115);
  }
  CHECK_EQ(walk_names().size(), std::variant_size_v<walk>);
}

TEST_CASE("pairs that never go together are refused in one line that lists those that do") {
  CHECK_EQ(refusal([] { schedule::parse("merge_path+gathering"); }),
           "merge_path+gathering: shares of merge_path can be walked by: thread, group, segments, rows, entries, scan");
  CHECK_EQ(refusal([] { schedule(thread_mapped{}, by_block_scan{}); }),
           "thread_mapped+scan: shares of thread_mapped can be walked by: thread, group, gathering, flattened, asking, "
           "rows");
  CHECK_EQ(refusal([] { schedule::parse("dynamic+group"); }),
           "dynamic+group: shares of dynamic can be walked by: rows");
  CHECK_EQ(refusal([] { schedule::parse("binned+scan"); }),
           "binned+scan: shares of binned can be walked by: thread, group, rows");
  CHECK_EQ(
      refusal([] { schedule::parse("nonzero_split:at_tile_ends=1+marks"); }),
      "nonzero_split+marks: shares of nonzero_split can be walked by: thread, group, segments, rows, entries, scan");
  CHECK_EQ(refusal([] { schedule(all_in_one{}, by_marks{}); }),
           "all_in_one+marks: shares of all_in_one can be walked by: thread, group, segments, rows, entries, scan");
  CHECK_EQ(refusal([] { schedule::parse("auto+scan"); }), "auto: it chooses the walk too, so none can be named");
  CHECK_EQ(
      refusal([] { schedule::parse("merge_path+fast"); }),
      "unknown walk 'fast'; known: thread, group, gathering, flattened, asking, segments, marks, rows, entries, scan");
  CHECK_EQ(refusal([] { schedule::parse("merge_path+"); }),
           "unknown walk ''; known: thread, group, gathering, flattened, asking, segments, marks, rows, entries, scan");
  CHECK_EQ(refusal([] { schedule::parse("merge_path+group:size=3"); }),
           "walk group has no parameter 'size'; it has lanes");
  CHECK_EQ(refusal([] { schedule::parse("group_mapped:lanes=16+flattened"); }),
           "group_mapped: lanes are those of its usual walk, and flattened is named: give them there");
  CHECK_EQ(refusal([] { schedule::parse("thread_mapped+gathering:warp_above=-1"); }),
           "gathering: warp_above is -1, but must be 0 or more");
}

TEST_CASE("what takes the place of a walk goes with the same shares, and with every call in the end") {
  reduction_call const calls[] = {{4, 8, true},  {4, 0, true},    {16, 20, true},
                                  {8, 0, false}, {96, 100, true}, {128, 0, false}};
  for (auto const& [name, summary] : walk_names()) {
    walk const by = parse_walk(name);
    for (reduction_call const& call : calls) {
      CAPTURE(name);
      CAPTURE(call.value_bytes);
      walk const settled = detail::settled(by, call);
      CHECK(detail::lacking(settled, call) == "");
      if (detail::lacking(by, call).empty()) CHECK(settled == by);
      walk_needs const asked = detail::needs_of(by), got = detail::needs_of(settled);
      CHECK(got.tabulated >= asked.tabulated);
      CHECK(got.computed >= asked.computed);
    }
  }
  CHECK(detail::settled(by_flattened_group{.lanes = 256}, {8, 0, false}) == walk(by_group{32}));
  CHECK(detail::settled(by_flattened_group{.lanes = 24}, {8, 0, false}) == walk(by_group{16}));
  CHECK(detail::settled(by_block_scan{}, {16, 20, true}) == walk(by_block_rows{}));
  CHECK(detail::settled(by_marks{}, {64, 68, true}) == walk(by_marks{}));
  CHECK(detail::settled(by_marks{}, {65, 69, true}) == walk(by_group{32}));  // no block has room for its sums
  CHECK(detail::settled(by_asking{}, {1, 0, false}) == walk(by_group{}));
  reduction_call absent{8, 0, false};
  CHECK(detail::lacking(by_block_scan{}, absent) == "of a mask, or the kernels are general");
  absent.masked = false;
  CHECK(detail::settled(by_block_scan{}, absent) == walk(by_block_scan{}));
  CHECK(detail::settled(by_block_entries{}, absent) == walk(by_block_rows{}));
  reduction_call decided{1, 0, false};
  decided.decided = true;
  CHECK(detail::settled(by_asking{}, decided) == walk(by_asking{}));
  CHECK(detail::lacking(by_block_entries{}, {4, 100, true}) == "entries have 100 bytes");
}

TEST_CASE("a call has a walk where the compiler says so, every walk and every kind of call; else there is a reason") {
  detail::for_each_alternative<walk>([](auto w) {
    using by = decltype(w);
    constexpr auto compiled = compiled_for<by>();
    for (int k = 0; k < num_kinds; ++k) {
      CAPTURE(by::name);
      CAPTURE(k);
      bool const has_kernel = compiled[static_cast<std::size_t>(k)];
      CHECK_EQ(detail::lacking(w, kind_of_call(k)).empty(), has_kernel);
      CHECK_EQ(detail::settled(w, kind_of_call(k)) == walk(w), has_kernel);
    }
  });
}

TEST_CASE("every partition of the table has a usual walk, and goes with it") {
  for (std::string const& name : schedule::names()) {
    schedule const s = schedule::parse(name);
    CAPTURE(name);
    if (s.is_automatic()) {
      CHECK(s.walked_by() == walk(by_thread{}));  // the least that any share can have
    } else {
      CHECK(s.with_walk(s.walked_by()).without_walk() == s);
    }
  }
}

GPU_CASE("what a call lacks for a walk is named, with what takes its place (gpu)") {
  executor const exec = cuda_executor();
  CHECK_EQ(reason_of(exec, {nonzero_split{512}, by_block_scan{}}, 4), "");
  CHECK_EQ(reason_of(exec, {nonzero_split{512}, by_block_scan{}}, masked),
           "rows in place of scan: of a mask, or the kernels are general");
  CHECK_EQ(reason_of(exec, {nonzero_split{512}, by_block_scan{}}, 16), "rows in place of scan: values have 16 bytes");
  CHECK_EQ(reason_of(exec, {merge_path{9000}, by_block_entries{}}, 4),
           "rows in place of entries: a share has 5010 nonzeros, of at most 3072");
  CHECK_EQ(reason_of(exec, {coo{}, by_marks{}}, masked),
           "group:lanes=32 in place of marks: of a mask or absent values, or the kernels are general");
  CHECK_EQ(reason_of(exec, {thread_mapped{}, by_gathering{}}, masked),
           "group:lanes=1 in place of gathering: of a mask or absent values, or the kernels are general");
  CHECK_EQ(reason_of(exec, {thread_mapped{}, by_asking{}}, masked),
           "group in place of asking: no single product decides a sum");
  reduction_call usual;
  usual.usual_walks = true;
  CHECK_EQ(reason_of(exec, coo{}, usual),
           "group:lanes=32 in place of segments: of these products only the walks that auto chooses are compiled");
  usual.marked = false;
  CHECK_EQ(reason_of(exec, {coo{}, by_marks{}}, usual),
           "group:lanes=32 in place of marks: of these products only the walks that auto chooses are compiled");
  CHECK_EQ(reason_of(exec, {nonzero_split{512}, by_block_scan{}}, usual), "");
  CHECK_EQ(reason_of(exec, {nonzero_split{512}, by_block_scan{}}, {100, 0, true}),
           "rows in place of scan: values have 100 bytes; group:lanes=32 in place of rows: values have 100 bytes");
}

EXECUTOR_CASE("plans that differ in the walk or in the call share the shares") {
  auto const a = matrix<float>::build(3, 3, {0, 0, 2}, {0, 2, 1}, {1, 2, 3}, plus<float>{}, exec);
  auto const& form = storage_of(a).csr();
  auto const rows = form.plan_for(merge_path{2}, 4);
  auto const group = form.plan_for({merge_path{2}, by_group{4}}, 4);
  CHECK(rows != group);
  CHECK(rows->shares == group->shares);
  CHECK(form.plan_for(merge_path{2}, masked)->shares == rows->shares);
  CHECK(form.plan_for(merge_path{3}, 4)->shares != rows->shares);
  CHECK(form.plan_for(merge_path{2}, masked) == form.plan_for(merge_path{2}, masked));
}
