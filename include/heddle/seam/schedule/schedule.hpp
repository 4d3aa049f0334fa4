// schedule.hpp - a schedule as a value: a partition, of the table below or the user's own, and a walk; or `automatic`.
#pragma once
#include <heddle/base/error.hpp>
#include <heddle/seam/schedule/by_length.hpp>
#include <heddle/seam/schedule/equal_shares.hpp>
#include <heddle/seam/schedule/whole_tiles.hpp>
#include <heddle/seam/walk/walks.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::detail {

inline walk_needs const& needs_of(walk const& by) {
  return std::visit([](auto const& w) -> walk_needs const& { return w.needs; }, by);
}
inline size_type longest_share(walk const& by, reduction_call const& call) { return longest_share(needs_of(by), call); }

/// What takes the place of a walk that a call cannot have: it asks for less, and the chain ends with a group.
walk substitute_for(walk const& by);

/// What is lacking, in words; empty: nothing.
std::string text_of(walk_lack const& lack);

/// Lanes that walk a tile, or a share, together.
int lanes_of(walk const& by);

}  // namespace heddle::detail

namespace heddle::seam {

/// The name and the parameters that differ from the default: `group:lanes=16`.
std::string text_of(walk const& by);
/// Throws invalid_argument that lists the known names, or the parameters of that walk.
walk parse_walk(std::string_view text);
/// Names and summaries of the table.
std::vector<std::pair<std::string, std::string>> walk_names();

}  // namespace heddle::seam

namespace heddle {

class executor;

#if defined(__CUDACC__)
namespace gpu {

// Of cuda/user_partition.cuh, which comes with every operation.
template <class S>
void tabulate_user(executor const& exec, S const& partition, offset_tiles<std::int64_t> const& tiles,
                   size_type const* counted, size_type most, path_point* points, unsigned long long* fault);

}  // namespace gpu
#endif

}  // namespace heddle

namespace heddle::schedules {

/// The library chooses by the shape of the rows (see choose_schedule in plan.hpp).
struct automatic {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view summary = "chosen from the rows' statistics when the plan is made";
  static constexpr std::string_view explanation =
      "Statistics of the rows (number, mean, longest, spread, empty ones) are computed when the plan is made, on the "
      "GPU "
      "for a matrix that lies there, and a rule fitted to measurements picks one of the other schedules and its "
      "parameters. `heddle explain FILE` shows the statistics, the rule's path and what the alternatives would cost.";
  friend constexpr bool operator==(automatic, automatic) = default;
};

}  // namespace heddle::schedules

namespace heddle {

namespace detail {

// The one table of partitions, each with the walk that it has where none is named. To add one: write its file, add its
// type here.
using schedule_table = std::variant<automatic, thread_mapped, warp_mapped, block_mapped, group_mapped, merge_path,
                                    nonzero_split, binned, cut_tiles, dynamic, coo>;

// Where the shares of a partition of the table stand; `automatic` has none.
template <class S> inline constexpr share_source source_of = S::source;
template <> inline constexpr share_source source_of<automatic> = share_source::computed;

// Atoms between the boundaries of a partition that has as many in every share; 0 of others.
template <class S> constexpr size_type equal_atoms_of(S const& s) {
  if constexpr (requires { s.equal_atoms(); }) {
    return s.equal_atoms();
  } else {
    return 0;
  }
}

// A user's partition that a GPU is asked about: see partition_on_gpu and tabulate_user.
struct gpu_partition {
  virtual size_type most_workers(tile_capacity most) const = 0;
  virtual void tabulate(executor const& exec, offset_tiles<std::int64_t> const& tiles, size_type const* counted,
                        size_type most, path_point* points, unsigned long long* fault) const = 0;

