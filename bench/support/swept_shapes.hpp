// swept_shapes.hpp - matrices of every shape as formulas, so that any thread, of a CPU or a GPU, makes any entry of
// them.
#pragma once
#include <cmath>
#include <heddle/base/types.hpp>
#include <string>
#include <vector>

#include "src/io/generators/counter_random.hpp"

namespace heddle::bench {

enum class row_kind { equal, geometric, power_law, one_giant, mostly_empty, around_mean };
enum class column_kind { near, scattered, skewed };
enum class value_kind { f32, f64, pattern };
/// What is timed: y = A x, sums of rows, y<m> = A x where every second row, at random, is open, or y = A x where every
/// second entry of x, at random, is absent.
enum class swept_call { products, sums, masked, absent };

std::string to_string(row_kind k);
std::string to_string(column_kind k);
std::string to_string(value_kind k);

/// Rows, lengths and columns of a matrix; see shapes().
struct shape {
  int id = 0;
  size_type rows = 0, cols = 0;
  double mean = 0;  // entries a row that were asked for
  row_kind lengths = row_kind::equal;
  column_kind columns = column_kind::near;
  value_kind values = value_kind::f32;
  bool held_out = false;  // judged by, never fitted to

  size_type atoms_asked() const { return static_cast<size_type>(mean * static_cast<double>(rows)); }

  /// Entries of a row.
  HEDDLE_FN size_type length(size_type row) const {
    double const u = draw(1, row);
    switch (lengths) {
      case row_kind::equal:
        return equal(row, mean);
      case row_kind::geometric:
        return geometric(u, mean);
      case row_kind::power_law: {  // Pareto of exponent 1.5, whose mean is three times its least, up to a tenth of all
        double const most = 0.1 * mean * static_cast<double>(rows) + 1, long_one = mean / 3 / pow_two_thirds(u);
        return whole(long_one < most ? long_one : most, draw(2, row));
      }
      case row_kind::one_giant:
        return equal(row, mean / 2) +
               (row == rows / 2 ? static_cast<size_type>(mean / 2 * static_cast<double>(rows)) : 0);
      case row_kind::around_mean: {  // as of random graphs: normal, of deviation sqrt(mean)
        double const at = mean + std::sqrt(mean) * normal(u, draw(2, row));
        return at > 0 ? whole(at, draw(3, row)) : 0;
      }
      default:
        return draw(3, row) < 0.9 ? 0 : geometric(u, 10 * mean);
    }
  }

  /// Column of the k-th of `length` entries of a row; columns ascend.
  HEDDLE_FN size_type column(size_type row, size_type k, size_type length) const {
    double const u = (static_cast<double>(k) + draw(4, row * 31 + k)) / static_cast<double>(length);
    auto const n = static_cast<double>(cols);
    double at = u * n;
    if (columns == column_kind::skewed) at = u * u * u * u * n;
    if (columns == column_kind::near) {
      double const width = 2 * static_cast<double>(length) + 16;
      at = static_cast<double>(row) / static_cast<double>(rows) * n + u * width - width / 2;
    }
    return static_cast<size_type>(at < 0 ? 0 : at > n - 1 ? n - 1 : at);
  }

 private:
  HEDDLE_FN double draw(int stream, size_type i) const {
    auto const bits = heddle::detail::mix(
        heddle::detail::mix(static_cast<std::uint64_t>(id) * 8 + static_cast<std::uint64_t>(stream)) ^
        static_cast<std::uint64_t>(i));
    return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
  }
  // The runs that `of_each * rows` entries are cut into, as equal as may be.
  HEDDLE_FN size_type equal(size_type row, double of_each) const {
    return static_cast<size_type>(static_cast<double>(row + 1) * of_each) -
           static_cast<size_type>(static_cast<double>(row) * of_each);
  }
  HEDDLE_FN static size_type geometric(double u, double mean) {
    return static_cast<size_type>(log_of(u) / log_of(mean / (mean + 1)));
  }
  HEDDLE_FN static size_type whole(double length, double u) {
    auto const floor = static_cast<size_type>(length);
    return floor + (u < length - static_cast<double>(floor) ? 1 : 0);
  }
  HEDDLE_FN static double normal(double u, double v) {  // Box & Muller, 1958
    return std::sqrt(-2 * log_of(u)) * std::cos(6.283185307179586 * v);
  }
  HEDDLE_FN static double log_of(double x) { return std::log(x); }
  HEDDLE_FN static double pow_two_thirds(double u) { return std::cbrt(u * u); }
};

/// Rows of 1 to 10^7 times mean lengths of 0.1 to 10^5, at most 2^27 entries, times kinds of lengths and of columns;
/// the numbers moved at random within their decade, the kind of values dealt out by a hash, a third of all held out by
/// another. The same list everywhere.
std::vector<shape> shapes();

}  // namespace heddle::bench
