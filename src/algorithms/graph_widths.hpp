// graph_widths.hpp - one HEDDLE_INSTANTIATE(I, O) for all widths of graphs that algorithms take, whose offsets are as
// wide as indices at least; the includer defines the macro. No #pragma once: each source file includes it for its own
// templates.
HEDDLE_INSTANTIATE(std::int32_t, std::int32_t)
HEDDLE_INSTANTIATE(std::int32_t, std::int64_t)
HEDDLE_INSTANTIATE(std::int64_t, std::int64_t)
#undef HEDDLE_INSTANTIATE
