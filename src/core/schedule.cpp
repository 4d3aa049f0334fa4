// schedule.cpp - names of schedules, all from the one table.
#include <heddle/error.hpp>
#include <heddle/schedule/schedule.hpp>

namespace heddle {
namespace {

// visit(s) for a default-made schedule of every type in the table, in its order.
template <class Visit> void for_each_schedule(Visit const& visit) {
  [&]<std::size_t... At>(std::index_sequence<At...>) {
    (visit(std::variant_alternative_t<At, detail::schedule_table>{}), ...);
  }
  (std::make_index_sequence<std::variant_size_v<detail::schedule_table>>{});
}

// A table name without `<...>` is also known with it: group_mapped is group_mapped<8>.
std::string full_name(std::string_view name) {
  return std::string(name == group_mapped<8>::name ? "group_mapped<8>" : name);
}

std::string known_names() {
  std::string list;
  for (std::string const& name : schedule::names()) list += (list.empty() ? "" : ", ") + name;
  return list;
}

}  // namespace

schedule schedule::parse(std::string_view name) {
  schedule found;
  bool known = false;
  for_each_schedule([&](auto s) {
    if (full_name(s.name) != full_name(name)) return;
    found = s;
    known = true;
  });
  if (!known) throw invalid_argument(detail::concat("unknown schedule '", name, "'; known: ", known_names()));
  return found;
}

std::vector<std::string> schedule::names() {
  std::vector<std::string> all;
  for_each_schedule([&](auto s) { all.emplace_back(s.name); });
  return all;
}

std::string schedule::name() const {
  if (user_) return user_name_;
  return std::visit([](auto s) { return std::string(s.name); }, built_in_);
}

std::string schedule::summary() const {
  if (user_) return "a partition of the user's own";
  return std::visit([](auto s) { return std::string(s.summary); }, built_in_);
}

}  // namespace heddle
