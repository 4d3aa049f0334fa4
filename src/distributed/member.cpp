// member.cpp - a rank's words with the others: all agree that they are well, then bytes go.
#include <heddle/base/error.hpp>
#include <heddle/distributed/group.hpp>
#include <numeric>

namespace heddle {
namespace distributed {

namespace {

constexpr size_type failed = -1;

}  // namespace

pieces::pieces(std::vector<size_type> sizes) : sizes_(std::move(sizes)), begins_(sizes_.size()) {
  std::exclusive_scan(sizes_.begin(), sizes_.end(), begins_.begin(), size_type{0});
  size_type const total = sizes_.empty() ? 0 : begins_.back() + sizes_.back();
  bytes_ = std::make_unique_for_overwrite<primitives::byte[]>(static_cast<std::size_t>(total));
}

void member::tell(size_type mine) {
  others_->all_gather(reinterpret_cast<primitives::byte const*>(&mine),
                      reinterpret_cast<primitives::byte*>(numbers_.data()), widths_);
}

std::span<size_type const> member::agree(size_type mine) {
  tell(mine);
  for (std::size_t r = 0; r < numbers_.size(); ++r) {
    if (numbers_[r] != failed) continue;
    ended_ = true;
    throw rank_failed(detail::concat("rank ", r, " of ", numbers_.size(), " ended with an error"));
  }
  return numbers_;
}

pieces member::all_gather(std::span<primitives::byte const> mine) {
  auto const sizes = agree(static_cast<size_type>(mine.size()));
  pieces all({sizes.begin(), sizes.end()});
  agree();  // all have room
  others_->all_gather(mine.data(), all.data(), all.sizes());
  return all;
}

pieces member::exchange(std::vector<std::vector<primitives::byte>> const& out) {
  auto const n = static_cast<std::size_t>(ranks());
  std::vector<size_type> out_bytes(n), in_bytes(n);
  std::vector<primitives::byte> joined;
  for (std::size_t r = 0; r < n; ++r) {
    out_bytes[r] = static_cast<size_type>(out[r].size());
    joined.insert(joined.end(), out[r].begin(), out[r].end());
  }
  agree();
  others_->all_to_all(reinterpret_cast<primitives::byte const*>(out_bytes.data()), widths_,
                      reinterpret_cast<primitives::byte*>(in_bytes.data()), widths_);
  pieces in(std::move(in_bytes));
  agree();
  others_->all_to_all(joined.data(), out_bytes, in.data(), in.sizes());
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
    if (own) tell(failed);
    return {error, own};
  }
}

}  // namespace distributed
}  // namespace heddle
