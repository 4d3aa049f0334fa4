// whole_numbers.cpp - floating-point numbers as 32-bit integers, by the instruction that marks what an integer does not
// hold: blocks without a mark, which most are, are done.
#include <heddle/detail/host/convert_run.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace heddle::host {
namespace {

template <class From> void convert_plainly(std::int32_t* to, From const* from, size_type n) {
  store_values<true>(to, 0, n, [from](size_type i) { return converted_in_lanes<std::int32_t>(from[i]); });
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] inline __m256i eight_of(double const* from) {
  __m128i const low = _mm256_cvttpd_epi32(_mm256_loadu_pd(from)), high = _mm256_cvttpd_epi32(_mm256_loadu_pd(from + 4));
  return _mm256_set_m128i(high, low);
}
[[gnu::target("avx2")]] inline __m256i eight_of(float const* from) {
  return _mm256_cvttps_epi32(_mm256_loadu_ps(from));
}

// The mark, the least integer, is also what that number itself becomes: its block is done twice.
template <class From>
[[gnu::target("avx2")]] size_type convert_blocks(std::int32_t* to, From const* from, size_type n) {
  __m256i const mark = _mm256_set1_epi32(std::numeric_limits<std::int32_t>::lowest());
  size_type i = 0;
  for (; i + block_length <= n; i += block_length) {
    __m256i marked = _mm256_setzero_si256();
    for (size_type k = i; k < i + block_length; k += 8) {
      __m256i const whole = eight_of(from + k);
      marked = _mm256_or_si256(marked, _mm256_cmpeq_epi32(whole, mark));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + k), whole);
    }
    if (!_mm256_testz_si256(marked, marked)) convert_plainly(to + i, from + i, block_length);
  }
  return i;
}
#endif

template <class From> void convert_all(std::int32_t* to, From const* from, size_type n) {
  size_type done = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) done = convert_blocks(to, from, n);
#endif
  convert_plainly(to + done, from + done, n - done);
}

}  // namespace

void convert_whole(std::int32_t* to, double const* from, size_type n) { convert_all(to, from, n); }
void convert_whole(std::int32_t* to, float const* from, size_type n) { convert_all(to, from, n); }

}  // namespace heddle::host
