// offers.hpp - what a rank of the host has for the vertices of others, until it is sent.
#pragma once
#include <heddle/distributed/group.hpp>
#include <numeric>

namespace heddle::detail {

template <class Offer> class offers_to_ranks {
 public:
  explicit offers_to_ranks(int ranks) : out_(static_cast<std::size_t>(ranks)) {}

  std::vector<Offer>& to(int rank) { return out_[static_cast<std::size_t>(rank)]; }
  /// What all ranks have for this one, in their order, until the next exchange. Then nothing waits here.
  std::span<Offer const> exchange(distributed::member& m) {
    auto const bytes = [](std::size_t offers) { return static_cast<size_type>(offers * sizeof(Offer)); };
    std::vector<size_type> out_counts, in_counts(out_.size());
    for (auto const& list : out_) out_counts.push_back(static_cast<size_type>(list.size()));
    m.exchange(out_counts, in_counts);
    in_.resize(static_cast<std::size_t>(std::accumulate(in_counts.begin(), in_counts.end(), size_type{0})));
    std::vector<distributed::outgoing> out;
    std::vector<distributed::incoming> in;
    auto* to = in_.data();
    for (std::size_t r = 0; r < out_.size(); ++r) {
      auto const come = static_cast<std::size_t>(in_counts[r]);
      if (!out_[r].empty()) out.push_back({static_cast<int>(r), out_[r].data(), bytes(out_[r].size())});
      if (come > 0) in.push_back({static_cast<int>(r), to, bytes(come)});
      to += come;
    }
    m.exchange(executor{}, out, in);
    for (auto& list : out_) list.clear();
    return in_;
  }

 private:
  std::vector<std::vector<Offer>> out_;
  std::vector<Offer> in_;
};

}  // namespace heddle::detail
