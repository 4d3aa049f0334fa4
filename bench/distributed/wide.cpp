// wide.cpp - graphs of more entries.
#include "bench/distributed/session.hpp"

template <>
void heddle::bench::measure_ranks<std::int64_t>(ranks_graph const& graph, ranks_request const& asked, report& into) {
  ranks_session<std::int64_t>(graph, asked, into).run();
}
