// walk_table.hpp - what schedules and plans ask of the table of walks.
#pragma once
#include <heddle/seam/schedule/schedule.hpp>

namespace heddle::detail {

/// Throws invalid_argument that names the parameter where one makes no sense.
void check_walk(walk const& by);

/// The walk, or the first of its substitutes that a call can have; shares may still be too long for it.
walk settled(walk by, reduction_call const& call);

/// Why a call cannot have a walk, apart from the lengths of shares; empty where it can.
std::string lacking(walk const& by, reduction_call const& call);

}  // namespace heddle::detail
