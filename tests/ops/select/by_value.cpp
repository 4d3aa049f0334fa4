// by_value.cpp - entries that compare with a number, in arrays of every length that begin anywhere: four are
// compared at once where they can be.
#include <heddle/ops/select/select.hpp>
#include <limits>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

template <class T> std::vector<T> numbers_of(std::size_t n) {
  std::vector<T> values(n);
  for (std::size_t k = 0; k < n; ++k) values[k] = static_cast<T>((5 * k + 2) % 9);
  if constexpr (std::is_floating_point_v<T>) {
    for (std::size_t k = 3; k < n; k += 7) values[k] = std::numeric_limits<T>::quiet_NaN();
    for (std::size_t k = 2; k < n; k += 5) values[k] = -values[k];
  }
  return values;
}

template <class T> struct kept_list {
  std::vector<std::int32_t> index;
  std::vector<T> value;
};

template <class T, class Keep> kept_list<T> kept_of(std::vector<T> const& all, int step, Keep const& keep, T bound) {
  kept_list<T> kept;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!keep(all[k], bound)) continue;
    kept.index.push_back(static_cast<std::int32_t>(k) * step);
    kept.value.push_back(all[k]);
  }
  return kept;
}

template <class T> void check_same(vector<T> const& w, kept_list<T> const& want) {
  auto const found = w.tuples();
  CHECK(found.index == want.index);
  bool same = found.value.size() == want.value.size();
  for (std::size_t k = 0; same && k < want.value.size(); ++k) {
    same = found.value[k] == want.value[k] || (found.value[k] != found.value[k] && want.value[k] != want.value[k]);
  }
  CHECK(same);
}

template <class T, class Keep> void check_kept(executor const& exec, Keep const& keep) {
  T const bound = 4;
  scalar<T> const stored(bound, exec);
  for (std::size_t const n : {1, 2, 3, 4, 5, 7, 8, 9, 255, 1003}) {
    for (std::size_t const shift : {0, 1, 2}) {
      CAPTURE(n);
      CAPTURE(shift);
      auto padded = numbers_of<T>(n + shift);
      std::vector<T> const all(padded.begin() + static_cast<std::ptrdiff_t>(shift), padded.end());
      buffer<T> array(exec, std::span<T const>(padded));
      auto const size = static_cast<size_type>(n);
      auto const dense = vector<T>::adopt(exec, array.data() + shift, size);
      vector<T> w(size, exec);
      select(w, keep, dense, bound);
      check_same(w, kept_of(all, 1, keep, bound));
      select(w, keep, dense, stored);
      check_same(w, kept_of(all, 1, keep, bound));
      std::vector<std::int32_t> index;
      for (std::size_t k = 0; k < n; ++k) index.push_back(static_cast<std::int32_t>(3 * k));
      auto const list = vector<T>::build(3 * size, index, all, take_first<T>{}, exec);
      vector<T> of_list(3 * size, exec);
      select(of_list, keep, list, bound);
      check_same(of_list, kept_of(all, 3, keep, bound));
    }
  }
}

template <class T> void check_comparisons(executor const& exec) {
  check_kept<T>(exec, less<T>{});
  check_kept<T>(exec, less_equal<T>{});
  check_kept<T>(exec, greater<T>{});
  check_kept<T>(exec, greater_equal<T>{});
  check_kept<T>(exec, equal<T>{});
  check_kept<T>(exec, not_equal<T>{});
}

}  // namespace

EXECUTOR_CASE("what compares with a number is kept, wherever an array begins and ends [sanitize]") {
  check_comparisons<float>(exec);
  check_comparisons<std::int64_t>(exec);
}

EXECUTOR_CASE("elements of every width are compared with a number") {
  check_comparisons<double>(exec);
  check_comparisons<std::int8_t>(exec);
  check_comparisons<std::uint16_t>(exec);
  check_comparisons<std::int32_t>(exec);
  check_comparisons<std::uint32_t>(exec);
  check_comparisons<std::uint64_t>(exec);
}
