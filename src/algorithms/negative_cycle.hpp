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

#include "src/algorithms/exact_sums.hpp"

namespace heddle::detail {

/// Whether a graph has a cycle whose weights sum to less than 0, without rounding, by distances that were rounded: arcs
/// by rows, and a distance of each vertex, infinity where it cannot be reached. Bellman 1958, Ford 1956, Moore 1959, in
/// exact numbers, over the arcs that may be on such a cycle at all.
template <class T, index_type I> class exact_search {
 public:
  exact_search(matrix_tuples<T, I> arcs, std::vector<T> const& distance) : arcs_(std::move(arcs)), distance_(distance) {
    keep([this](size_type a) { return is_usable(distance_[arcs_.row[a]]) && is_usable(distance_[arcs_.col[a]]); });
  }

  /// For distances that have come to rest: leaves out arcs that cannot be on a negative cycle. Of a whole cycle the
  /// sums d(u) + w - d(v) are that of its weights. At rest none of them is below 0 but by rounding, so each is less
  /// than all that was rounded. Mostly few such arcs are on a cycle. Work O(arcs).
  void at_rest() {
    constexpr T lowest = -std::numeric_limits<T>::infinity();
    double rounded = 0;
    for (size_type a = 0; a < num_arcs(); ++a) {
      double const off = std::abs(static_cast<double>(rounding_of(from(a), arcs_.value[a])));
      if (std::isfinite(off)) rounded += off;
    }
    keep([&](size_type a) {
      T const u = from(a), v = distance_[arcs_.col[a]];
      if (u == lowest || v == lowest) return u == v;  // what leads to -infinity does not come back from there
      return static_cast<double>(u + arcs_.value[a] - v) <= 4 * rounded;
    });
    drop_ends([this](size_type a) { return arcs_.row[a]; }, [this](size_type a) { return arcs_.col[a]; });
    drop_ends([this](size_type a) { return arcs_.col[a]; }, [this](size_type a) { return arcs_.row[a]; });
  }

  /// Bellman-Ford-Moore in exact numbers, from the distances: a negative cycle, and only such, goes on to shorten them
  /// after n passes, and its arcs are a cycle of parents then. Nothing where there is none.
  std::optional<host::falling_cycle> find() {
    if (num_arcs() == 0) return {};
    for (T const weight : arcs_.value) exact_.include(weight);
    for (size_type a = 0; a < num_arcs(); ++a) exact_.include(from(a)), exact_.include(distance_[arcs_.col[a]]);
    label_.resize(distance_.size());
    parent_.assign(distance_.size(), -1);
    is_listed_.assign(distance_.size(), false);
    begin_ = row_begins();
    std::vector<I> changed;
    for (size_type a = 0; a < num_arcs(); ++a) {
      begin_label(arcs_.row[a]);
      begin_label(arcs_.col[a]);
      if (a == begin_[arcs_.row[a]]) changed.push_back(arcs_.row[a]);
    }
    auto const passes = static_cast<size_type>(distance_.size());
    for (size_type pass = 1, next_check = 1; !changed.empty(); ++pass) {
      changed = relax(changed);
      if (pass != next_check && pass < passes) continue;
      if (auto const cycle = negative_among_parents()) return cycle;
      next_check = 2 * pass;
    }
    return {};
  }

 private:
  using number = exact_number;

  // False for infinity and NaN: such arcs and vertices are as good as absent.
  static bool is_usable(T value) { return value < std::numeric_limits<T>::infinity(); }

  size_type num_arcs() const { return static_cast<size_type>(arcs_.row.size()); }
  T from(size_type a) const { return distance_[arcs_.row[a]]; }

  // What rounding leaves out of x + y. Knuth, "The Art of Computer Programming" 2, 4.2.2.
  static T rounding_of(T x, T y) {
    T const sum = x + y, of_y = sum - x;
    return (x - (sum - of_y)) + (y - of_y);
  }

  template <class Wanted> void keep(Wanted const& wanted) {
    size_type kept = 0;
    for (size_type a = 0; a < num_arcs(); ++a) {
      if (!is_usable(arcs_.value[a]) || !wanted(a)) continue;
      arcs_.row[kept] = arcs_.row[a];
      arcs_.col[kept] = arcs_.col[a];
      arcs_.value[kept++] = arcs_.value[a];
    }
    arcs_.row.resize(kept), arcs_.col.resize(kept), arcs_.value.resize(kept);
  }

  // Vertices that no arc comes to are on no cycle, and neither are those that only arcs from such ones come to.
  template <class From, class To> void drop_ends(From const& tail, To const& head) {
    std::vector<size_type> arrivals(distance_.size(), 0), first(distance_.size() + 1, 0), by_tail(arcs_.row.size());
    for (size_type a = 0; a < num_arcs(); ++a) ++arrivals[head(a)], ++first[tail(a) + 1];
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    auto next = first;
    for (size_type a = 0; a < num_arcs(); ++a) by_tail[next[tail(a)]++] = a;
    std::vector<size_type> ends;
    for (std::size_t v = 0; v < arrivals.size(); ++v) {
      if (arrivals[v] == 0) ends.push_back(static_cast<size_type>(v));
    }
    std::vector<bool> dropped(arcs_.row.size(), false);
    while (!ends.empty()) {
      size_type const v = ends.back();
      ends.pop_back();
      for (size_type k = first[v]; k < first[v + 1]; ++k) {
        dropped[by_tail[k]] = true;
        if (--arrivals[head(by_tail[k])] == 0) ends.push_back(head(by_tail[k]));
      }
    }
    keep([&](size_type a) { return !dropped[a]; });
  }

  void begin_label(size_type v) {
    if (!label_[v].empty()) return;
    label_[v] = exact_.zero();
    exact_.add(label_[v], distance_[v]);
  }

  std::vector<size_type> row_begins() const {
    std::vector<size_type> begin(distance_.size() + 1, 0);
    for (I const u : arcs_.row) ++begin[u + 1];
    for (std::size_t u = 1; u < begin.size(); ++u) begin[u] += begin[u - 1];
    return begin;
  }

  // The vertices whose labels fall along the arcs of `changed`, each once.
  std::vector<I> relax(std::vector<I> const& changed) {
    std::vector<I> fallen;
    number offer;
    for (I const u : changed) {
      for (size_type a = begin_[u]; a < begin_[u + 1]; ++a) {
        I const v = arcs_.col[a];
        offer = label_[u];
        exact_.add(offer, arcs_.value[a]);
        if (compare(offer, label_[v]) >= 0) continue;
        label_[v] = offer;
        parent_[v] = a;
        if (!is_listed_[v]) fallen.push_back(v);
        is_listed_[v] = true;
      }
    }
    for (I const v : fallen) is_listed_[v] = false;
    return fallen;
  }

  std::optional<host::falling_cycle> negative_among_parents() const {
    auto const tail = [this](size_type v) { return parent_[v] < 0 ? I(-1) : arcs_.row[parent_[v]]; };
    auto const negative = [this](size_type v) {
      number const sum = sum_along_parents(v);
      return is_negative(sum) ? std::optional(host::falling_cycle{v, exact_.rounded(sum)}) : std::nullopt;
    };
    return host::first_of_cycles<I>(static_cast<size_type>(parent_.size()), tail, negative);
  }

  number sum_along_parents(size_type start) const {
    number sum = exact_.zero();
    size_type v = start;
    do {
      exact_.add(sum, arcs_.value[parent_[v]]);
      v = arcs_.row[parent_[v]];
    } while (v != start);
    return sum;
  }

  matrix_tuples<T, I> arcs_;
  std::vector<T> const& distance_;
  exact_sums exact_;
  std::vector<number> label_;
  std::vector<size_type> parent_, begin_;  // parent: the arc by which a vertex is reached, -1: none
  std::vector<bool> is_listed_;
};

}  // namespace heddle::detail

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
