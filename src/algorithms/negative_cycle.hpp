// negative_cycle.hpp - finds a negative cycle soon after a label-correcting search has gone round it, and tells it from
// a cycle of weight zero that rounding makes look so.
// Cherkassky & Goldberg, "Negative-cycle detection algorithms", Mathematical Programming 85, 1999: a cycle in the
// graph of parents is a negative one.
#pragma once
#include <heddle/matrix.hpp>
#include <heddle/ops/fixpoint/falling.hpp>
#include <heddle/ops/fixpoint/options.hpp>
#include <heddle/vector.hpp>
#include <span>

#include "src/algorithms/exact_search.hpp"

namespace heddle {

/// Watches a search of distances whose weights may be negative. Sums of weights that decide are exact ones.
/// Costs one pass over the weights, whose result the matrix keeps. For graphs with negative ones it looks at the
/// parents on the host, O(nnz) each time, when the search has done as much work as 8, 16, 32, ... passes; after n
/// rounds, if distances still change, or where they rest below what is possible without a negative cycle, an exact
/// search on the host. A matrix of a GPU is copied at the first look. Looks find a cycle only where rounding cannot
/// hide it, so that the search would have been in vain; whether it is refused does not depend on when it is looked at.
template <class T, index_type I, index_type O> class negative_cycle_watch {
 public:
  explicit negative_cycle_watch(matrix<T, I, O> const& a)
      : a_(a), has_negative_weights_(storage_of(a).csr().template value_statistics<T>().least < 0) {}

  bool has_negative_weights() const { return has_negative_weights_; }

  /// Of a search that goes on in passes: O(nnz + n), and a round more.
  size_type pass() const { return a_.nnz() + seam::max_of(a_.rows(), size_type{1}); }

  /// On the host.
  compressed_view<T, I, O> rows() {
    if (!a_.exec().is_host() && !copy_) copy_ = a_.to(host_executor(1));
    return copy_ ? copy_->csr() : a_.csr();
  }

  /// To be asked while distances still change, `changed` of them: false if they are the answer as they are, after n
  /// rounds without a negative cycle (a path has less than n arcs). Throws negative_cycle when one is found.
  bool goes_on(size_type round, size_type changed, vector<T, I> const& distances) {
    if (!has_negative_weights_) return true;
    if (round >= a_.rows()) {
      search(distances.to_dense(T(0)), false);
      return false;
    }
    work_ += changed * seam::ceil_div(a_.nnz(), seam::max_of(a_.rows(), size_type{1})) +
             cost_of_products * detail::list_cost;
    if (work_ >= next_look_) {
      next_look_ = 2 * work_;
      look(distances);
    }
    return true;
  }

  /// Throws if distances, as a search has left them that goes on, show a negative cycle.
  void look(vector<T, I> const& distances) {
    std::vector<T> const x = distances.to_dense(T(0));
    host::falling_cycles<T, T, I, O> cycles(rows(), seam::mask_view{}, x.data());
    auto const cycle = cycles.find([](size_type) { return true; }, true);
    if (cycle) refuse(*cycle);
  }

  /// To be asked when nothing changes any more: distances of minus infinity do not, whatever cycle they are on, and
  /// neither do those where rounding hides a cycle that a source itself is on.
  void at_rest(vector<T, I> const& distances, std::span<size_type const> sources) {
    if (!has_negative_weights_) return;
    std::vector<T> const x = distances.to_dense(T(0));
    auto const is_lowest = [](T d) { return d == -std::numeric_limits<T>::infinity(); };
    bool const suspicious = std::any_of(sources.begin(), sources.end(), [&](auto s) { return x[s] < T(0); }) ||
                            std::any_of(x.begin(), x.end(), is_lowest);
    if (suspicious) search(x, true);
  }

 private:
  void search(std::vector<T> const& distances, bool at_rest) const {
    detail::exact_search<T, I> exact(a_.tuples(), distances);
    if (at_rest) exact.at_rest();
    if (auto const cycle = exact.find()) refuse(*cycle);
  }

  [[noreturn]] static void refuse(host::falling_cycle const& cycle) {
    throw negative_cycle(detail::concat("sssp: a cycle of negative weight ", cycle.weight, " through vertex ",
                                        cycle.vertex, " can be reached from the source"));
  }

  static constexpr size_type cost_of_products = 8;  // of a round, so many lists

  matrix<T, I, O> const& a_;
  bool has_negative_weights_;
  std::optional<matrix<T, I, O>> copy_;  // on the host
  size_type work_ = 0, next_look_ = 8 * pass();
};

}  // namespace heddle
