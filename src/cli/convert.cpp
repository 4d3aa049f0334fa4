// convert.cpp - heddle convert: the same entries in another format.
#include <fmt/core.h>

#include <memory>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/input.hpp"
#include "src/cli/outputs.hpp"
#include "src/io/text.hpp"
#include "src/measure/times.hpp"

namespace heddle::cli {
namespace {

struct convert_options : reading_options {
  std::string from, to, extension;
  bool json = false;
};

// T holds every value of the file exactly.
template <class T, class Index> void convert(convert_options const& options, report& answer) {
  measure::stopwatch watch;
  auto const entries = read_file<T, Index>(options.from, options.json, options);
  write_file(options.to, entries, options.json, output_form(options.to, options.extension));
  double const elapsed_ms = watch.elapsed_ms();
  answer.set_shape(entries.rows, entries.cols, entries.nnz()).set_device(host_executor());
  answer.set("schedule", "none").set("elapsed_ms", elapsed_ms).set("output", options.to);
  answer.say(fmt::format("{}: {} x {}, {} entries, in {:.1f} ms", options.to, entries.rows, entries.cols, entries.nnz(),
                         elapsed_ms));
}

void run(convert_options const& options) {
  report answer(options.json);
  output_form(options.to, options.extension);
  check_reading(options);
  check_outputs({options.to, options.names}, {}, answer);
  check_outputs({options.names}, {options.from}, answer);  // a matrix may take the place of what it was read from
  auto const header = understand(options.from, options, answer);
  with_index(header, [&](auto index) {
    using index_type = decltype(index);
    switch (header.values) {
      case io::field::pattern:
        return convert<std::uint8_t, index_type>(options, answer);
      case io::field::integer:
        try {
          return convert<std::int64_t, index_type>(options, answer);
        } catch (detail::unsigned_values const&) { return convert<std::uint64_t, index_type>(options, answer); }
      case io::field::real:
        return convert<double, index_type>(options, answer);
    }
  });
  answer.print();
}

}  // namespace

void add_convert(CLI::App& app) {
  auto const options = std::make_shared<convert_options>();
  command described(app, "convert", "write a file in another format");
  described.input("A", options->from, "the file to read")
      .output("B", options->to, "the file to write; its extension decides the format", presence::required)
      .json(options->json)
      .notes(
          "Matrix Market keeps all entries; DIMACS and edge lists hold square matrices only. Entries keep their order, "
          "and\n"
          "duplicates stay. B appears whole or not at all.\n\n"
          "Examples:\n"
          "  heddle convert web.txt.gz web.mtx         an edge list to Matrix Market\n"
          "  heddle convert road.mtx road.gr.gz        to the DIMACS challenge's format, compressed\n"
          "  heddle convert A.npz - | heddle info -    `-`: from the standard input, to the standard output")
      .on_run([options] { run(*options); });
  add_reading_options(described, *options);
  add_output_form(described, options->extension);
}

}  // namespace heddle::cli
