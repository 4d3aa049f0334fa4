// on_host.hpp - the courses of a fixpoint on CPU threads: piles where nothing improves along a way, piles as far as
// they pay where something may, and rounds.
#pragma once
#include <cmath>
#include <heddle/matrix.hpp>
#include <heddle/ops/detail/operand.hpp>
#include <heddle/ops/fixpoint/counted_ways.hpp>
#include <heddle/ops/fixpoint/course.hpp>
#include <heddle/ops/fixpoint/falling.hpp>
#include <heddle/ops/fixpoint/host.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::fixpoint_detail {

// Of piles on the host: about what separates the entries of a row. Four times as much or as little is as good.
inline double pile_width(primitives::value_statistics const& weights, size_type nnz, size_type rows) {
  double const width = weights.mean * static_cast<double>(rows) / static_cast<double>(max_of(nnz, size_type{1}));
  return width > 0 && std::isfinite(width) ? width : 0;
}

/// What is known of x and the mask when a search is compiled, which spares it what it would have for other cases.
enum class positions : std::uint8_t { any, all };  // all: each has an entry and is open

/// A copy of x on which one search after the other goes on.
template <class SR, class A, index_type I, class O, positions Known = positions::any> class host_course {
 public:
  using T = domain_of<SR>;

  host_course(vector<T, I> const& x, mask_view mask, SR const& sr, compressed_view<A, I, O> const& a)
      : x_(x),
        mask_(mask),
        sr_(sr),
        a_(a),
        values_(storage_of(x).bitmap().values.clone(x.exec())),
        states_(x.exec(), x.size()) {
    note_entries();
  }

  fixpoint_result search(sequence by, host::fixpoint_limits const& limits) {
    if constexpr (Known == positions::any) {
      if (!full()) return search<false>(by, limits);
    }
    return search<true>(by, limits);
  }

  /// Back to x.
  void start_again() {
    std::copy_n(old(), x_.size(), now());
    note_entries();
  }

  /// Whether rounds, which end after n, would have come to the same.
  bool is_of_short_ways(host::fixpoint_limits const& piles) const {
    std::vector<I> roots;
    for (size_type i = 0; i < x_.size(); ++i) {
      if (was_entry(i) && !differs<T>{}(old()[i], now()[i])) roots.push_back(static_cast<I>(i));
    }
    auto const counts = [this](size_type i) { return is_entry(i); };
    if (host::are_ways_short(sr_, a_, mask_, now(), counts, std::move(roots))) return true;
    auto const begin = [this](size_type i, T& start) {
      if (was_entry(i)) start = old()[i];
      return was_entry(i);
    };
    return host::are_counted_ways_short(sr_, a_, mask_, begin, piles.width, piles.most_work);
  }

  std::optional<host::falling_cycle> find_falling_cycle() const {
    host::falling_cycles<T, A, I, O> cycles(a_, mask_, now());
    for (size_type i = 0; i < x_.size(); ++i) {
      if (was_entry(i)) cycles.begin_with(old()[i]);
    }
    return cycles.find([this](size_type i) { return is_entry(i); }, false);
  }

  vector<T, I> finish() {
    if (full()) states_ = {};
    vector<T, I> after(x_.size(), x_.exec());
    storage_of(after).assign(detail::bitmap_form{std::move(states_), std::move(values_), -1});
    storage_of(after).choose_form();
    return after;
  }

 private:
  bool full() const { return storage_of(x_).bitmap().full(); }
  T const* old() const { return detail::values_by_position(x_); }
  T* now() { return reinterpret_cast<T*>(values_.data()); }
  T const* now() const { return reinterpret_cast<T const*>(values_.data()); }
  bool was_entry(size_type i) const { return full() || storage_of(x_).bitmap().present.data()[i] != 0; }
  bool is_entry(size_type i) const { return states_.data()[i] != 0; }
  void note_entries() {
    for (size_type i = 0; i < x_.size(); ++i) states_.data()[i] = was_entry(i);
  }

  template <bool Full> fixpoint_result search(sequence by, host::fixpoint_limits const& limits) {
    using fixpoint_search = host::fixpoint_search<SR, A, I, O, Full, Known == positions::any>;
    // Sums with infinity are infinity, or of floating-point numbers NaN, which no minimum takes over.
    constexpr bool identity_adds_nothing = Full && sums_weights<SR, A>;
    std::vector<typename fixpoint_search::entry> all;
    for (size_type i = 0; i < a_.major; ++i) {
      bool const counts = is_entry(i) && !(identity_adds_nothing && now()[i] == sr_.add.identity());
      if (counts) all.push_back({static_cast<I>(i), now()[i]});
    }
    fixpoint_search one(sr_, a_, mask_, now(), states_.data(), x_.exec().num_workers());
    if constexpr (is_selective<add_of<SR>>()) {
      if (by == sequence::piles) return one.by_piles(all, limits);
      if (by == sequence::order) return one.in_order(all, limits);
    }
    return one.by_rounds(std::move(all), limits);
  }

  vector<T, I> const& x_;
  mask_view mask_;
  SR sr_;
  compressed_view<A, I, O> a_;
  buffer<detail::byte> values_;
  buffer<detail::byte> states_;
};

