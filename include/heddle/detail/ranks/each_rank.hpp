// each_rank.hpp - what the ranks of a process make, each for itself, and what is kept of all of them.
#pragma once
#include <exception>
#include <heddle/distributed/ranks/group.hpp>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::detail {

/// What every rank of this process makes, in the order of their places.
template <class Made, class Make> std::vector<Made> each_makes(distributed::group const& ranks, Make const& make) {
  std::vector<std::optional<Made>> made(ranks.local_ranks().size());
  ranks.run([&](distributed::member& m) { made[m.place()].emplace(make(m)); });
  std::vector<Made> result;
  result.reserve(made.size());
  for (auto& one : made) result.push_back(std::move(*one));
  return result;
}

/// One number of every rank, at this process.
template <class Number> std::vector<size_type> number_of_each(distributed::group const& ranks, Number const& number) {
  std::vector<size_type> numbers;
  ranks.run([&](distributed::member& m) {
    auto const all = m.agree(number(m));
    std::vector<size_type> mine(all.begin(), all.end());
    if (m.place() == 0) numbers = std::move(mine);
  });
  return numbers;
}

/// Does `step` as all ranks do, and leaves it when all have done it, by an exception too: until then the others may
/// work in this rank's memory. Throws what went wrong here, else rank_failed where it went wrong elsewhere.
template <class Step> void all_do(distributed::member& m, Step const& step) {
  std::exception_ptr failed;
  try {
    step();
  } catch (...) { failed = std::current_exception(); }
  size_type const failures = m.sum_of_all(failed ? 1 : 0);
  if (failed) std::rethrow_exception(failed);
  if (failures > 0) m.agree();
}

/// The parts of what is moved from, which keeps parts without anything, unless memory runs out.
template <class Part> std::vector<Part> taken_parts(std::vector<Part>& from) noexcept {
  std::vector<Part> taken;
  try {
    taken.reserve(from.size());
  } catch (std::bad_alloc const&) { return std::exchange(from, {}); }
  for (Part& one : from) taken.push_back(std::move(one));
  return taken;
}
/// The one of a rank at work.
template <class Part> Part const& part_at_work(std::vector<Part> const& parts, distributed::member const& m) {
  if (m.place() >= parts.size()) throw out_of_memory("distributed: a move ran out of memory, and left no parts");
  return parts[m.place()];
}

/// What was made on the host, where a rank works.
template <class Made> Made placed(distributed::member const& m, Made&& made) {
  return m.exec().is_host() ? std::move(made) : made.to(m.exec());
}

}  // namespace heddle::detail
