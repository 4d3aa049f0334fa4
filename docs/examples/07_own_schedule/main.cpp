// main.cpp - A schedule: how rows and nonzeros are shared out among threads, as a value in the call.
// A schedule of your own is a partition: it says where each worker begins. The library takes care of rows that are cut,
// of empty rows, of masks and of the order of sums. So every schedule gives the same result.
#include <heddle/heddle.hpp>
#include <iostream>
#include <string_view>

namespace seam = heddle::seam;

// As many shares as are asked for, of equal rows + nonzeros. It runs on host and GPU, from a .cpp and from a .cu.
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

int main() {
  heddle::executor const exec = heddle::default_executor();
  auto const A =
      heddle::io::generate_matrix<double>("rmat", {{"scale", 9}}, exec, {.weights = heddle::io::weight_options{}});
  auto const x = heddle::vector<double>::filled(A.cols(), 1, exec);

  // Is it a partition? One line says what is wrong: shares that overlap, leave something out, or go back.
  auto const on_host = A.to(heddle::host_executor());
  auto const broken = seam::check_partition(equal_shares{.shares = 7}, on_host.csr().tiles());
  if (!broken.empty()) {
    std::cerr << broken << '\n';
    return 1;
  }

  heddle::vector<double> want(A.rows(), exec), y(A.rows(), exec);
  heddle::mxv(want, heddle::plus_times<double>{}, A, x);  // without a schedule the library chooses

  namespace schedules = heddle::schedules;
  heddle::schedule const tried[] = {schedules::thread_mapped{}, schedules::merge_path{}, schedules::nonzero_split{},
                                    equal_shares{.shares = 7}};
  bool right = true;
  for (auto const& by : tried) {
    heddle::mxv(y, heddle::plus_times<double>{}, A, x, {.schedule = by});
    bool const same = y.to_dense(0) == want.to_dense(0);  // sums of whole numbers are exact
    std::cout << by.text() << (same ? ": the same" : ": ANOTHER RESULT") << '\n';
    right = right && same;
  }
  return right ? 0 : 1;
}
