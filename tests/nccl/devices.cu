// devices.cu - the GPUs that the cases of tests/distributed are tried with, and what only these show.
#include <cuda_runtime_api.h>

#include <cstdlib>
#include <thread>

#include "src/distributed/threads.hpp"
#include "tests/distributed/drawn.hpp"
#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

std::vector<int> all_devices() {
  int n = 0;
  if (cudaGetDeviceCount(&n) != cudaSuccess) n = 0;
  std::vector<int> devices(static_cast<std::size_t>(n));
  for (int d = 0; d < n; ++d) devices[static_cast<std::size_t>(d)] = d;
  return devices;
}

// One GPU, the first two in their other order, all.
std::vector<distributed::group> const& groups_of_devices() {
  static std::vector<distributed::group> const groups = [] {
    std::vector<distributed::group> made;
    auto const devices = all_devices();
    if (!devices.empty()) made.push_back(distributed::group::of_devices({0}));
    if (devices.size() >= 2) made.push_back(distributed::group::of_devices({1, 0}));
    if (devices.size() >= 3) made.push_back(distributed::group::of_devices(devices));
    return made;
  }();
  if (groups.empty()) MESSAGE("no GPU answers, so no case is tried");
  return groups;
}

// Ranks that are streams of one GPU, whose kernels meet there as those of several GPUs do: NCCL has no such ranks.
// Nothing is thrown between their meetings: who waits for the device afterwards is told.
class communicator_of_one_gpu : public detail::thread_communicator {
 public:
  using thread_communicator::thread_communicator;
  void exchange(executor const& where, std::span<distributed::outgoing const> out,
                std::span<distributed::incoming const> in) override {
    if (where.is_host()) return thread_communicator::exchange(where, out, in);
    cudaStreamSynchronize(static_cast<cudaStream_t>(where.stream()));
    meeting().meet(rank(), {0, out, in}, copy_all);
  }

 private:
  static void copy_all(std::span<detail::shown_by_rank const> all) {
    for (std::size_t to = 0; to < all.size(); ++to) {
      std::vector<std::size_t> next(all.size());  // of each rank's arrays
      for (distributed::incoming const& awaited : all[to].in) {
        auto const& sent = all[static_cast<std::size_t>(awaited.rank)].out;
        auto& k = next[static_cast<std::size_t>(awaited.rank)];
        while (sent[k].rank != static_cast<int>(to)) ++k;
        cudaMemcpy(awaited.to, sent[k++].from, static_cast<std::size_t>(awaited.bytes), cudaMemcpyDeviceToDevice);
      }
    }
    cudaStreamSynchronize(nullptr);
  }
};

// Executors that are made while it lives take a part of the GPU: a kernel that waits for those of others leaves them
// room.
class part_of_gpu {
 public:
  explicit part_of_gpu(int parts) {
    if (char const* const wish = std::getenv(variable)) before_ = wish;
    setenv(variable, std::to_string(std::max(cuda_executor(0).num_workers() / parts, 1)).c_str(), 1);
  }
  part_of_gpu(part_of_gpu const&) = delete;
  part_of_gpu& operator=(part_of_gpu const&) = delete;
  ~part_of_gpu() { before_ ? setenv(variable, before_->c_str(), 1) : unsetenv(variable); }

 private:
  static constexpr char const* variable = "HEDDLE_GPU_WORKERS";
  std::optional<std::string> before_;
};

distributed::group of_one_gpu(int ranks) {
  part_of_gpu const part(ranks);
  return distributed::group(
      std::make_shared<detail::thread_group>(ranks, false, [](detail::meeting_place& meeting, int rank) {
        return detail::thread_of_group{std::make_unique<communicator_of_one_gpu>(meeting, rank), cuda_executor(0)};
      }));
}

}  // namespace

std::vector<distributed::group> const& heddle::testing::groups_to_try() {
  static std::vector<distributed::group> const groups = [] {
    auto made = groups_of_devices();
    for (int const ranks : {2, 5}) {
      if (!made.empty()) made.push_back(of_one_gpu(ranks));
    }
    return made;
  }();
  return groups;
}

TEST_CASE("devices that are not there, or are named twice, are no ranks") {
  using distributed::group;
  CHECK_THROWS_WITH_AS((void)group::of_devices({}), "group: no devices", invalid_argument);
  CHECK_THROWS_AS((void)group::of_devices({-1}), cuda_error);
  CHECK_THROWS_AS((void)group::of_devices({1000}), cuda_error);
  if (all_devices().empty()) return;
  CHECK_THROWS_WITH_AS((void)group::of_devices({0, 0}), "group: device 0 is named twice", invalid_argument);
}

