// drivers.cu - every kernel of reduce_tiles on the GPU, under every schedule, over adversarial tile sets and monoids,
// compared exactly with what the atoms themselves say or with the host driver.
#include <heddle/detail/cuda/reduce_tiles.cuh>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/detail/host/drivers.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <tests/cuda/driver_cases.cuh>
#include <tests/cuda/monoids.cuh>

namespace heddle::testing {
namespace {

// Closes even tiles without reading their atoms.
template <class V> struct keep_odd : keep<V> {
  __device__ bool open(size_type tile) const { return tile % 2 == 1; }
};

template <class V> struct outcome {
  std::vector<V> values;
  std::vector<unsigned> times;
};

template <template <class> class Sink, class O, class Value, class Monoid>
auto reduce_on_gpu(executor const& exec, tile_case const& c, schedule const& chosen, Value const& value,
                   Monoid const& add) {
  using V = typename Monoid::value_type;
  auto const offsets = c.offsets_as<O>();
  buffer<O> const on_gpu(exec, offsets);
  offset_tiles<O> const tiles{on_gpu.data(), c.tiles(), c.atoms()};
  plan const made = make_plan(exec, tiles, chosen, call_of<Value, Monoid, Sink<V>>());
  buffer<V> values(exec, c.tiles());
  buffer<unsigned> times(exec, std::vector<unsigned>(static_cast<std::size_t>(c.tiles()), 0));
  Sink<V> const sink{values.data(), times.data()};
  if constexpr (detail::is_rare<Value>()) {
    gpu::reduce_tiles(exec, made, heddle::detail::either_width(tiles), value, add, sink);
  } else {
    gpu::reduce_tiles(exec, made, tiles, value, add, sink);
  }
  return outcome<V>{values.to_host(), times.to_host()};
}

// The first tile that is not the reduction of its atoms from left to right.
template <class Value, class Monoid, class V>
std::string wrong_tile(tile_case const& c, outcome<V> const& got, Value const& value, Monoid const& add,
                       bool only_odd = false) {
  for (size_type tile = 0; tile < c.tiles(); ++tile) {
    auto const t = static_cast<std::size_t>(tile);
    V want = add.identity();
    bool const open = !only_odd || tile % 2 == 1;
    for (size_type atom = c.offsets[t]; open && atom < c.offsets[t + 1]; ++atom) {
      want = add(want, detail::value_at(value, tile, atom));
    }
    if (got.times[t] != 1) return detail::concat(c.name, ": tile ", tile, " closed ", got.times[t], " times");
    if (!(got.values[t] == want)) return detail::concat(c.name, ": tile ", tile, " has a wrong value");
  }
  return "";
}

template <class O, class Value, class Monoid>
void check_all(std::vector<tile_case> const& cases, Value const& value, Monoid const& add) {
  executor const exec = cuda_executor();
  for (tile_case const& c : cases) {
    for (schedule const& chosen : driver_schedules()) {
      CAPTURE(chosen.text());
      CHECK(wrong_tile(c, reduce_on_gpu<keep, O>(exec, c, chosen, value, add), value, add) == "");
    }
  }
}

GPU_CASE("reduce_tiles keeps the order of atoms under every schedule (gpu)") {
  check_all<std::int32_t>(tile_battery(), map_of_atom{}, compose_maps{});
  check_all<std::int64_t>(few_cases(), map_of_atom{}, compose_maps{});
}

GPU_CASE("reduce_tiles sums integers under every schedule (gpu) [sanitize]") {
  check_all<std::int32_t>(few_cases(), whole_number<std::int32_t>{}, sum_of<std::int32_t>{});
  check_all<std::int32_t>(few_cases(), whole_number<double>{}, sum_of<double>{});
}

GPU_CASE("reduce_tiles sums f32 and f64 exactly where every sum is a whole number (gpu)") {
  check_all<std::int32_t>(tile_battery(), whole_number<float>{}, sum_of<float>{});
  check_all<std::int32_t>(tile_battery(), whole_number<double>{}, sum_of<double>{});
}

template <class Value, class Monoid>
void check_odd(std::vector<tile_case> const& cases, Value const& value, Monoid const& add) {
  executor const exec = cuda_executor();
  for (tile_case const& c : cases) {
    for (schedule const& chosen : driver_schedules()) {
      CAPTURE(chosen.text());
      CHECK(wrong_tile(c, reduce_on_gpu<keep_odd, std::int32_t>(exec, c, chosen, value, add), value, add, true) == "");
    }
  }
}

GPU_CASE("reduce_tiles with functors that ask for the tile and sinks that refuse some (gpu) [sanitize]") {
  check_odd(few_cases(), tile_times_atom{}, compose_maps{});
}

GPU_CASE("reduce_tiles with sinks that refuse some tiles keeps the order of atoms (gpu)") {
  check_odd(tile_battery(), map_of_atom{}, compose_maps{});
}

GPU_CASE("reduce_tiles with sinks that refuse some tiles sums, and stops at terminal values (gpu) [sanitize]") {
  check_odd(few_cases(), whole_number<float>{}, sum_of<float>{});
  check_odd(few_cases(), small_number{}, capped_max{});
}

GPU_CASE("reduce_tiles of rare functors, by one kernel a walk, keeps the order of atoms (gpu)") {
  check_all<std::int32_t>(tile_battery(), detail::rarely<map_of_atom>{}, compose_maps{});
}

GPU_CASE("reduce_tiles of rare functors, over narrow offsets, by one kernel a walk (gpu) [sanitize]") {
  check_all<std::int32_t>(few_cases(), detail::rarely<map_of_atom>{}, compose_maps{});
}

GPU_CASE("reduce_tiles of rare functors, over wide offsets, by one kernel a walk (gpu) [sanitize]") {
  check_all<std::int64_t>(few_cases(), detail::rarely<map_of_atom>{}, compose_maps{});
}

GPU_CASE("reduce_tiles of rare functors stops early at terminal values (gpu) [sanitize]") {
  check_all<std::int64_t>(few_cases(), detail::rarely<small_number>{}, capped_max{});
}

GPU_CASE("reduce_tiles stops early at terminal values and is right (gpu)") {
  check_all<std::int32_t>(tile_battery(), small_number{}, capped_max{});
}

GPU_CASE("reduce_tiles with structs of 24, 64 and 96 bytes (gpu) [sanitize]") {
  check_all<std::int32_t>(few_cases(), wide_value<24>{}, wide_sum<24>{});
  check_all<std::int32_t>(few_cases(), wide_value<64>{}, wide_sum<64>{});
  check_all<std::int32_t>(few_cases(), wide_value<96>{}, wide_sum<96>{});
}

// A functor of atoms for walks that read entries themselves: an atom's number stands where its value does, or, where
// there is no array of values, its column.
template <class Value> struct numbered {
  std::int32_t const* columns;
  std::int64_t const* values;
  Value value;
  HEDDLE_FN auto operator()(size_type atom) const { return value(atom); }
  HEDDLE_FN entry_arrays<std::int32_t, std::int64_t> entries() const { return {columns, values, -1}; }
  HEDDLE_FN auto of(std::int32_t column, std::int64_t entry) const { return value(values ? entry : column); }
};

std::vector<schedule> by_copies() {
  std::vector<schedule> all;
  for (int const items : {300, 1025, 3072}) all.push_back({schedules::nonzero_split{items}, by_block_entries{}});
  return all;
}
std::vector<schedule> by_bits() {
  std::vector<schedule> all;
  for (int const items : {128, 512, 1152, 1 << 30}) all.push_back({schedules::coo{items}, by_marks{}});
  return all;
}

template <template <class> class Sink, class Value, class Monoid>
void check_by_entries(std::vector<tile_case> const& cases, std::vector<schedule> const& schedules, Value const& value,
                      Monoid const& add) {
  constexpr size_type room = 16;
  executor const exec = cuda_executor();
  for (tile_case const& c : cases) {
    std::vector<std::int32_t> columns(static_cast<std::size_t>(c.atoms() + room));
    std::vector<std::int64_t> values(columns.size());
    for (int const shift : {0, 3}) {  // where an array begins in a line of the caches
      for (size_type atom = 0; atom < c.atoms(); ++atom) {
        columns[static_cast<std::size_t>(atom + shift)] = static_cast<std::int32_t>(atom);
        values[static_cast<std::size_t>(atom + shift)] = atom;
      }
      buffer<std::int32_t> const on_gpu(exec, columns);
      buffer<std::int64_t> const values_on_gpu(exec, values);
      for (auto const* array : {static_cast<std::int64_t const*>(nullptr), values_on_gpu.data() + shift}) {
        numbered<Value> const functor{on_gpu.data() + shift, array, value};
        for (schedule const& chosen : schedules) {
          auto const got = reduce_on_gpu<Sink, std::int32_t>(exec, c, chosen, functor, add);
          CAPTURE(chosen.text());
          CHECK(wrong_tile(c, got, value, add, std::is_same_v<Sink<int>, keep_odd<int>>) == "");
        }
      }
    }
  }
}

GPU_CASE("reduce_tiles by entries copies entries wherever they begin, and keeps their order (gpu)") {
  check_by_entries<keep>(tile_battery(), by_copies(), map_of_atom{}, compose_maps{});
}

GPU_CASE("reduce_tiles by entries sums, and refuses tiles that are not open (gpu) [sanitize]") {
  check_by_entries<keep>(few_cases(), by_copies(), whole_number<float>{}, sum_of<float>{});
  check_by_entries<keep>(few_cases(), by_copies(), narrow_map_of_atom{}, compose_narrow_maps{});
  check_by_entries<keep_odd>(few_cases(), by_copies(), map_of_atom{}, compose_maps{});
}

GPU_CASE("reduce_tiles between marks keeps the order of entries, wherever they begin (gpu)") {
  check_by_entries<keep>(tile_battery(), by_bits(), map_of_atom{}, compose_maps{});
}

GPU_CASE("reduce_tiles between marks looks back, and leaves sums of over 64 bytes to groups (gpu) [sanitize]") {
  check_by_entries<keep>(few_cases(), by_bits(), whole_number<float>{}, sum_of<float>{});
  check_by_entries<keep>(few_cases(), by_bits(), narrow_map_of_atom{}, compose_narrow_maps{});
  check_by_entries<keep>(few_cases(), by_bits(), wide_value<64>{}, wide_sum<64>{});
  check_by_entries<keep>(few_cases(), by_bits(), wide_value<96>{}, wide_sum<96>{});
}

GPU_CASE("shares that look back keep the order of atoms, and leave what they share as they found it (gpu) [sanitize]") {
  executor const exec = cuda_executor();
  std::vector<tile_case> cases = few_cases();
  cases.push_back(from_lengths("rows of every length", {70000, 3, 0, 5000, 1, 1, 0, 129, 40000, 2, 777, 30000, 64}));
  for (tile_case const& c : cases) {
    for (int const atoms : {700, 2048, 300, 200, 50}) {  // 200: a row in over 256 shares; 50: over 8 a multiprocessor
      CAPTURE(atoms);
      schedule const chosen(schedules::nonzero_split{atoms}, by_block_scan{});
      for (int again = 0; again < 3; ++again) {  // 8 bytes, 4 bytes: slots of both kinds lie in the same memory
        auto const maps =
            reduce_on_gpu<keep, std::int32_t>(exec, c, chosen, narrow_map_of_atom{}, compose_narrow_maps{});
        CHECK(wrong_tile(c, maps, narrow_map_of_atom{}, compose_narrow_maps{}) == "");
        auto const sums = reduce_on_gpu<keep, std::int32_t>(exec, c, chosen, whole_number<int>{}, sum_of<int>{});
        CHECK(wrong_tile(c, sums, whole_number<int>{}, sum_of<int>{}) == "");
      }
    }
  }
}

GPU_CASE("a reduction that is recorded gives the same in every run of the recording (gpu)") {
  executor const exec = cuda_executor();
  cudaStream_t const stream = gpu::stream_of(exec);
  tile_case const c = from_lengths("two long rows", {3000, 0, 7, 5000});
  auto const offsets = c.offsets_as<std::int32_t>();
  buffer<std::int32_t> const on_gpu(exec, offsets);
  offset_tiles<std::int32_t> const tiles{on_gpu.data(), c.tiles(), c.atoms()};
  plan const made = make_plan(exec, tiles, {schedules::nonzero_split{512}, by_block_scan{}}, sizeof(int));
  buffer<int> values(exec, c.tiles());
  buffer<unsigned> times(exec, std::vector<unsigned>(static_cast<std::size_t>(c.tiles()), 0));
  cudaGraph_t graph;
  cudaGraphExec_t recording;
  gpu::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capture");
  gpu::reduce_tiles(exec, made, tiles, whole_number<int>{}, sum_of<int>{}, keep<int>{values.data(), times.data()});
  gpu::check(cudaStreamEndCapture(stream, &graph), "capture");
  gpu::check(cudaGraphInstantiate(&recording, graph, 0), "instantiate");
  for (int run = 0; run < 3; ++run) {
    gpu::check(cudaMemsetAsync(times.data(), 0, times.bytes(), stream), "memset");
    gpu::check(cudaGraphLaunch(recording, stream), "launch");
    CHECK(wrong_tile(c, outcome<int>{values.to_host(), times.to_host()}, whole_number<int>{}, sum_of<int>{}) == "");
  }
  cudaGraphExecDestroy(recording);
  cudaGraphDestroy(graph);
}

GPU_CASE("a row cut into 200,000 partials is combined in order, the same in every run (gpu)") {
  executor const exec = cuda_executor();
  tile_case const c = from_lengths("one row of 200,000", {3, 200000, 0, 5});
  auto const first =
      reduce_on_gpu<keep, std::int32_t>(exec, c, schedules::nonzero_split{1}, map_of_atom{}, compose_maps{});
  CHECK(wrong_tile(c, first, map_of_atom{}, compose_maps{}) == "");
}

GPU_CASE("reduce_tiles closes millions of empty tiles of one share (gpu) [sanitize]") {
  std::vector<std::int64_t> lengths(300000, 0);
  lengths[70000] = 3000;
  lengths[200000] = 1;
  tile_case const c = from_lengths("few rows among 300,000", lengths);
  executor const exec = cuda_executor();
  for (char const* text : {"nonzero_split", "nonzero_split:atoms_per_worker=9000", "merge_path", "coo"}) {
    CAPTURE(text);
    auto const chosen = schedule::parse(text);
    auto const got = reduce_on_gpu<keep, std::int32_t>(exec, c, chosen, map_of_atom{}, compose_maps{});
    CHECK(wrong_tile(c, got, map_of_atom{}, compose_maps{}) == "");
    auto const shared =
        reduce_on_gpu<keep, std::int64_t>(exec, c, chosen, detail::rarely<map_of_atom>{}, compose_maps{});
    CHECK(wrong_tile(c, shared, map_of_atom{}, compose_maps{}) == "");
  }
}

GPU_CASE("reduce_tiles gives the host driver's floating-point result where the order is fixed (gpu)") {
  executor const exec = cuda_executor(), cpu = host_executor();
  tile_case const c = tile_battery().back();
  auto const offsets = c.offsets_as<std::int32_t>();
  plan const made = make_plan(cpu, tiles_of(offsets), schedules::thread_mapped{}, 4);
  std::vector<float> want(static_cast<std::size_t>(c.tiles()));
  auto const close = [&](size_type tile, float v) { want[static_cast<std::size_t>(tile)] = v; };
  host::reduce_tiles(cpu, made, tiles_of(offsets), fraction{}, ordered_sum{}, close);
  auto const got = reduce_on_gpu<keep, std::int32_t>(exec, c, schedules::thread_mapped{}, fraction{}, ordered_sum{});
  CHECK(got.values == want);
}

GPU_CASE("a failed launch is reported and leaves the executor usable (gpu)") {
  executor const exec = cuda_executor();
  CHECK_THROWS_AS(gpu::check(cudaErrorInvalidConfiguration, "a launch"), cuda_error);
  CHECK_NOTHROW(exec.wait());
}

}  // namespace
}  // namespace heddle::testing
