// completion.cpp - heddle completion: what a shell needs to complete command lines, made from the commands themselves.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/described_commands.hpp"
#include "src/cli/terminal.hpp"

namespace heddle::cli {
namespace {

// `heddle_values PATH KEY` knows what stands behind an option, or as the Nth argument; `heddle_words PATH` the rest.
// Bash takes `--device=host` and `a:b.mtx` apart at = and :, which has to be undone to understand the words, and done
// again in the answers, of which it wants what stands behind the last of these.
constexpr char const* bash_function = R"BASH(
_heddle() {
  local words=() commands options valued files offered current raw before prefix path= skip= word i arguments=0
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]})) && [[ $word == [:=] || ${COMP_WORDS[i - 1]} == [:=] ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  ((${#words[@]})) || words=('')
  _heddle_words ''
  for word in "${words[@]:0:${#words[@]}-1}"; do
    if [[ -n $skip ]]; then
      skip=
    elif [[ $word == -* && " $valued " == *" $word "* ]]; then
      skip=$word
    elif [[ $word == -* && $word != - ]]; then
      :
    elif [[ " $commands " == *" $word "* ]]; then
      path=${path:+$path }$word
      _heddle_words "$path"
    else
      ((++arguments))
    fi
  done
  current=${words[-1]} raw=${COMP_WORDS[COMP_CWORD]} before=$skip
  [[ $raw != [:=] ]] || raw=
  prefix=${current%"$raw"}
  if [[ -z $before && $current == --*=* ]]; then
    before=${current%%=*} prefix=${prefix#*=} current=${current#*=}
  fi
  COMPREPLY=() files= offered=
  if [[ -n $before ]]; then
    _heddle_values "$path" "$before"
  elif [[ $current == -?* ]]; then
    offered=$options
  else
    _heddle_values "$path" $((arguments + 1))
    offered=${offered:-$commands}
    [[ -n $files$offered ]] || offered=$options
  fi
  if [[ -n $files ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    compopt -o filenames -o default 2>/dev/null
  else
    mapfile -t COMPREPLY < <(compgen -W "$offered" -- "$current")
  fi
  COMPREPLY=("${COMPREPLY[@]#"$prefix"}")
}
complete -F _heddle heddle
)BASH";

std::string long_names(CLI::Option const& option) {
  std::string names;
  for (auto const& name : option.get_lnames()) names += (names.empty() ? "--" : " --") + name;
  return names;
}

bool takes_value(CLI::Option const& option) { return option.get_items_expected_max() > 0; }

void append(std::string& list, std::string const& words) { list += (list.empty() ? "" : " ") + words; }

// A line of `case` that sets what a command has.
std::string words_of(CLI::App const& app, std::string const& path) {
  std::string commands, options, valued;
  for (auto const* command : commands_of(app)) append(commands, command->get_name());
  for (auto const* option : options_of(app)) {
    append(options, long_names(*option));
    if (takes_value(*option)) append(valued, long_names(*option));
  }
  return fmt::format("    '{}') commands='{}' options='{}' valued='{}' ;;\n", path, commands, options, valued);
}

std::string values_of(CLI::Option const& option, std::string const& path, std::string const& key) {
  auto const& offered = offered_for(option);
  if (offered.files) return fmt::format("    '{} {}') files=yes ;;\n", path, key);
  if (offered.words.empty()) return "";
  return fmt::format("    '{} {}') offered='{}' ;;\n", path, key, fmt::join(offered.words, " "));
}

std::string all_values_of(CLI::App const& app, std::string const& path) {
  std::string lines;
  for (auto const* option : options_of(app)) {
    for (auto const& name : option->get_lnames()) lines += values_of(*option, path, "--" + name);
  }
  int number = 0;
  for (auto const* argument : arguments_of(app)) lines += values_of(*argument, path, std::to_string(++number));
  return lines;
}

std::string bash_script(CLI::App const& app) {
  std::string words, values;
  for_each_command(app, [&](CLI::App const& command, std::string const& path) {
    words += words_of(command, path);
    values += all_values_of(command, path);
  });
  return "# Completion of heddle's commands, options and values in bash; made by `heddle completion bash`.\n"
         "_heddle_words() {\n  commands= options= valued=\n  case $1 in\n" +
         words + "  esac\n}\n_heddle_values() {\n  case \"$1 $2\" in\n" + values + "  esac\n}" + bash_function;
}

}  // namespace

void add_completion(CLI::App& app) {
  command described(app, "completion", "print what a shell needs to complete command lines");
  described.one_of_its_commands("no shell given; there is bash").notes("Example: source <(heddle completion bash)");
  command(described.app(), "bash", "a script for bash, to be sourced")
      .notes(
          "It completes commands, options, names of files, and values of which there is a list.\n\n"
          "Examples:\n"
          "  source <(heddle completion bash)\n"
          "  heddle completion bash > ~/.local/share/bash-completion/completions/heddle")
      .on_run([&app] { print(bash_script(app)); });
}

}  // namespace heddle::cli
