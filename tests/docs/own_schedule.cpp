// own_schedule.cpp - the README's schedule of one's own: a fixed number of shares.
#include <doctest/doctest.h>

#include <heddle/heddle.hpp>
#include <heddle/seam/schedule/conformance.hpp>

namespace {

namespace seam = heddle::seam;
// As many shares as are asked for, of equal rows + nonzeros, however long that makes them.
struct equal_shares {
  int shares = 64;

  static constexpr std::string_view name = "equal_shares";
  static constexpr std::string_view summary = "a fixed number of shares, equal in rows + nonzeros";
  static constexpr seam::by_block_rows walked_by() { return {}; }

  template <seam::tile_set Tiles> HEDDLE_FN constexpr heddle::size_type workers(Tiles const&) const { return shares; }
  template <seam::tile_set Tiles> HEDDLE_FN constexpr auto boundary(Tiles const& tiles, heddle::size_type w) const {
    heddle::size_type const length = seam::path_length(seam::path_end(tiles));
    return seam::path_search(tiles, length / shares * w + seam::min_of(w, length % shares));
  }
  friend constexpr bool operator==(equal_shares, equal_shares) = default;
};

// One that a GPU can ask by itself.
struct shares_on_gpu : equal_shares {
  HEDDLE_FN constexpr heddle::size_type most_workers(heddle::seam::tile_capacity) const { return shares; }
};
static_assert(heddle::seam::partition_on_gpu<shares_on_gpu>);
static_assert(!heddle::seam::partition_on_gpu<equal_shares>);

// What the README shows: a schedule in the descriptor.
void multiply(heddle::vector<float>& y, heddle::matrix<float> const& A, heddle::vector<float> const& x) {
  heddle::mxv(y, heddle::plus_times<float>{}, A, x, {.schedule = equal_shares{.shares = 132}});
}

}  // namespace

TEST_CASE("the README's schedule is a partition") {
  std::vector<std::int32_t> const offsets = {0, 0, 7, 7, 8, 400, 400, 401};
  heddle::seam::offset_tiles<std::int32_t> const tiles{offsets.data(), 7, 401};
  for (int shares : {1, 2, 7, 64, 1000}) CHECK(heddle::seam::check_partition(equal_shares{shares}, tiles) == "");
}

TEST_CASE("a compiler other than nvcc has no kernel that asks a partition") {
  CHECK(heddle::schedule(shares_on_gpu{}).user()->on_gpu() == nullptr);
}

TEST_CASE("the README's schedule multiplies") {
  auto const A = heddle::matrix<float>::build(3, 3, {0, 0, 2}, {0, 2, 1}, {1, 2, 3}, heddle::plus<float>{});
  auto const x = heddle::vector<float>::dense(std::vector<float>{1, 10, 100});
  heddle::vector<float> y(3);
  multiply(y, A, x);
  CHECK(y.get(0) == 201);
  CHECK_FALSE(y.get(1));
  CHECK(y.get(2) == 30);
}
