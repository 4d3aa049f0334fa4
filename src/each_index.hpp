// each_index.hpp - one HEDDLE_INSTANTIATE(I) for each width of indices; the includer defines the macro. No #pragma
// once: each source file includes it for its own templates.
HEDDLE_INSTANTIATE(std::int32_t)
HEDDLE_INSTANTIATE(std::int64_t)
#undef HEDDLE_INSTANTIATE
