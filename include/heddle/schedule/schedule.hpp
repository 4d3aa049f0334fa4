// schedule.hpp - a schedule as a value: one of the table below, `automatic`, or a user's own partition.
#pragma once
#include <heddle/error.hpp>
#include <heddle/schedule/binned.hpp>
#include <heddle/schedule/coo.hpp>
#include <heddle/schedule/cut_tiles.hpp>
#include <heddle/schedule/dynamic.hpp>
#include <heddle/schedule/group_mapped.hpp>
#include <heddle/schedule/merge_path.hpp>
#include <heddle/schedule/nonzero_split.hpp>
#include <heddle/schedule/thread_mapped.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heddle {

/// The library chooses by the shape of the rows (see choose_schedule in plan.hpp).
struct automatic {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view summary = "chosen from the rows' statistics when the plan is made";
  static constexpr std::string_view explanation =
      "Statistics of the rows (number, mean, longest, spread, empty ones) are computed when the plan is made, on the "
      "GPU "
      "for a matrix that lies there, and a rule fitted to measurements picks one of the other schedules and its "
      "parameters. `heddle explain FILE` shows the statistics, the rule's path and what the alternatives would cost.";
  static constexpr auto parameters() { return std::tuple{}; }
  friend constexpr bool operator==(automatic, automatic) = default;
};

namespace detail {

// The one table of schedules. To add one: write its file, add its type here.
using schedule_table = std::variant<automatic, thread_mapped, warp_mapped, block_mapped, group_mapped, merge_path,
                                    nonzero_split, binned, cut_tiles, dynamic, coo>;

// Of the table: whole tiles, so that boundaries are computed; pieces of tiles; tiles in bins. The others, `automatic`
// aside, are partitions that keep a table of points.
template <class S>
concept maps_whole_tiles = requires(S const& s) {
  s.tiles_per_worker;
};
template <class S>
concept cuts_into_pieces = requires(S const& s) {
  s.pieces(size_type{});
};
template <class S>
concept sorts_into_bins = requires(S const& s) {
  s.bin_of(size_type{});
};

// A user's partition behind two virtual calls; the table of points is made once a plan, so their cost is not felt.
struct user_partition {
  virtual ~user_partition() = default;
  virtual scope walked_by() const = 0;
  virtual bool equals(user_partition const& other) const = 0;
  virtual std::vector<path_point> points(offset_tiles<std::int32_t> const& tiles) const = 0;
  virtual std::vector<path_point> points(offset_tiles<std::int64_t> const& tiles) const = 0;
};

template <class S> struct user_partition_of final : user_partition {
  S partition;
  explicit user_partition_of(S s) : partition(std::move(s)) {}
  scope walked_by() const override {
    if constexpr (requires { partition.walked_by(); }) return partition.walked_by();
    return {walker::block, 256};
  }
  // By the partition's own ==, where it has one, so that a schedule written into every call is planned once.
  bool equals(user_partition const& other) const override {
    if constexpr (std::equality_comparable<S>) {
      auto const* same = dynamic_cast<user_partition_of const*>(&other);
      return same && same->partition == partition;
    } else {
      return this == &other;
    }
  }
  std::vector<path_point> points(offset_tiles<std::int32_t> const& tiles) const override { return tabulate(tiles); }
  std::vector<path_point> points(offset_tiles<std::int64_t> const& tiles) const override { return tabulate(tiles); }

 private:
  template <class Tiles> std::vector<path_point> tabulate(Tiles const& tiles) const {
    std::vector<path_point> points;
    size_type const workers = partition.workers(tiles);
    constexpr size_type most = std::numeric_limits<std::int32_t>::max();  // blocks of a launch
    if (workers < 0 || workers > most) {
      throw invalid_argument(concat("a schedule asks for ", workers, " workers, not for 0 to ", most));
    }
    points.reserve(workers + 1);
    for (size_type worker = 0; worker <= workers; ++worker) points.push_back(partition.boundary(tiles, worker));
    return points;
  }
};

template <class S, class Table> struct is_in_table;
template <class S, class... Known>
struct is_in_table<S, std::variant<Known...>> : std::bool_constant<(std::is_same_v<S, Known> || ...)> {};

}  // namespace detail

/// A load-balancing schedule, chosen at run time: `{.schedule = merge_path{}}`, `schedule::parse("merge_path")`, or any
/// struct with `workers(tiles)` and `boundary(tiles, worker)`. Cheap to copy.
class schedule {
 public:
  schedule() = default;

  template <class S>
  requires(!std::is_same_v<S, schedule> && (detail::is_in_table<S, detail::schedule_table>::value ||
                                            (partition<S> && partition<S, offset_tiles<std::int64_t>>))) schedule(S s) {
    if constexpr (detail::is_in_table<S, detail::schedule_table>::value) {
      built_in_ = s;
    } else {
      if constexpr (requires { S::name; }) user_name_ = S::name;
      user_ = std::make_shared<detail::user_partition_of<S>>(std::move(s));
    }
  }

  /// From text: a name, or a name with parameters, such as `merge_path:items_per_worker=2048` or
  /// `group_mapped:lanes=16,flattened=1`; `group_mapped<16>` is short for 16 lanes.
  /// Throws invalid_argument that lists the known names, or the parameters of that schedule.
  static schedule parse(std::string_view text);
  /// Names of the table, `auto` first.
  static std::vector<std::string> names();

  std::string name() const;
  /// The name and the parameters that differ from the default, as `parse` reads them.
  std::string text() const;
  /// One line, and one paragraph with its source.
  std::string summary() const;
  std::string explanation() const;
  /// Names and values of the parameters; 0 or false mean that nobody has chosen.
  std::vector<std::pair<std::string, int>> parameters() const;
  bool is_automatic() const { return !user_ && std::holds_alternative<automatic>(built_in_); }
  detail::user_partition const* user() const { return user_.get(); }
  detail::schedule_table const& built_in() const { return built_in_; }

  /// Equal built-in schedules have equal parameters; a user's schedule equals its own copies, and another of its type
  /// where that has an == that says so.
  friend bool operator==(schedule const& a, schedule const& b) {
    if (!a.user_ || !b.user_) return !a.user_ && !b.user_ && a.built_in_ == b.built_in_;
    return a.user_ == b.user_ || a.user_->equals(*b.user_);
  }

 private:
  detail::schedule_table built_in_;
  std::shared_ptr<detail::user_partition const> user_;
  std::string user_name_ = "user";
};

namespace detail {

/// Throws invalid_argument that names the parameter where one makes no sense; those that the plan chooses may be 0.
void check_schedule(schedule const& chosen);

}  // namespace detail
}  // namespace heddle
