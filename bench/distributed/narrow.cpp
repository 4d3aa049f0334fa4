// narrow.cpp - graphs of fewer than 2^31 entries.
#include "bench/distributed/session.hpp"

template <>
void heddle::bench::measure_ranks<std::int32_t>(ranks_graph const& graph, ranks_request const& asked, report& into) {
  ranks_session<std::int32_t>(graph, asked, into).run();
}
