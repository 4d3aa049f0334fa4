// member.cpp - a rank's words with the others: all agree that they are well, then bytes go.
#include <heddle/base/error.hpp>
#include <heddle/distributed/ranks/group.hpp>
#include <numeric>

namespace heddle {
namespace distributed {

namespace {

constexpr size_type failed = -1;

// Where what rank r sends is to go.
std::vector<incoming> into(pieces& all) {
  std::vector<incoming> in;
  auto* to = all.data();
  for (size_type const bytes : all.sizes()) {
    in.push_back({static_cast<int>(in.size()), to, bytes});
    to += bytes;
  }
  return in;
}

}  // namespace

pieces::pieces(std::vector<size_type> sizes) : sizes_(std::move(sizes)), begins_(sizes_.size()) {
  std::exclusive_scan(sizes_.begin(), sizes_.end(), begins_.begin(), size_type{0});
  size_type const total = sizes_.empty() ? 0 : begins_.back() + sizes_.back();
  bytes_ = std::make_unique_for_overwrite<primitives::byte[]>(static_cast<std::size_t>(total));
}

std::span<size_type const> member::agree(size_type mine) {
  others_->tell(mine, numbers_);
  for (std::size_t r = 0; r < numbers_.size(); ++r) {
    if (numbers_[r] != failed) continue;
    ended_ = true;
    throw rank_failed(detail::concat("rank ", r, " of ", numbers_.size(), " ended with an error"));
  }
  return numbers_;
}

size_type member::sum_of_all(size_type mine) {
  auto const all = agree(mine);
  return std::accumulate(all.begin(), all.end(), size_type{0});
}

void member::exchange(executor const& where, std::span<outgoing const> out, std::span<incoming const> in) {
  agree();  // all have room
  others_->exchange(where, out, in);
}

void member::begin_exchange(std::span<outgoing const> out, std::span<incoming const> in) {
  agree();
  others_->begin(exec_, out, in);
}

void member::exchange(std::span<size_type const> out, std::span<size_type> in) {
  std::vector<outgoing> to;
  std::vector<incoming> from;
  for (std::size_t r = 0; r < out.size(); ++r) {
    to.push_back({static_cast<int>(r), &out[r], sizeof(size_type)});
    from.push_back({static_cast<int>(r), &in[r], sizeof(size_type)});
  }
  exchange(executor{}, to, from);
}

pieces member::all_gather(std::span<primitives::byte const> mine) {
  auto const sizes = agree(static_cast<size_type>(mine.size()));
  pieces all({sizes.begin(), sizes.end()});
  std::vector<outgoing> out;
  for (int r = 0; r < ranks(); ++r) out.push_back({r, mine.data(), static_cast<size_type>(mine.size())});
  exchange(executor{}, out, into(all));
  return all;
}

pieces member::exchange(std::vector<std::vector<primitives::byte>> const& out) {
  std::vector<size_type> out_bytes, in_bytes(out.size());
  std::vector<outgoing> to;
  for (auto const& bytes : out) {
    out_bytes.push_back(static_cast<size_type>(bytes.size()));
    to.push_back({static_cast<int>(to.size()), bytes.data(), out_bytes.back()});
  }
  exchange(out_bytes, in_bytes);
  pieces in(std::move(in_bytes));
  exchange(executor{}, to, into(in));
  return in;
}

std::pair<std::exception_ptr, bool> member::attend(std::function<void(member&)> const& work) noexcept {
  ended_ = false;
  try {
    work(*this);
    agree();
    return {};
  } catch (...) {
    auto const error = std::current_exception();
    bool const own = !ended_;
    if (own) {
      others_->fails();
      others_->tell(failed, numbers_);
    }
    return {error, own};
  }
}

}  // namespace distributed
}  // namespace heddle
