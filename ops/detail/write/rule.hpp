// rule.hpp - how a result t meets the output w, settled once for every operation and before anything is written.
// GraphBLAS C API 2.1, section 2.3: z = w (accum) t; w<m, replace> = z.
#pragma once
#include <heddle/seam/sinks.hpp>

namespace heddle::detail {

struct write_rule {
  bool accumulate = false;
  bool replace = false;  // what w holds under a closed mask goes
  bool keeps = false;    // an entry of w may stay, or be accumulated to; else w is written afresh, by t alone
  bool fills = false;    // w is full afterwards, if it was or nothing of it is kept
};

/// `masked`: some position may be closed. `t_is_full`: t has an entry everywhere (false where that is not known).
constexpr write_rule rule_of(bool masked, bool replace, bool accumulate, bool t_is_full = false) {
  bool const keeps = accumulate || (masked && !replace);
  bool const drops = replace || !keeps;
  return {accumulate, drops, keeps, (t_is_full || accumulate) && (!masked || !drops)};
}

template <class Accum> inline constexpr bool accumulates = !std::is_same_v<Accum, no_accum_type>;

}  // namespace heddle::detail
