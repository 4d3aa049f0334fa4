// walk_choice.hpp - walks on the host: from text and back, what each needs, and what takes the place of one.
#pragma once
#include <heddle/seam/walk/walks.hpp>
#include <string>
#include <vector>

namespace heddle::detail {

inline walk_needs const& needs_of(walk const& by) {
  return std::visit([](auto const& w) -> walk_needs const& { return w.needs; }, by);
}
inline size_type longest_share(walk const& by, reduction_call const& call) { return longest_share(needs_of(by), call); }

/// What takes the place of a walk that a call cannot have: it asks for less, and the chain ends with a group.
walk substitute_for(walk const& by);

/// What is lacking, in words; empty: nothing.
std::string text_of(walk_lack const& lack);

/// Lanes that walk a tile, or a share, together.
int lanes_of(walk const& by);

}  // namespace heddle::detail

namespace heddle::seam {

/// The name and the parameters that differ from the default: `group:lanes=16`.
std::string text_of(walk const& by);
/// Throws invalid_argument that lists the known names, or the parameters of that walk.
walk parse_walk(std::string_view text);
/// Names and summaries of the table.
std::vector<std::pair<std::string, std::string>> walk_names();

}  // namespace heddle::seam
