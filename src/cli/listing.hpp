// listing.hpp - what schedules or strategies say of themselves: all of them in a line each, or one in full.
#pragma once
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "src/cli/report.hpp"
#include "src/plan/text_layout.hpp"

namespace heddle::cli {

/// The one that was asked for, with its parameters below `heading`, or all of its kind with names `width` wide; as
/// objects too.
template <class Entry>
nlohmann::ordered_json listed(report& answer, std::optional<Entry> const& asked, int width, char const* heading) {
  auto table = nlohmann::ordered_json::array();
  auto const add = [&](Entry const& s) {
    auto parameters = nlohmann::ordered_json::object();
    for (auto const& [name, value] : s.parameters()) parameters[name] = value;
    table.push_back(
        {{"name", s.name()}, {"summary", s.summary()}, {"explanation", s.explanation()}, {"parameters", parameters}});
  };
  if (!asked) {
    for (std::string const& name : Entry::names()) {
      auto const s = Entry::parse(name);
      add(s);
      answer.say(fmt::format("{:<{}} {}", name, width, s.summary()));
    }
    return table;
  }
  add(*asked);
  answer.say(fmt::format("{}: {}\n", asked->name(), asked->summary()));
  for (std::string const& line : detail::folded(asked->explanation(), 100)) answer.say(line);
  if (!asked->parameters().empty()) answer.say(fmt::format("\n{}", heading));
  for (auto const& [name, value] : asked->parameters()) answer.say(fmt::format("  {:<18} {}", name, value));
  return table;
}

}  // namespace heddle::cli
