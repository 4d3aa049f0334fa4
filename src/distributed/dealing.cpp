// dealing.cpp - cuts between the rows of ranks.
#include <algorithm>
#include <heddle/base/error.hpp>
#include <heddle/distributed/ranks/dealing.hpp>

namespace heddle::distributed {

namespace {

void require_rows(size_type rows, int ranks, size_type multiple) {
  if (rows < 0) throw invalid_argument(detail::concat("dealing: size ", rows, " is negative"));
  if (ranks < 1) throw invalid_argument(detail::concat("dealing: ranks is ", ranks, ", but must be 1 or more"));
  if (multiple < 1) {
    throw invalid_argument(detail::concat("dealing: multiple is ", multiple, ", but must be 1 or more"));
  }
}

// cut(r): where rank r would begin.
template <class Cut> dealing cut_at_multiples(size_type rows, int ranks, size_type multiple, Cut const& cut) {
  std::vector<size_type> cuts(static_cast<std::size_t>(ranks) + 1, 0);
  for (int r = 1; r < ranks; ++r) {
    size_type const rounded = (cut(r) + multiple / 2) / multiple * multiple;
    cuts[static_cast<std::size_t>(r)] = std::min(std::max(rounded, cuts[static_cast<std::size_t>(r) - 1]), rows);
  }
  cuts.back() = rows;
  return dealing(std::move(cuts));
}

}  // namespace

dealing::dealing(std::vector<size_type> cuts) : ranks_(static_cast<int>(cuts.size()) - 1) {
  if (cuts.size() < 2 || cuts.front() != 0 || !std::is_sorted(cuts.begin(), cuts.end())) {
    throw invalid_argument("dealing: cuts have to ascend from 0, one more of them than ranks");
  }
  cuts_ = std::make_shared<std::vector<size_type> const>(std::move(cuts));
}

int dealing::owner(size_type i) const {
  return static_cast<int>(std::upper_bound(cuts_->begin(), cuts_->end(), i) - cuts_->begin()) - 1;
}

dealing equal_rows::operator()(size_type rows, int ranks, entries_before const&) const {
  require_rows(rows, ranks, multiple);
  return cut_at_multiples(rows, ranks, multiple, [&](int r) { return rows / ranks * r + rows % ranks * r / ranks; });
}

dealing equal_entries::operator()(size_type rows, int ranks, entries_before const& before) const {
  require_rows(rows, ranks, multiple);
  if (!before)
    throw invalid_argument("equal_entries: it is not told where the entries are; equal_rows needs no entries");
  size_type const all = before(rows);
  return cut_at_multiples(rows, ranks, multiple, [&](int r) {
    size_type const wanted = all / ranks * r + all % ranks * r / ranks;
    size_type low = 0, high = rows;  // the first row before which as many are
    while (low < high) {
      size_type const middle = low + (high - low) / 2;
      before(middle) < wanted ? low = middle + 1 : high = middle;
    }
    return low;
  });
}

}  // namespace heddle::distributed

namespace heddle::detail {

void require_dealt_out(char const* what, distributed::dealing const& by, size_type rows, int ranks) {
  if (by.ranks() != ranks) {
    throw invalid_argument(concat(what, ": dealt out to ", by.ranks(), " ranks, but there are ", ranks));
  }
  if (by.size() != rows) {
    throw invalid_argument(concat(what, ": dealt out as ", by.size(), " rows, but there are ", rows));
  }
}

}  // namespace heddle::detail
