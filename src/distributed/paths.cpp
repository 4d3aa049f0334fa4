// paths.cpp - shortest paths among ranks of the host by delta-stepping: Meyer & Sanders, "Delta-stepping: a
// parallelizable shortest path algorithm", Journal of Algorithms 49, 2003. All ranks relax the rows of one bucket of
// distances, and offer to the owners what is less than they have offered before, until nobody has any of that bucket;
// then they take the next.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <heddle/detail/ranks/paths.hpp>
#include <limits>

#include "src/distributed/offers.hpp"

namespace heddle::detail {

using distributed::dealing;
using distributed::member;

namespace {

template <class T, class I> struct distance_offer {
  I vertex;
  T distance;
};

/// Rows of a rank that wait, by buckets: some of those that come next have a list each, all others are in one.
template <class T, class I> class waiting_buckets {
 public:
  using entry = distance_offer<T, I>;
  static constexpr size_type none = std::numeric_limits<size_type>::max();

  /// Of such a width each; of width 0 there is one.
  explicit waiting_buckets(double width) : per_distance_(width > 0 ? 1 / width : 0) {}

  void add(entry const& e) {
    size_type const bucket = bucket_of(e.distance);
    if (bucket < first_ + lists_with_bucket) return list(bucket).push_back(e);
    far_.push_back(e);
    least_far_ = min_of(least_far_, bucket);
  }
  /// The first bucket from `from` on that may have entries. Nothing is added before it any more.
  size_type first_from(size_type from) const {
    for (size_type bucket = from; bucket < first_ + lists_with_bucket; ++bucket) {
      if (!lists_[static_cast<std::size_t>(bucket % lists_with_bucket)].empty()) return bucket;
    }
    return least_far_;
  }
  /// Swaps `taken`, which is empty, with what waits in a bucket, before which nothing does. What is_current(entry) does
  /// not hold of may be dropped.
  template <class IsCurrent> void take(size_type bucket, std::vector<entry>& taken, IsCurrent const& is_current) {
    if (bucket >= first_ + lists_with_bucket) {
      first_ = bucket;
      least_far_ = none;
      moved_.swap(far_);
      for (entry const& e : moved_) {
        if (is_current(e)) add(e);
      }
      moved_.clear();
    }
    taken.swap(list(bucket));
  }

 private:
  static constexpr size_type lists_with_bucket = 64;
  static constexpr double last_bucket = 0x1p61;

  size_type bucket_of(T distance) const {
    return static_cast<size_type>(min_of(static_cast<double>(distance) * per_distance_, last_bucket));
  }
  std::vector<entry>& list(size_type bucket) { return lists_[static_cast<std::size_t>(bucket % lists_with_bucket)]; }

  double per_distance_;
  size_type first_ = 0, least_far_ = none;
  std::array<std::vector<entry>, lists_with_bucket> lists_;
  std::vector<entry> far_, moved_;
};

template <class T, index_type I, index_type O> class relaxing_rank {
 public:
  relaxing_rank(member& m, dealing const& by, compressed<I, O> const& rows)
      : m_(m),
        by_(by),
        rows_(rows.template view<T>()),
        begin_(by.begin(m.rank())),
        mine_(by.size_of(m.rank())),
        least_(static_cast<std::size_t>(by.size()), std::numeric_limits<T>::infinity()),
        waiting_(bucket_width(rows.template value_statistics<T>().mean)),
        offers_(m.ranks()) {}

  paths_part<T, I> search(size_type source, std::optional<thin_levels> const& until) {
    if (by_.owner(source) == m_.rank()) improve({static_cast<I>(source), T{0}});
    size_type rounds = 0;
    for (size_type bucket = 0;; ++rounds) {
      if (until && rounds == until->levels && m_.sum_of_all(work_) < until->levels * until->work) {
        return {vector<T, I>(0, executor{}), 0, 0, false};
      }
      auto const told = m_.agree(waiting_.first_from(bucket));
      bucket = *std::min_element(told.begin(), told.end());
      if (bucket == waiting_.none) return result(rounds);
      relax(bucket);
      if (m_.ranks() == 1) continue;
      for (auto const& made : offers_.exchange(m_)) improve(made);
    }
  }

 private:
  // About what separates the entries of a row: fewer make more rounds, more are relaxed in vain.
  double bucket_width(double mean) {
    double const sum = mean * static_cast<double>(rows_.nnz);
    // Numbers of at least 0 are told by their bits.
    auto const sums = m_.agree(std::isfinite(sum) ? std::bit_cast<size_type>(sum) : 0);
    double all = 0;
    for (size_type const bits : sums) all += std::bit_cast<double>(bits);
    auto const entries = static_cast<double>(m_.sum_of_all(rows_.nnz));
    return entries > 0 ? all / entries * static_cast<double>(by_.size()) / entries : 0;
  }

  void relax(size_type bucket) {
    taken_.clear();
    auto const is_current = [&](auto const& e) { return !(least_[static_cast<std::size_t>(e.vertex)] < e.distance); };
    waiting_.take(bucket, taken_, is_current);
    for (auto const& e : taken_) {
      if (!is_current(e)) continue;
      size_type const row = e.vertex - begin_;
      work_ += 1 + rows_.offsets[row + 1] - rows_.offsets[row];
      for (O at = rows_.offsets[row]; at < rows_.offsets[row + 1]; ++at) {
        improve({rows_.indices[at], e.distance + rows_.values[at]});
      }
    }
  }

  // Of others' vertices it is the least that this rank has offered.
  void improve(distance_offer<T, I> const& made) {
    T& least = least_[static_cast<std::size_t>(made.vertex)];
    if (!(made.distance < least)) return;
    least = made.distance;
    if (made.vertex >= begin_ && made.vertex < begin_ + mine_) return waiting_.add(made);
    offers_.to(by_.owner(made.vertex)).push_back(made);
  }

  paths_part<T, I> result(size_type rounds) {
    std::span<T const> const own(least_.data() + begin_, static_cast<std::size_t>(mine_));
    auto const finite =
        std::count_if(own.begin(), own.end(), [](T d) { return d < std::numeric_limits<T>::infinity(); });
    return {vector<T, I>::dense(own, executor{}), m_.sum_of_all(finite), rounds};
  }

  member& m_;
  dealing const& by_;
  compressed_view<T, I, O> rows_;
  size_type begin_, mine_, work_ = 0;  // work_: vertices that were relaxed, and their entries
  std::vector<T> least_;
  waiting_buckets<T, I> waiting_;
  std::vector<distance_offer<T, I>> taken_;
  offers_to_ranks<distance_offer<T, I>> offers_;
};

}  // namespace

template <class T, index_type I, index_type O>
paths_part<T, I> find_paths_host_part(member& m, dealing const& by, compressed<I, O> const& rows, size_type source,
                                      std::optional<thin_levels> const& until) {
  return relaxing_rank<T, I, O>(m, by, rows).search(source, until);
}

#define HEDDLE_INSTANTIATE(I, O)                                                                                   \
  template paths_part<float, I> find_paths_host_part(member&, dealing const&, compressed<I, O> const&, size_type,  \
                                                     std::optional<thin_levels> const&);                           \
  template paths_part<double, I> find_paths_host_part(member&, dealing const&, compressed<I, O> const&, size_type, \
                                                      std::optional<thin_levels> const&);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
