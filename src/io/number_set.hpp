// number_set.hpp - which numbers occur in a text, gathered by several threads in memory of the text's size.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <heddle/base/types.hpp>
#include <memory>
#include <new>
#include <vector>

namespace heddle::detail {

class number_set {
 public:
  /// Numbers below eight for each byte of text have a bit; others, of which there cannot be many, are listed.
  explicit number_set(size_type text_bytes) : num_words_(text_bytes / 8 + 1) {
    words_.reset(static_cast<word*>(std::calloc(static_cast<std::size_t>(num_words_), sizeof(word))));
    if (words_ == nullptr) throw std::bad_alloc();
  }

  /// `large` belongs to the calling thread.
  void insert(size_type number, std::vector<size_type>& large) {
    auto const at = number / 64;
    if (at >= num_words_) [[unlikely]]
      return large.push_back(number);
    auto const bit = std::uint64_t{1} << (number % 64);
    if ((words_[at].load(std::memory_order_relaxed) & bit) == 0) [[unlikely]]
      words_[at].fetch_or(bit, std::memory_order_relaxed);
  }

  bool contains(size_type number) const {
    auto const at = number / 64;
    return at < num_words_ && (words_[at].load(std::memory_order_relaxed) >> (number % 64)) % 2 == 1;
  }

  /// How many there are, with those that were listed; all are below `beyond`.
  size_type count(std::vector<std::vector<size_type>> const& listed, size_type beyond) const {
    size_type total = 0;
    for (size_type k = 0; k < std::min(num_words_, beyond / 64 + 1); ++k)
      total += __builtin_popcountll(words_[k].load(std::memory_order_relaxed));
    std::vector<size_type> large;
    for (auto const& part : listed) large.insert(large.end(), part.begin(), part.end());
    std::sort(large.begin(), large.end());
    return total + (std::unique(large.begin(), large.end()) - large.begin());
  }

 private:
  using word = std::atomic<std::uint64_t>;
  static_assert(sizeof(word) == 8 && word::is_always_lock_free);
  struct free_words {
    void operator()(word* words) const { std::free(words); }
  };

  size_type num_words_;
  std::unique_ptr<word[], free_words> words_;
};

}  // namespace heddle::detail
