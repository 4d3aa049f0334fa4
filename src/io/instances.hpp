// instances.hpp - one INSTANTIATE(T, Index) for every pair that is compiled; the includer defines the macro.
// No #pragma once: each source file includes it for its own templates.
INSTANTIATE(float, std::int32_t)
INSTANTIATE(float, std::int64_t)
INSTANTIATE(double, std::int32_t)
INSTANTIATE(double, std::int64_t)
INSTANTIATE(std::int32_t, std::int32_t)
INSTANTIATE(std::int32_t, std::int64_t)
INSTANTIATE(std::int64_t, std::int32_t)
INSTANTIATE(std::int64_t, std::int64_t)
INSTANTIATE(std::uint8_t, std::int32_t)
INSTANTIATE(std::uint8_t, std::int64_t)
#undef INSTANTIATE
