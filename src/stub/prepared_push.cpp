// prepared_push.cpp - what a push has put down before it, in a build without CUDA: no executor leads here.
#include <heddle/ops/mxv/prepared_push.hpp>

#include "src/stub/no_cuda.hpp"

namespace heddle::gpu {

void count_rows(executor const&, bitmap_view const&, integers, integers_out, size_type*, primitives::byte*,
                unsigned long long*, size_type) {
  no_cuda();
}

void begin_listing(executor const&, heddle::detail::listing&, primitives::byte*, primitives::byte*, size_type,
                   neutral_value const&) {
  no_cuda();
}

}  // namespace heddle::gpu
