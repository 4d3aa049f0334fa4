// arguments.hpp - options that several commands share, and how their values are read.
#pragma once
#include <CLI/CLI.hpp>
#include <heddle/executor.hpp>
#include <heddle/schedule/schedule.hpp>
#include <string>
#include <vector>

namespace heddle::cli {

/// Where and how a command runs, and how it answers.
struct run_options {
  std::string device = "auto";
  heddle::schedule schedule;
  bool json = false;
};

void add_json(CLI::App& command, bool& json);
void add_device(CLI::App& command, std::string& device);
void add_schedule(CLI::App& command, heddle::schedule& schedule);
/// The three of them.
void add_run_options(CLI::App& command, run_options& options);

/// A file that is read: a positional argument that must be given.
void add_input(CLI::App& command, std::string const& name, std::string& path, std::string const& description);
/// A file that is written.
CLI::Option* add_output(CLI::App& command, std::string const& name, std::string& path, std::string const& description);

struct whole_range {
  size_type low, high;
};
/// A whole number in decimal, within a range.
CLI::Option* add_whole(CLI::App& command, std::string const& name, size_type& number, whole_range range,
                       std::string const& description);
/// Any finite number.
CLI::Option* add_real(CLI::App& command, std::string const& name, double& number, std::string const& description);
/// One word of a list.
CLI::Option* add_choice(CLI::App& command, std::string const& name, std::string& word, std::vector<std::string> known,
                        std::string const& description);

/// Throws not_compiled or cuda_error where there is no such device.
executor make_executor(std::string const& device);

/// `host` or `cuda`.
std::string kind_of(executor const& exec);

}  // namespace heddle::cli
