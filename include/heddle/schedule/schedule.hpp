// schedule.hpp - a schedule as a value: one of the table below, `automatic`, or a user's own partition.
#pragma once
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
  friend constexpr bool operator==(automatic, automatic) = default;
};

namespace detail {

// The one table of schedules. To add one: write its file, add its type here.
using schedule_table =
    std::variant<automatic, thread_mapped, warp_mapped, block_mapped, group_mapped<2>, group_mapped<4>, group_mapped<8>,
                 group_mapped<16>, group_mapped<32>, merge_path, nonzero_split>;

// A user's partition behind two virtual calls; the table of points is made once a plan, so their cost is not felt.
struct user_partition {
  virtual ~user_partition() = default;
  virtual scope walked_by() const = 0;
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
  std::vector<path_point> points(offset_tiles<std::int32_t> const& tiles) const override { return tabulate(tiles); }
  std::vector<path_point> points(offset_tiles<std::int64_t> const& tiles) const override { return tabulate(tiles); }

 private:
  template <class Tiles> std::vector<path_point> tabulate(Tiles const& tiles) const {
    std::vector<path_point> points;
    size_type const workers = partition.workers(tiles);
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
  requires(!std::is_same_v<S, schedule> && (detail::is_in_table<S, detail::schedule_table>::value || partition<S>))
      schedule(S s) {
    if constexpr (detail::is_in_table<S, detail::schedule_table>::value) {
      built_in_ = s;
    } else {
      if constexpr (requires { S::name; }) user_name_ = S::name;
      user_ = std::make_shared<detail::user_partition_of<S>>(std::move(s));
    }
  }

  /// The schedule of that name; `group_mapped<G>` takes G of 2, 4, 8, 16, 32.
  /// Throws invalid_argument that lists the known names.
  static schedule parse(std::string_view name);
  /// Names of the table, `auto` first.
  static std::vector<std::string> names();

  std::string name() const;
  std::string summary() const;
  bool is_automatic() const { return !user_ && std::holds_alternative<automatic>(built_in_); }
  detail::user_partition const* user() const { return user_.get(); }
  detail::schedule_table const& built_in() const { return built_in_; }

  /// Equal built-in schedules have equal parameters; a user's schedule equals its own copies.
  friend bool operator==(schedule const& a, schedule const& b) {
    return a.user_ == b.user_ && (a.user_ || a.built_in_ == b.built_in_);
  }

 private:
  detail::schedule_table built_in_;
  std::shared_ptr<detail::user_partition const> user_;
  std::string user_name_ = "user";
};

}  // namespace heddle
