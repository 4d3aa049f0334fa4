// shares_taken.cu - searches once more, by kernels that count what their policies share out.
#include <heddle/ops/fixpoint/fixpoint.hpp>

#include "src/cuda/read_back.hpp"
#include "src/cuda/search_kernel.cuh"
#include "src/measure/counted_sharing.cuh"
#include "src/measure/shares_taken.hpp"

namespace heddle::gpu {
namespace {

using narrow = compressed_view<bool, std::int32_t, std::int32_t>;

// Where a search counts, and what it has counted.
class share_log {
 public:
  explicit share_log(executor const& exec)
      : exec_(exec), memory_(carve(exec, [&](carver& take) {
          take(records_, most_lists);
          take(walked_, step_blocks(exec));
          take(threads_, 1);
        })) {
    device_guard const guard(exec);
    check(cudaMemsetAsync(memory_.data(), 0, memory_.bytes(), stream_of(exec)), "begin of counted shares");
  }

  template <class Sharing> counted<Sharing> of(Sharing const& by) const {
    return {by, records_, static_cast<counter>(most_lists), walked_, threads_};
  }

  measure::shares_taken found() const {
    counter lists = 0, threads = 0;
    read_back(exec_, &lists, walked_, sizeof(lists));
    read_back(exec_, &threads, threads_, sizeof(threads));
    if (lists > static_cast<counter>(most_lists)) {
      throw error(
          heddle::detail::concat("shares: a search of ", lists, " lists; ", most_lists, " are counted at most"));
    }
    auto const blocks = static_cast<size_type>(step_blocks(exec_)), all = static_cast<size_type>(threads);
    measure::shares_taken result{all, all / 32, blocks};
    std::vector<share_record> records(static_cast<std::size_t>(lists));
    heddle::detail::copy_bytes(executor{}, records.data(), exec_, records_, records.size() * sizeof(share_record));
    for (share_record const& each : records) {
      if (each.entries == 0) continue;
      auto const number = [](counter x) { return static_cast<size_type>(x); };
      result.lists.push_back({number(each.items), number(each.entries), number(each.longest), number(each.thread),
                              number(each.warp), number(each.block)});
    }
    return result;
  }

 private:
  static constexpr size_type most_lists = 1 << 18;
  executor exec_;
  share_record* records_ = nullptr;
  counter *walked_ = nullptr, *threads_ = nullptr;
  buffer<primitives::byte> memory_;
};

// search(policy), by the policy that counts for that one.
template <class Search> measure::shares_taken count_by(executor const& exec, sharing const& by, Search const& search) {
  share_log const log(exec);
  with_policy(by, [&](auto const& how) { search(log.of(how)); });
  return log.found();
}

}  // namespace

measure::shares_taken count_bfs_shares(matrix<float> const& a, size_type source, sharing const& by, bool pushes) {
  executor const exec = a.exec();
  auto const edges = heddle::detail::pattern_of(a);
  auto const rows = heddle::detail::pattern_view<bool>(edges.by_rows());
  bool const pulls = !pushes && edges.has_by_columns();
  auto const columns = pulls ? heddle::detail::pattern_view<bool>(edges.by_columns()) : rows;
  buffer<std::int32_t> levels(exec, a.rows());
  buffer<primitives::byte> present(exec, a.rows());
  level_arrays<std::int32_t> const into{levels.data(), present.data()};
  return count_by(exec, by, [&](auto const& how) {
    search_as<false>(how, exec, rows, pulls ? &columns : nullptr, source, level_options{}, into);
  });
}

measure::shares_taken count_sssp_shares(matrix<float> const& a, size_type source, sharing const& by) {
  using problem = fixpoint_problem<min_plus<float>, float, std::int32_t, std::int32_t>;
  executor const exec = a.exec();
  std::vector<float> distances(static_cast<std::size_t>(a.rows()), std::numeric_limits<float>::infinity());
  distances[static_cast<std::size_t>(source)] = 0;
  buffer<float> values(exec, std::span<float const>(distances));
  auto const& form = storage_of(a).csr();
  auto const weights = form.template value_statistics<float>();
  // As `sssp` plans it.
  fixpoint_plan const plan{.by_piles = weights.least < weights.mean,
                           .bucket = first_delta(weights, form.statistics()),
                           .adapts = true,
                           .by = by};
  problem const asked{exec, a.csr(), mask_view{}, values.data(), nullptr, plan, {}};
  return count_by(exec, by, [&](auto const& how) { solve_by(how, asked); });
}

}  // namespace heddle::gpu
