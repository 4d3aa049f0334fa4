// command.hpp - a command of the tool being described: its arguments, options and examples, and what it runs.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "src/cli/run_options.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace heddle::cli {

struct whole_range {
  size_type low, high;
};

/// The number that `text` is, which was given for `name`. Throws invalid_argument unless it is one of the range.
size_type whole_number(std::string const& name, std::string const& text, whole_range range);

/// An amount of memory as people write it, 2G, 512MiB, 1.5T or 4096, in bytes: K, M, G and T, and KiB, MiB, GiB and TiB
/// for them, are powers of 1024, in capitals or not. Throws invalid_argument, naming `option`, unless it is one byte.
size_type memory_size(std::string const& option, std::string const& text);

struct real_range {
  double low, high;
};

enum class presence { optional, required };

/// What a shell offers for the value of an option or an argument: names of files, or words.
struct offered_values {
  bool files = false;
  std::vector<std::string> words = {};
};
offered_values const& offered_for(CLI::Option const& option);

/// CLI11 behind the few kinds of options there are, since including it costs seconds a file. What is referred to must
/// live until the command has run, which what on_run() holds on to does.
class command {
 public:
  using reader = std::function<void(std::string const&)>;

  command(CLI::App& parent, std::string const& name, std::string const& description);

  /// A file that is read, `-` the standard input, for one of them: a positional argument, or an option `--name`.
  command& input(std::string const& name, std::string& path, std::string const& description,
                 presence given = presence::required);
  /// A file that is written; `-` is the standard output.
  command& output(std::string const& name, std::string& path, std::string const& description,
                  presence given = presence::optional);
  /// A whole number in decimal, within a range.
  command& whole(std::string const& name, size_type& number, whole_range range, std::string const& description,
                 presence given = presence::optional);
  /// A number within a range.
  command& real(std::string const& name, double& number, real_range range, std::string const& description);
  /// One word of a list.
  command& choice(std::string const& name, std::string& word, std::vector<std::string> known,
                  std::string const& description);
  command& flag(std::string const& name, bool& given, std::string const& description);
  /// A flag that does something where it stands.
  command& flag_that(std::string const& name, std::function<void()> act, std::string const& description);
  /// Anything else, positional too: `read` takes the text, and throws where it is wrong.
  command& text(std::string const& name, std::string const& type, std::string const& standard,
                std::string const& description, reader read);

  command& json(bool& wanted);
  command& device(std::string& name);
  command& schedule(heddle::schedule& chosen);
  /// The three of them.
  command& run_options(cli::run_options& options);

  /// The words that a shell offers for the option or argument that was described last; a choice and a file need none.
  command& offers(std::vector<std::string> words);
  command& offers_files();

  /// The options that were given, by their first names, once the line has been read.
  std::vector<std::string> given() const;

  /// What stands below the options in the help.
  command& notes(std::string const& text);
  command& on_run(std::function<void()> run);
  /// It does nothing by itself: one of the commands added to its app() has to be named, else `complaint` is the error.
  command& one_of_its_commands(std::string const& complaint);

  CLI::App& app() { return *app_; }

 private:
  reader read_input_name(std::string const& name, std::string& path);

  CLI::App* app_;
  CLI::Option* last_ = nullptr;
  std::shared_ptr<std::string> reads_standard_input_ = std::make_shared<std::string>();  // which argument does
};

}  // namespace heddle::cli
