// words.hpp - elements of any width as words of up to 16 bytes.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace heddle::gpu {

// call(word, words): the widest word type that divides `width` and every address, and how many an element has.
template <class Call, class... Pointers>
void with_words(std::size_t width, Call const& call, Pointers const*... pointers) {
  std::size_t const bits = (width | ... | reinterpret_cast<std::uintptr_t>(pointers));
  auto const words = [&](std::size_t size) { return static_cast<int>(width / size); };
  if (bits % 16 == 0) return call(uint4{}, words(16));
  if (bits % 8 == 0) return call(std::uint64_t{}, words(8));
  if (bits % 4 == 0) return call(std::uint32_t{}, words(4));
  if (bits % 2 == 0) return call(std::uint16_t{}, words(2));
  call(std::uint8_t{}, words(1));
}

}  // namespace heddle::gpu
