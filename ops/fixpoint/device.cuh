// device.cuh - fixpoints on a GPU: one kernel relaxes list after list, with barriers in place of launches.
#pragma once
#include <heddle/detail/cuda/receive.hpp>
#include <heddle/ops/fixpoint/relaxing.cuh>
#include <heddle/ops/fixpoint/splitting.cuh>

namespace heddle::gpu {

namespace fixpoint_kernels {

// Whether x is final at all targets: what waits is worse than the pivot, and so is what it may still make of others.
template <class Search> __device__ bool are_settled(Search const& s, typename Search::T const& pivot) {
  if (s.num_targets == 0) return false;
  bool all = true;
  for (size_type k = threadIdx.x; k < s.num_targets; k += blockDim.x) {
    all = all && s.before(load_fresh(s.values + s.targets[k]), pivot);
  }
  return __syncthreads_and(all);
}

// Until nothing changes, or `most_rounds` are over; a single step where `stepwise`.
template <class Search>
__global__ void __launch_bounds__(threads)
    search_kernel(Search const __grid_constant__ s, progress<typename Search::T> now, size_type most_rounds,
                  bool stepwise, progress<typename Search::T>* result) {
  __shared__ stages<Search> stage;
  __shared__ counter waiting;
  __shared__ pile_course<typename Search::T> pile;  // written when all of the block have arrived, or found nothing
  if (counts_rounds()) pile = now.pile;
  stage.begin();
  list_window of_pile;
  if (!s.keeps_windows) of_pile.length = 0;
  now.at_limit = false;
  do {
    search_step<Search> step{s, stage, now, now.splits, of_pile};
    bool gathers = stepwise;
    counter relaxed = 0;
    if (now.step == 0) {
      begin(step);
      gathers = true;
    } else {
      step_count const found = wait_for(s.memory->board, now.step - 1);
      if (s.adapts && pile.entries > s.patience) now.pivot = pile.least;
      if (found.pieces + found.aside > 0) {
        if (pile.rounds == most_rounds) {
          if (s.by_piles) step.close_pile();
          now.at_limit = true;
          break;
        }
        relaxed = found.entries;
        relaxing<Search> walks(step, relaxed <= 2 * static_cast<counter>(gridDim.x) * blockDim.x);
        if (stage.far_is_full) step.store_pile();
        s.sharing.template walk<2>(
            listed_rows<typename Search::item const*>{s.lists[(now.step + 1) & 1], found, &s.memory->board, now.step},
            s.of_sharing, stage.near, walks);
        step.tally = walks.tally;
      } else if (s.by_piles && !now.gathered) {
        gathers = true;
      } else {
        if (threadIdx.x == 0) waiting = s.by_piles ? load_fresh(&s.memory->waiting[now.splits % 3]) : 0;
        __syncthreads();
        now.complete = waiting == 0;
        now.settled = !now.complete && now.has_pivot && are_settled(s, now.pivot);
        if (now.complete || now.settled) break;
        if constexpr (is_selective<add_of<typename Search::SR>>()) {
          auto const older = now;
          if (counts_rounds()) {
            adapt_width(s.adapts && now.splits > 0, pile, static_cast<float>(gridDim.x) * blockDim.x, s.patience);
          }
          find_pivot(s, now, pile, waiting);
          ++step.pile_number;
          split(step, older, waiting);
          ++now.splits;
        }
      }
    }
    step.arrive(gathers);
    now.gathered = gathers;
    ++now.step;
    if (relaxed > 0 && counts_rounds()) pile.count(relaxed);
  } while (!stepwise);
  if (blockIdx.x > 0 || !counts_rounds()) return;
  now.pile = pile;
  *result = now;
}

}  // namespace fixpoint_kernels

template <class Sharing, class SR, class A, class Index, class Offset>
fixpoint_result solve_by(Sharing const& sharing, fixpoint_problem<SR, A, Index, Offset> const& p) {
  using namespace fixpoint_kernels;
  using T = domain_of<SR>;
  using search_type = search<SR, A, Index, Offset, Sharing>;
  fixpoint_result work;
  size_type const n = p.a.major;
  if (n == 0) return work;
  buffer<size_type> const targets(p.exec, p.plan.targets);
  search_type s{.sharing = sharing,
                .a = p.a,
                .mask = p.mask,
                .values = p.values,
                .present = p.present,
                .by_piles = p.plan.by_piles,
                .skips_identity = false,
                .keeps_windows = !p.plan.stepwise && !p.plan.stop,
                .targets = targets.data(),
                .num_targets = targets.size(),
                .bucket = p.plan.bucket,
                .adapts = p.plan.adapts,
                .patience = patience(p.exec, p.a.nnz),
                .sr = p.sr};
  // Sums with infinity are no improvement.
  if constexpr (searches_sums<SR>) s.skips_identity = !p.present;
  size_type const in_pile = p.plan.by_piles ? room_in_list(p.exec, n, pile_crowd) : 0;
  auto const memory = carve(p.exec, [&](carver& take) {
    take(s.memory, 1);
    take(s.listed_in, n);
    take(s.waits, p.plan.by_piles ? ceil_div(n, 32) : 0);
    for (auto& list : s.lists)
      take(list, room_in_lists<Sharing, typename search_type::piece>(sharing, p.exec, n, p.a.nnz, 1));
    for (auto& pile : s.piles) take(pile, in_pile);
    sharing.arrange(take, s.of_sharing, n, p.a.nnz);
  });
  device_guard const guard(p.exec);
  check(cudaMemsetAsync(s.memory, 0, sizeof(search_memory), stream_of(p.exec)), "begin of a fixpoint");
  constexpr size_type between_looks = 256;  // rounds, where the host's flag may end the search
  size_type const limit = p.plan.most_rounds > 0 ? p.plan.most_rounds : std::numeric_limits<size_type>::max();
  bool stepwise = p.plan.stepwise;
  progress<T> now;
  // With targets the end may be near.
  if (p.plan.adapts && s.num_targets == 0) now.pile.width = first_width(p.exec, p.a.nnz);
  auto const ends = [&] { return now.complete || now.settled || (now.at_limit && now.pile.rounds == limit); };
  while (!ends() && !(p.plan.stop && p.plan.stop->load())) {
    size_type const most = p.plan.stop ? min_of(limit, now.pile.rounds + between_looks) : limit;
    auto* const kernel = search_kernel<search_type>;
    now = receive<progress<T>>(p.exec, [&](progress<T>* result) {
      if (in_one_grid(p.exec, sharing, stepwise, threads, kernel, s, now, most, stepwise, result)) return;
      stepwise = true;
      s.keeps_windows = false;
      launch_step(p.exec, threads, kernel, s, now, most, true, result);
    });
    ++work.launches;
  }
  work.edges = static_cast<size_type>(now.pile.edges);
  work.rounds = now.pile.rounds;
  work.complete = now.complete;
  work.workspace_bytes = static_cast<size_type>(memory.bytes());
  return work;
}

template <class SR, class A, class Index, class Offset>
fixpoint_result solve(fixpoint_problem<SR, A, Index, Offset> const& p) {
  if constexpr (fixpoint_problem<SR, A, Index, Offset>::takes_sharing) {
    return with_policy(p.plan.by, [&](auto const& how) { return solve_by(how, p); });
  } else {
    return solve_by(by_pieces::of(p.plan.by), p);
  }
}

}  // namespace heddle::gpu
