// offers.hpp - what a rank of the host has for the vertices of others, until it is sent.
#pragma once
#include <heddle/distributed/ranks/group.hpp>
#include <numeric>

namespace heddle::detail {

template <class Offer> class offers_to_ranks {
 public:
  explicit offers_to_ranks(int ranks) : out_(static_cast<std::size_t>(ranks)) {}

  std::vector<Offer>& to(int rank) { return out_[static_cast<std::size_t>(rank)]; }
  /// What all ranks have for this one, in their order, until the next exchange. Then nothing waits here.
  std::span<Offer const> exchange(distributed::member& m) {
    std::vector<size_type> out_counts, in_counts(out_.size());
    for (auto const& list : out_) out_counts.push_back(static_cast<size_type>(list.size()));
    m.exchange(out_counts, in_counts);
    in_.resize(static_cast<std::size_t>(std::accumulate(in_counts.begin(), in_counts.end(), size_type{0})));
    exchanged_arrays offers;
    auto* to = in_.data();
    for (std::size_t r = 0; r < out_.size(); ++r) {
      offers.send(static_cast<int>(r), out_[r].data(), out_counts[r]);
      offers.await(static_cast<int>(r), to, in_counts[r]);
      to += in_counts[r];
    }
    m.exchange(executor{}, offers.out, offers.in);
    for (auto& list : out_) list.clear();
    return in_;
  }

 private:
  std::vector<std::vector<Offer>> out_;
  std::vector<Offer> in_;
};

}  // namespace heddle::detail