TEST_CASE("parts lie on the GPUs of their ranks") {
  for (auto const& ranks : groups_of_devices()) {
    auto const w = distributed::vector<float>::filled(5000, 1.5f, ranks);
    std::vector<int> devices(static_cast<std::size_t>(ranks.ranks()), -1);
    ranks.run([&](distributed::member& m) {
      CHECK(!m.exec().is_host());
      CHECK(w.part(m).exec() == m.exec());
      devices[m.place()] = m.exec().device();
    });
    std::sort(devices.begin(), devices.end());
    CHECK(std::unique(devices.begin(), devices.end()) == devices.end());
    CHECK(devices.front() >= 0);
  }
}

TEST_CASE("an error at one GPU ends the work of all, is thrown, and the group works on") {
  for (auto const& ranks : groups_to_try()) {
    auto const u = distributed::vector<int>::filled(5000, 2, ranks);
    for (int bad = 0; bad < ranks.ranks(); ++bad) {
      auto const work = [&](distributed::member& m) {
        if (m.rank() == bad) throw std::runtime_error("rank " + std::to_string(bad));
        detail::kept_vector<int, std::int32_t> kept;
        (void)detail::whole_of(m, u.part(m), u.dealt_by(), kept);
        m.agree();
      };
      CHECK_THROWS_WITH_AS(ranks.run(work), ("rank " + std::to_string(bad)).c_str(), std::runtime_error);
      CHECK(reduce(plus_monoid<int>{}, u) == 10000);
    }
  }
}

TEST_CASE("memory that a GPU does not have leaves an output as it was") {
  for (auto const& ranks : groups_to_try()) {
    auto w = distributed::vector<int>::filled(5000, 7, ranks);
    CHECK_THROWS_AS(ranks.run([&](distributed::member& m) {
      if (m.rank() == ranks.ranks() - 1) (void)vector<double, std::int64_t>::filled(size_type{1} << 39, 1, m.exec());
      m.agree();
    }),
                    out_of_memory);
    ewise_add(w, plus<int>{}, w, w);
    CHECK(reduce(plus_monoid<int>{}, w) == 5000 * 14);
  }
}

// As long as equal_rows cuts them, in parts that begin at multiples of 1,024, and of all forms.
TEST_CASE("long vectors come whole to every GPU, and back") {
  constexpr int n = 100000;
  for (auto const& ranks : groups_to_try()) {
    for (int const step : {1, 3, 1000, n}) {
      CAPTURE(step);
      vector<double> whole(n);
      std::vector<int> index;
      std::vector<double> value;
      for (int i = step - 1; i < n; i += step) index.push_back(i), value.push_back(i + 0.5);
      whole = vector<double>::build(n, index, value, no_duplicates);
      for (bool const dense : {false, true}) {
        if (dense) (void)storage_of(whole).bitmap(), storage_of(whole).choose_form();
        auto const dealt = distributed::vector<double>::dealt(whole, ranks);
        CHECK(agree(whole, dealt));
        ranks.run([&](distributed::member& m) {
          detail::kept_vector<double, std::int32_t> kept;
          CHECK(detail::whole_of(m, dealt.part(m), dealt.dealt_by(), kept) == whole);
        });
        std::vector<size_type> cuts(static_cast<std::size_t>(ranks.ranks()) + 1, n);
        for (std::size_t r = 0; r + 1 < cuts.size(); ++r) cuts[r] = static_cast<size_type>(r) * 777;
        distributed::vector<double> other(distributed::dealing(cuts), ranks);
        apply(other, identity<double>{}, dealt);
        CHECK(agree(whole, other));
      }
    }
  }
}

TEST_CASE("two groups of the same GPUs search from two threads at once") {
  auto const devices = all_devices();
  if (devices.size() < 2) return;
  auto const whole = io::to_matrix(io::rmat<float>({.scale = 12}), take_first<float>{}, host_executor(1));
  auto const expected = bfs(whole, 0);
  auto const search = [&](bool& right) {
    auto const dealt = distributed::matrix<float>::dealt(whole, distributed::group::of_devices(devices));
    for (int k = 0; k < 20; ++k) {
      auto const found = bfs(dealt, 0, {.does_all = distributed::first_rank::never});
      right = found.reached == expected.reached && found.depth == expected.depth && (right || k == 0);
    }
  };
  bool right = false, right_too = false;
  std::thread beside([&] { search(right_too); });
  search(right);
  beside.join();
  CHECK(right);
  CHECK(right_too);
}

TEST_CASE("docs/several_gpus.md's program finds what one executor finds") {
  if (all_devices().size() < 2) return;
  temporary_folder const folder;
  auto const path = folder.file("graph.mtx");
  io::save(io::to_matrix(io::rmat<float>({.scale = 6}), plus<float>{}), path);
  // clang-format off
  auto const gpus = heddle::distributed::group::of_devices({0, 1});
  auto const A = heddle::distributed::load<float>(path, gpus);
  auto const search = heddle::bfs(A, 0);
  // clang-format on
  CHECK_EQ(search.reached, bfs(io::load<float>(path), 0).reached);
}
