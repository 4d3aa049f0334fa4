// conformance.hpp - tells what a partition got wrong; run it on every schedule that you write, on the host.
#pragma once
#include <heddle/base/error.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <span>
#include <string>

namespace heddle::detail {

inline std::string text_of(path_point p) { return concat("(tile ", p.tile, ", atom ", p.atom, ")"); }

// Empty if `p` lies on some path through the tiles: its atom is one of its tile's, or the one just after them.
template <tile_set Tiles> std::string check_on_path(Tiles const& tiles, size_type worker, path_point p) {
  path_point const end = path_end(tiles);
  if (p.tile < 0 || p.tile > end.tile || p.atom < 0 || p.atom > end.atom) {
    return concat("boundary ", worker, " is ", text_of(p), ", outside of [(tile 0, atom 0), ", text_of(end), "]");
  }
  auto const first = static_cast<size_type>(tiles.first_atom(p.tile));
  size_type const last = p.tile < end.tile ? static_cast<size_type>(tiles.first_atom(p.tile + 1)) : end.atom;
  if (p.atom >= first && p.atom <= last) return {};
  return concat("boundary ", worker, " is ", text_of(p), ", off the path: tile ", p.tile, " has the atoms [", first,
                ", ", last, ")");
}

// Empty if a share from `begin` to `end` goes forward.
inline std::string check_forward(size_type worker, path_point begin, path_point end) {
  if (begin.tile <= end.tile && begin.atom <= end.atom) return {};
  return concat("worker ", worker, " goes back from ", text_of(begin), " to ", text_of(end));
}

// The rules of `partition`, on `workers` shares whose ends are asked of boundary(w).
template <tile_set Tiles, class Boundary>
std::string check_shares(Tiles const& tiles, size_type workers, Boundary const& boundary) {
  path_point const origin{}, end = path_end(tiles);
  if (workers < 0) return concat("there are ", workers, " workers");
  path_point reached{};
  for (size_type worker = 0; worker < workers; ++worker) {
    path_point const from = boundary(worker), to = boundary(worker + 1);
    if (worker == 0 && !(from == origin)) return concat("worker 0 begins at ", text_of(from), ", not at the origin");
    if (!(from == reached)) {
      return concat("worker ", worker, " begins at ", text_of(from), " but worker ", worker - 1, " ended at ",
                    text_of(reached), path_length(from) > path_length(reached) ? ": a gap" : ": an overlap",
                    "; boundaries must not change from call to call");
    }
    if (std::string wrong = check_on_path(tiles, worker + 1, to); !wrong.empty()) return wrong;
    if (std::string wrong = check_forward(worker, from, to); !wrong.empty()) return wrong;
    reached = to;
  }
  if (reached == end) return {};
  return concat(workers, " workers end at ", text_of(reached), ", not at ", text_of(end));
}

}  // namespace heddle::detail

namespace heddle::seam {

/// Empty if `points`, the boundaries of points.size() - 1 workers, partition the tiles; else what is wrong.
/// Cost O(workers).
template <tile_set Tiles> std::string check_points(std::span<path_point const> points, Tiles const& tiles) {
  return detail::check_shares(tiles, static_cast<size_type>(points.size()) - 1,
                              [&](size_type worker) { return points[static_cast<std::size_t>(worker)]; });
}

/// Empty if `s` keeps the contract of `partition` on these tiles (host memory); else what is wrong, in one line: a gap,
/// an overlap, a step back, a point off the path, a wrong begin or end, an answer that changes from call to call; of a
/// schedule of the table also a parameter that makes no sense.
/// Cost O(workers) calls of boundary.
template <class S, tile_set Tiles>
requires partition<S, Tiles> std::string check_partition(S const& s, Tiles const& tiles) {
  if constexpr (detail::is_one_of<S, detail::schedule_table>::value) {
    try {
      detail::check_schedule(s);
    } catch (invalid_argument const& e) { return e.what(); }
  }
  size_type const workers = s.workers(tiles);
  std::string wrong = detail::check_shares(tiles, workers, [&](size_type w) { return s.boundary(tiles, w); });
  if (!wrong.empty()) return wrong;
  if (size_type const again = s.workers(tiles); again != workers) {
    return detail::concat("the number of workers changes from ", workers, " to ", again);
  }
  for (size_type w = 0; w <= workers; ++w) {  // once more, in an order of its own
    path_point const first = s.boundary(tiles, w), again = s.boundary(tiles, w);
    if (!(first == again)) {
      return detail::concat("boundary ", w, " changes from ", detail::text_of(first), " to ", detail::text_of(again));
    }
  }
  return {};
}

}  // namespace heddle::seam
