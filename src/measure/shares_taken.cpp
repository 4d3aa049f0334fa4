// shares_taken.cpp - shares of searches, counted on a GPU, and what they come to.
#include "src/measure/shares_taken.hpp"

#include <algorithm>

#include "src/with_cuda.hpp"

namespace heddle::measure {
namespace {

size_type resident(shares_taken const& all, size_type list_shares::*greatest) {
  if (greatest == &list_shares::thread) return all.threads;
  return greatest == &list_shares::warp ? all.warps : all.blocks;
}

void check(matrix<float> const& a, size_type source) {
  if (a.exec().is_host()) throw invalid_argument("shares: those of a search are counted on a GPU");
  if (source < 0 || source >= a.rows()) {
    throw index_out_of_range(detail::concat("shares: source ", source, " of ", a.rows(), " vertices"));
  }
}

}  // namespace

size_type shares_taken::entries() const {
  size_type all = 0;
  for (list_shares const& list : lists) all += list.entries;
  return all;
}

double shares_taken::unevenness(size_type list_shares::*greatest) const {
  double most = 0, means = 0;
  double const workers = static_cast<double>(resident(*this, greatest));
  for (list_shares const& list : lists) {
    most += static_cast<double>(list.*greatest);
    means += std::max(static_cast<double>(list.entries) / workers, 1.0);
  }
  return means > 0 ? most / means : 0;
}

shares_taken shares_of_bfs(matrix<float> const& a, size_type source, gpu::sharing const& by, bool pushes) {
  check(a, source);
  return detail::with_cuda([&] { return gpu::count_bfs_shares(a, source, by, pushes); });
}

shares_taken shares_of_sssp(matrix<float> const& a, size_type source, gpu::sharing const& by) {
  check(a, source);
  return detail::with_cuda([&] { return gpu::count_sssp_shares(a, source, by); });
}

}  // namespace heddle::measure
