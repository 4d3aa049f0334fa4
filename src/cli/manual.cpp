// manual.cpp - heddle manual: the texts of all --help as a page for man.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <heddle/base/version.hpp>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/described_commands.hpp"
#include "src/cli/terminal.hpp"

namespace heddle::cli {
namespace {

constexpr std::pair<char, char const*> escapes[] = {{'\\', "\\e"},  {'-', "\\-"},   {'`', "\\(ga"}, {'\'', "\\(aq"},
                                                    {'^', "\\(ha"}, {'~', "\\(ti"}, {'"', "\\(dq"}};

// As roff wants it: no escapes, hyphens that can be copied, no line that looks like a request.
std::string plain(std::string const& text) {
  std::string out;
  bool begins_line = true;
  for (char letter : text) {
    if (begins_line && (letter == '.' || letter == '\'')) out += "\\&";
    auto const* const known =
        std::find_if(std::begin(escapes), std::end(escapes), [&](auto const& one) { return one.first == letter; });
    out += known == std::end(escapes) ? std::string(1, letter) : known->second;
    begins_line = letter == '\n';
  }
  return out;
}

// Lines stay as they are: notes hold examples and lists.
std::string verbatim(std::string const& text) { return text.empty() ? "" : ".PP\n.nf\n" + plain(text) + "\n.fi\n"; }

// A list of words may go on in the next line.
std::string breakable(std::string words) {
  for (std::size_t at = 0; (at = words.find('|', at)) != std::string::npos; at += 3) words.insert(at + 1, "\\:");
  return words;
}

std::string title_of(CLI::Option const& option) {
  if (option.get_positional()) return "\\fI" + plain(option.get_name(true)) + "\\fR";
  std::string title = "\\fB" + plain(option.get_name(false, true)) + "\\fR";
  if (auto const comma = title.find(','); comma != std::string::npos) title.replace(comma, 1, "\\fR, \\fB");
  if (option.get_items_expected_max() > 0) title += " \\fI" + breakable(plain(option.get_type_name())) + "\\fR";
  return title;
}

std::string entry_of(CLI::Option const& option) {
  std::string text = ".TP\n" + title_of(option) + '\n' + plain(option.get_description());
  if (option.get_required()) text += " (required)";
  if (!option.get_default_str().empty()) text += " [" + plain(option.get_default_str()) + ']';
  return text + '\n';
}

std::string entries_of(CLI::App const& app) {
  std::string text;
  for (auto const* argument : arguments_of(app)) text += entry_of(*argument);
  for (auto const* option : options_of(app)) text += entry_of(*option);
  return text;
}

std::string usage_of(CLI::App const& app, std::string const& path) {
  std::string usage = "\\fBheddle " + plain(path) + "\\fR";
  for (auto const* argument : arguments_of(app)) {
    auto const name = "\\fI" + plain(argument->get_name(true)) + "\\fR";
    usage += argument->get_required() ? ' ' + name : " [" + name + ']';
  }
  if (!commands_of(app).empty()) usage += " \\fICOMMAND\\fR";
  return usage + " [\\fIOPTIONS\\fR]";
}

std::string section_of(CLI::App const& app, std::string const& path) {
  return ".SS " + usage_of(app, path) + '\n' + plain(app.get_description()) + '\n' + entries_of(app) +
         verbatim(app.get_footer());
}

std::string page(CLI::App const& app) {
  auto const& about = app.get_description();
  auto const dash = about.find(" - "), line = about.find(".\n");
  std::string text = fmt::format(".TH HEDDLE 1 \"\" \"heddle {}\" \"User Commands\"\n", plain(version())) +
                     ".nh\n.ad l\n.SH NAME\nheddle \\- " + plain(about.substr(dash + 3, line - dash - 3)) +
                     "\n.SH SYNOPSIS\n.B heddle\n\\fICOMMAND\\fR [\\fIARGUMENTS\\fR] [\\fIOPTIONS\\fR]\n" +
                     ".SH DESCRIPTION\n" + plain(about.substr(line + 2)) + '\n' + entries_of(app) +
                     verbatim(app.get_footer()) + ".SH COMMANDS\n";
  for_each_command(app, [&](CLI::App const& command, std::string const& path) {
    if (!path.empty()) text += section_of(command, path);
  });
  return text;
}

}  // namespace

void add_manual(CLI::App& app) {
  command(app, "manual", "print the manual page, as man reads it")
      .notes(
          "It holds what --help says of all commands.\n\n"
          "Examples:\n"
          "  heddle manual > heddle.1\n"
          "  man -l heddle.1")
      .on_run([&app] { print(page(app)); });
}

}  // namespace heddle::cli
