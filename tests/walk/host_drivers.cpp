// host_drivers.cpp - reduce_tiles and for_each_atom on CPU threads, under every schedule, over adversarial tile sets.
#include <heddle/detail/host/drivers.hpp>
#include <tests/support/schedules.hpp>
#include <tests/walk/order.hpp>

namespace heddle::testing {
namespace {

using namespace seam;

template <class Test> void for_each_plan(executor const& exec, tile_case const& c, Test const& test) {
  auto const offsets = c.offsets_as<std::int32_t>();
  for (schedule const& chosen : schedule_variants()) {
    CAPTURE(chosen.text());
    auto const tiles = tiles_of(offsets);
    test(tiles, make_plan(exec, tiles, chosen, sizeof(stretch)));
  }
}

TEST_CASE("the host driver closes every tile once and keeps the order of atoms, with 1, 2 and 5 threads") {
  for (int const threads : {1, 2, 5}) {
    executor const exec = host_executor(threads);
    for (tile_case const& c : tile_battery()) {
      for_each_plan(exec, c, [&](auto const& tiles, plan const& made) {
        closings got(c);
        host::reduce_tiles(exec, made, tiles, stretch_of_tile_and_atom<std::decay_t<decltype(tiles)>>{tiles}, append{},
                           got.sink());
        CHECK(got.wrong(c) == "");
      });
    }
  }
}

struct rounded_sum {
  using value_type = float;
  float identity() const { return 0; }
  float operator()(float a, float b) const { return a + b; }
};

TEST_CASE("the host driver's floating-point sums do not depend on the number of threads") {
  auto const value = [](size_type atom) { return 1.0f / static_cast<float>(1 + atom % 977); };
  for (tile_case const& c : tile_battery()) {
    std::vector<float> one, many;
    for (auto* const sums : {&one, &many}) {
      executor const exec = host_executor(sums == &one ? 1 : 4);
      for_each_plan(exec, c, [&](auto const& tiles, plan const& made) {
        std::vector<float> sum(static_cast<std::size_t>(c.tiles()));
        host::reduce_tiles(exec, made, tiles, value, rounded_sum{},
                           [&](size_type tile, float v) { sum[static_cast<std::size_t>(tile)] = v; });
        sums->insert(sums->end(), sum.begin(), sum.end());
      });
    }
    CHECK(one == many);
  }
}

TEST_CASE("the host driver visits every atom once with its tile") {
  executor const exec = host_executor(3);
  for (tile_case const& c : tile_battery()) {
    for_each_plan(exec, c, [&](auto const& tiles, plan const& made) {
      std::vector<std::atomic<int>> visits(static_cast<std::size_t>(c.atoms()));
      std::atomic<int> wrong_tiles{0};
      host::for_each_atom(exec, made, tiles, [&](size_type tile, size_type atom) {
        ++visits[static_cast<std::size_t>(atom)];
        if (atom < tiles.first_atom(tile) || atom >= tiles.first_atom(tile + 1)) ++wrong_tiles;
      });
      bool once = true;
      for (auto const& n : visits) once = once && n == 1;
      CHECK(once);
      CHECK(wrong_tiles == 0);
    });
  }
}

}  // namespace
}  // namespace heddle::testing
