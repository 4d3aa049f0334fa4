// points.hpp - random points of the plane and who is near whom: a jittered grid's triangulation, and cells of a square.
#pragma once
#include <cmath>

#include "src/io/generators/build.hpp"
#include "src/io/generators/counter_random.hpp"

namespace heddle::detail {

struct point {
  double x, y;
};

/// Twice the signed area of the triangle.
inline double area(point a, point b, point c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// Positive if d lies inside the circle through a, b, c (counter-clockwise).
inline double in_circle(point a, point b, point c, point d) {
  auto const lifted = [&](point p) { return (p.x - d.x) * (p.x - d.x) + (p.y - d.y) * (p.y - d.y); };
  return lifted(a) * area(b, c, d) - lifted(b) * area(a, c, d) + lifted(c) * area(a, b, d);
}

/// Jittered points of a grid with `width` columns, whose cells are cut along one diagonal each.
class jittered_cells {
 public:
  jittered_cells(size_type n, std::uint64_t seed)
      : n_(n), width_(std::max<size_type>(1, std::llround(std::sqrt(static_cast<double>(n))))), random_(seed, 5) {}

  /// The neighbours of a vertex in ascending order; around it they lie within one row and one column.
  template <class Emit> void neighbours(size_type vertex, Emit emit) const {
    auto const x = vertex % width_, y = vertex / width_;
    if (y > 0) {
      if (x > 0 && falls(x - 1, y - 1)) emit(vertex - width_ - 1);
      emit(vertex - width_);
      if (x + 1 < width_ && rises(x, y - 1)) emit(vertex - width_ + 1);
    }
    if (x > 0) emit(vertex - 1);
    if (x + 1 < width_ && vertex + 1 < n_) emit(vertex + 1);
    if (x > 0 && vertex + width_ - 1 < n_ && rises(x - 1, y)) emit(vertex + width_ - 1);
    if (vertex + width_ < n_) emit(vertex + width_);
    if (x + 1 < width_ && falls(x, y)) emit(vertex + width_ + 1);
  }

 private:
  point at(size_type x, size_type y) const {
    auto const counter = 2 * static_cast<std::uint64_t>(y * width_ + x);
    return {static_cast<double>(x) + 0.7 * random_.unit(counter),
            static_cast<double>(y) + 0.7 * random_.unit(counter + 1)};
  }

  bool has_four_corners(size_type x, size_type y) const { return (y + 1) * width_ + x + 1 < n_; }

  /// True if the diagonal from (x, y) to (x + 1, y + 1) is the cell's edge.
  bool falls(size_type x, size_type y) const {
    if (!has_four_corners(x, y)) return false;
    return in_circle(at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)) <= 0;
  }
  bool rises(size_type x, size_type y) const {
    bool const three_corners = (y + 1) * width_ + x < n_;
    return three_corners && !falls(x, y);
  }

  size_type n_;
  size_type width_;
  counter_random random_;
};

/// Random points, sorted into square cells at least as wide as the radius and numbered in that order.
class cell_points {
 public:
  cell_points(size_type n, double radius, std::uint64_t seed)
      : side_(std::clamp<size_type>(static_cast<size_type>(1 / std::max(radius, 1e-9)), 1,
                                    static_cast<size_type>(std::sqrt(static_cast<double>(n))) + 1)),
        radius_squared_(radius * radius),
        start_(static_cast<std::size_t>(side_ * side_) + 1),
        points_(static_cast<std::size_t>(n)) {
    counter_random const random(seed, 6);
    auto const draw = [&](size_type k) {
      auto const counter = 2 * static_cast<std::uint64_t>(k);
      return point{random.unit(counter), random.unit(counter + 1)};
    };
    for (size_type k = 0; k < n; ++k) ++start_[cell_of(draw(k)) + 1];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    auto cursor = start_;
    for (size_type k = 0; k < n; ++k) {
      auto const drawn = draw(k);
      points_[cursor[cell_of(drawn)]++] = drawn;
    }
  }

  template <class Emit> void neighbours(size_type vertex, Emit emit) const {
    auto const here = points_[vertex];
    auto const x = column_of(here), y = row_of(here);
    for (auto row = std::max<size_type>(y - 1, 0); row <= std::min(y + 1, side_ - 1); ++row) {
      auto const first = start_[row * side_ + std::max<size_type>(x - 1, 0)];
      auto const last = start_[row * side_ + std::min(x + 1, side_ - 1) + 1];
      for (auto other = first; other < last; ++other) {
        if (other != vertex && near(here, points_[other])) emit(other);
      }
    }
  }

 private:
  size_type column_of(point p) const { return static_cast<size_type>(p.x * static_cast<double>(side_)); }
  size_type row_of(point p) const { return static_cast<size_type>(p.y * static_cast<double>(side_)); }
  size_type cell_of(point p) const { return row_of(p) * side_ + column_of(p); }
  bool near(point a, point b) const { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) <= radius_squared_; }

  size_type side_;
  double radius_squared_;
  std::vector<size_type> start_;
  std::vector<point> points_;
};

}  // namespace heddle::detail