// Where ways may improve, what is best goes first while that pays, then what is first in an order of rows, then what is
// best again: whatever order comes to rest comes to the same, so each goes on from what has been found.
template <class Course>
fixpoint_result by_turns(Course& course, host::fixpoint_limits limits, size_type pass, fixpoint_options const& o) {
  fixpoint_result work;
  auto const go_on = [&](sequence by, size_type most_work) {
    limits.most_work = most_work;
    work = both(work, course.search(by, limits));
    return !is_over(work, o);
  };
  size_type const most = limits.most_work;
  if (go_on(sequence::piles, first_passes * pass) && go_on(sequence::order, first_passes * pass)) {
    go_on(sequence::piles, most);
  }
  return work;
}

// Sums that may fall: by turns, unless these come to no end, or to one that rounds do not come to. Then what x was is
// relaxed by rounds, `limit` of them, which is told with those before added.
template <class Course>
fixpoint_result by_turns_or_rounds(Course& course, host::fixpoint_limits const& limits, size_type pass,
                                   size_type& limit, fixpoint_options const& o) {
  auto const work = by_turns(course, limits, pass, o);
  size_type const most_rounds = limit;
  limit = 0;
  if (work.complete ? course.is_of_short_ways(limits) : is_over(work, o)) return work;
  if (!work.complete) {
    if (auto const cycle = course.find_falling_cycle()) {
      throw negative_cycle(detail::concat("fixpoint: x falls for ever round a cycle of negative weight ", cycle->weight,
                                          " through ", cycle->vertex));
    }
  }
  course.start_again();
  limit = work.rounds + most_rounds;
  return both(work, course.search(sequence::rounds, {.most_rounds = most_rounds, .stop = o.stop}));
}

template <class SR, class A, index_type I, index_type O>
compressed_view<A, I, O> read_by(SR const&, detail::compressed<I, O> const& rows) {
  if constexpr (detail::reads<SR>::right) {
    return rows.template view<A>();
  } else {
    return detail::pattern_view<A>(rows);
  }
}

// Of piles.
template <class SR, class A, index_type I, index_type O>
host::fixpoint_limits limits_of(detail::compressed<I, O> const& rows, fixpoint_options const& o) {
  host::fixpoint_limits limits{.stop = o.stop};
  if constexpr (sums_weights<SR, A>) {
    limits.adapts = o.delta == 0;
    limits.width = limits.adapts ? pile_width(weights_of<A>(rows), rows.nnz, rows.major) : o.delta;
  }
  if (never_improves<SR, A>(rows)) limits.targets = o.targets;
  return limits;
}

/// x = x (+) x A on the host, by one sequence until nothing changes, or so much work is done (detail::work_of; 0: until
/// nothing changes). Every position of x has an entry. Ways may become better by going on: what comes to rest is the
/// least sum over all walks, however long.
template <class SR, class Operand, class T, index_type I>
fixpoint_result search_all(vector<T, I>& x, SR const& sr, Operand const& matrix, fixpoint_options const& o,
                           size_type most_work = 0, sequence by = sequence::piles) {
  using A = typename Operand::value_type;
  auto const& rows = matrix.by_rows();
  host_course<SR, A, I, typename Operand::offset_type, positions::all> course(x, {}, sr, read_by<SR, A>(sr, rows));
  auto limits = limits_of<SR, A>(rows, o);
  limits.most_work = most_work;
  auto const work = course.search(by, limits);
  auto found = course.finish();
  storage_of(x).assign(std::move(storage_of(found)));
  return work;
}

template <class SR, class Operand, class T, index_type I>
outcome<T, I> on_host(vector<T, I> const& x, mask_view mask, SR const& sr, Operand const& matrix,
                      fixpoint_options const& o) {
  using A = typename Operand::value_type;
  auto const& rows = matrix.by_rows();
  size_type const n = x.size(), pass = passes(1, rows.nnz, n);
  host_course<SR, A, I, typename Operand::offset_type> course(x, mask, sr, read_by<SR, A>(sr, rows));
  size_type limit = 0;
  auto const work = [&] {
    if (!takes_piles<SR>(o)) {
      limit = rounds_of<SR, A>(o, n);
      return course.search(sequence::rounds, {.most_rounds = limit, .stop = o.stop});
    }
    auto limits = limits_of<SR, A>(rows, o);
    if (never_improves<SR, A>(rows)) return course.search(sequence::piles, limits);
    limits.most_work = most_work_of_piles(rows.nnz, n);
    if constexpr (may_fall<SR, A>) {
      limit = rounds_of<SR, A>(o, n);
      return by_turns_or_rounds(course, limits, pass, limit, o);
    }
    auto const by_order = by_turns(course, limits, pass, o);
    if (is_over(by_order, o)) return by_order;
    return both(by_order, course.search(sequence::rounds, {.stop = o.stop}));
  }();
  return {course.finish(), work, limit};
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::fixpoint_detail
