// tuning.cpp - the shared numbers as text.
#include <heddle/explain.hpp>
#include <sstream>

namespace heddle {

std::string to_text(detail::tuning const& t) {
  std::ostringstream text;
  auto const say = [&](char const* name, auto number) { text << name << ' ' << number << '\n'; };
  say("multiprocessors", t.multiprocessors);
  say("threads", t.threads);
  say("max_items", t.max_items);
  say("staged_bytes", t.staged_bytes);
  say("max_staged_bytes", t.max_staged_bytes);
  say("max_scanned_bytes", t.max_scanned_bytes);
  say("copying_threads", t.copying_threads);
  say("copied_items", t.copied_items);
  say("max_copied_bytes", t.max_copied_bytes);
  say("marked_items", t.marked_items);
  say("looking_back", t.looking_back);
  say("max_run", t.max_run);
  say("long_share", t.long_share);
  say("usual_share", t.usual_share);
  say("short_share", t.short_share);
  say("least_share", t.least_share);
  say("fewest_shares", t.fewest_shares);
  say("even_shares", t.even_shares);
  say("resident_warps", t.resident_warps);
  say("resident_threads", t.resident_threads);
  say("many_tiles", t.many_tiles);
  say("copy_bytes_per_us", t.copy_bytes_per_us);
  say("first_launch_us", t.first_launch_us);
  say("other_launch_us", t.other_launch_us);
  say("sector_bytes", t.sector_bytes);
  return text.str();
}

}  // namespace heddle
