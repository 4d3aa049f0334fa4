// direction.cpp - the choice between pull and push: by the entries of the vector, and by what is at hand.
#include <heddle/heddle.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

constexpr size_type long_size = 320;

// A vector with `entries` entries, a list below a sixteenth of long_size.
vector<float> with_entries(size_type entries, executor const& exec) {
  std::vector<std::int32_t> at(static_cast<std::size_t>(entries));
  for (std::size_t i = 0; i < at.size(); ++i) at[i] = static_cast<std::int32_t>(i);
  return vector<float>::build(long_size, at, std::vector<float>(at.size(), 1), plus<float>{}, exec);
}

matrix<float> diagonal_of_ones(executor const& exec) {
  std::vector<std::int32_t> at(static_cast<std::size_t>(long_size));
  for (std::size_t i = 0; i < at.size(); ++i) at[i] = static_cast<std::int32_t>(i);
  return matrix<float>::build(long_size, long_size, at, at, std::vector<float>(at.size(), 1), plus<float>{}, exec);
}

template <class Operand> bool pushes(Operand const& a, vector<float> const& u, direction asked = direction::automatic) {
  return ops::mxv_detail::prefers_push(a, u, {.direction = asked});
}

}  // namespace

EXECUTOR_CASE("push is chosen below a sixteenth of all entries, where the matrix is at hand by columns") {
  auto const a = diagonal_of_ones(exec);
  auto const by_columns = detail::operand(a).transpose();
  CHECK(pushes(by_columns, with_entries(0, exec)));
  CHECK(pushes(by_columns, with_entries(long_size / 16 - 1, exec)));
  CHECK_FALSE(pushes(by_columns, with_entries(long_size / 16, exec)));
  CHECK_FALSE(pushes(by_columns, with_entries(long_size, exec)));
  CHECK_FALSE(pushes(by_columns, vector<float>::filled(long_size, 1, exec)));
}

EXECUTOR_CASE("columns are not made for a push that nobody asked for") {
  auto const a = diagonal_of_ones(exec);
  CHECK_FALSE(pushes(detail::operand(a), with_entries(1, exec)));
  CHECK_FALSE(storage_of(a).has_csc());
  (void)storage_of(a).csc();
  CHECK(pushes(detail::operand(a), with_entries(1, exec)));
}

EXECUTOR_CASE("a direction that is asked for is taken, whatever the vector") {
  auto const a = diagonal_of_ones(exec);
  for (size_type const entries : {size_type{1}, long_size}) {
    auto const u = with_entries(entries, exec);
    CHECK(pushes(detail::operand(a), u, direction::push));
    CHECK_FALSE(pushes(detail::operand(a).transpose(), u, direction::pull));
  }
}