 protected:
  ~gpu_partition() = default;
};

// Which type stands behind a user_partition: the address tells, also where a program is compiled without RTTI.
template <class S> inline constexpr char kind_of_partition = 0;

// A user's partition behind two virtual calls; the table of points is made once a plan, so their cost is not felt.
struct user_partition {
  virtual ~user_partition() = default;
  // Null where the host alone can be asked.
  virtual gpu_partition const* on_gpu() const { return nullptr; }
  virtual std::string name() const = 0;
  virtual walk walked_by() const = 0;
  virtual bool equals(user_partition const& other) const = 0;
  virtual std::vector<path_point> points(offset_tiles<std::int32_t> const& tiles) const = 0;
  virtual std::vector<path_point> points(offset_tiles<std::int64_t> const& tiles) const = 0;
  virtual void const* kind() const = 0;
};

inline constexpr size_type most_user_workers = std::numeric_limits<std::int32_t>::max();  // blocks of a launch

template <class S> struct user_partition_of : user_partition {
  S partition;
  explicit user_partition_of(S s) : partition(std::move(s)) {}
  std::string name() const override {
    if constexpr (requires { S::name; }) return std::string(S::name);
    return "user";
  }
  walk walked_by() const override {
    if constexpr (requires { partition.walked_by(); }) return partition.walked_by();
    return by_block_rows{};
  }
  void const* kind() const override { return &kind_of_partition<S>; }
  // By the partition's own ==, where it has one, so that a schedule written into every call is planned once.
  bool equals(user_partition const& other) const override {
    if constexpr (std::equality_comparable<S>) {
      return other.kind() == kind() && static_cast<user_partition_of const&>(other).partition == partition;
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
    if (workers < 0 || workers > most_user_workers) {
      throw invalid_argument(concat("a schedule asks for ", workers, " workers, not for 0 to ", most_user_workers));
    }
    if (workers == 0) {  // which a boundary may divide by
      if (path_end(tiles) == path_point{}) return {path_point{}};
      throw invalid_argument(
          concat("a schedule asks for no workers for ", tiles.num_tiles(), " tiles of ", tiles.num_atoms(), " atoms"));
    }
    points.reserve(static_cast<std::size_t>(workers) + 1);
    for (size_type worker = 0; worker <= workers; ++worker) points.push_back(partition.boundary(tiles, worker));
    return points;
  }
};

// What a schedule keeps of a user's partition. nvcc alone makes the kernels that ask it, so there it is another type.
#if defined(__CUDACC__)
template <class S> struct kept_by_nvcc final : user_partition_of<S> { using user_partition_of<S>::user_partition_of; };
template <partition_on_gpu S> struct kept_by_nvcc<S> final : user_partition_of<S>, gpu_partition {
  using user_partition_of<S>::user_partition_of;
  gpu_partition const* on_gpu() const override { return this; }
  size_type most_workers(tile_capacity most) const override { return this->partition.most_workers(most); }
  void tabulate(executor const& exec, offset_tiles<std::int64_t> const& tiles, size_type const* counted, size_type most,
                path_point* points, unsigned long long* fault) const override {
    gpu::tabulate_user(exec, this->partition, tiles, counted, most, points, fault);
  }
};
template <class S> using kept_partition = kept_by_nvcc<S>;
#else
template <class S> using kept_partition = user_partition_of<S>;
#endif

template <class S>
concept schedulable = is_one_of<S, schedule_table>::value ||(partition<S>&& partition<S, offset_tiles<std::int64_t>>);

}  // namespace detail

/// A load-balancing schedule, chosen at run time: a partition, `{.schedule = merge_path{}}`, with a walk where it shall
/// not be the partition's usual one, `{.schedule = {merge_path{}, by_block_scan{}}}`; from text,
/// `schedule::parse("merge_path+scan")`. Any struct with `workers(tiles)` and `boundary(tiles, worker)` is a partition;
/// it may name its usual walk as `walked_by()`. A partition that a walk can never have throws invalid_argument, which
/// lists the walks that it can. Cheap to copy.
class schedule {
 public:
  schedule() = default;

  template <class S, class Kept = detail::kept_partition<S>>
  requires(!std::is_same_v<S, schedule> && detail::schedulable<S>) schedule(S s) {
    if constexpr (detail::is_one_of<S, detail::schedule_table>::value) {
      built_in_ = s;
    } else {
      user_ = std::make_shared<Kept>(std::move(s));
    }
  }

  template <detail::schedulable S, class Kept = detail::kept_partition<S>>
  schedule(S s, seam::walk by) : schedule(std::move(s)) {
    *this = with_walk(by);
  }

  /// From text: a name, or a name with parameters, such as `merge_path:items_per_worker=2048`, and behind a `+` a walk
  /// in the same form, such as `nonzero_split+scan` or `group_mapped+flattened:lanes=16`; `group_mapped<16>` is short
  /// for 16 lanes.
  /// Throws invalid_argument that lists the known names, the parameters of that schedule, or the walks that it can
  /// have.
  static schedule parse(std::string_view text);
  /// Names of the table, `auto` first.
  static std::vector<std::string> names();

  /// The same partition under another walk. Throws invalid_argument where it can never have that one.
  schedule with_walk(seam::walk by) const;
  /// The partition alone.
  schedule without_walk() const;
  /// The walk that was asked for beside the partition.
  std::optional<seam::walk> const& asked_walk() const { return walk_; }
  /// That one, or the partition's usual one.
  seam::walk walked_by() const;

  std::string name() const;
  /// The name, the parameters that differ from the default, and the walk where one is named, as `parse` reads them.
  std::string text() const;
  /// One line, and one paragraph with its source.
  std::string summary() const;
  std::string explanation() const;
  /// Names and values of the parameters; 0 or false mean that nobody has chosen.
  std::vector<std::pair<std::string, int>> parameters() const;
  bool is_automatic() const { return !user_ && std::holds_alternative<schedules::automatic>(built_in_); }
  detail::user_partition const* user() const { return user_.get(); }
  detail::schedule_table const& built_in() const { return built_in_; }

  /// Equal built-in schedules have equal parameters; a user's schedule equals its own copies, and another of its type
  /// where that has an == that says so.
  friend bool operator==(schedule const& a, schedule const& b);

 private:
  detail::schedule_table built_in_;
  std::shared_ptr<detail::user_partition const> user_;
  std::optional<seam::walk> walk_;
};

namespace detail {

/// Throws invalid_argument that names the parameter where one makes no sense, or the walks where partition and walk
/// never go together; parameters that the plan chooses may be 0.
void check_schedule(schedule const& chosen);

/// Two schedules that differ at most in their walks: what is known of the shares of one holds for the other.
bool same_partition(schedule const& a, schedule const& b);

}  // namespace detail
}  // namespace heddle
