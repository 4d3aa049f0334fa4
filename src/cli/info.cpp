// info.cpp - heddle info: what a file holds.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <heddle/explain.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/degrees.hpp"
#include "src/cli/input.hpp"
#include "src/measure/times.hpp"
#include "src/plan/choose.hpp"

namespace heddle::cli {
namespace {

constexpr char const* field_names[] = {"pattern", "integer", "real"};

std::string symmetry_of(io::file_header const& header) {
  return header.symmetric ? "symmetric" : header.skew ? "skew-symmetric" : "general";
}

template <class Form> size_type self_loops_of(Form const& rows) {
  size_type count = 0;
  for (size_type i = 0; i < rows.major; ++i) {
    auto const* const from = rows.indices.data() + rows.offsets.data()[i];
    auto const* const to = rows.indices.data() + rows.offsets.data()[i + 1];
    count += std::binary_search(from, to, i);
  }
  return count;
}

void tell_file(report& answer, std::string const& file, io::file_header const& header) {
  answer.set("file", file)
      .set("field", field_names[static_cast<int>(header.values)])
      .set("symmetry", symmetry_of(header))
      .set("file_format", header.format)
      .set("direction", header.symmetric ? "undirected" : "directed")
      .set("base", header.base)
      .set("unused", header.unused)
      .set("left_out", header.left_out)
      .set("format", header.array ? "array" : "coordinate")
      .set("lines", header.entries)
      .set("index_bits", header.fits_32_bit ? 32 : 64);
  answer.say(fmt::format("{}: {} {} {}, {} entries in the file, {}-bit indices", file,
                         header.array ? "array" : "coordinate", field_names[static_cast<int>(header.values)],
                         symmetry_of(header), header.entries, header.fits_32_bit ? 32 : 64));
  auto const unused = fmt::format(", {} number{} used by no edge", header.unused, header.unused == 1 ? "" : "s");
  bool const columns = header.format == "edge list";
  auto const left_out = fmt::format(", without {}{}", columns ? "column " : "", fmt::join(header.left_out, ", "));
  answer.say(fmt::format("read as    {}, {}, numbered from {}{}{}", header.format,
                         header.symmetric ? "undirected" : "directed", header.base, header.unused > 0 ? unused : "",
                         header.left_out.empty() ? "" : left_out));
}

// A summary goes on with what the schedule is best for, which need not be the matrix at hand.
std::string what_it_does(schedule const& chosen) { return chosen.summary().substr(0, chosen.summary().find(';')); }

std::string why(explanation const& explained, int architecture) {
  if (!explained.automatic) return "as asked";
  auto const& statistics = *explained.statistics;
  detail::facts const known(statistics, explained.made_for, explained.value_bytes);
  auto const reason = reason_of(choose(known, detail::costs_of(architecture)), known);
  return fmt::format("rows are {}, {}", name_of(seam::class_of(statistics.rows)), reason);
}

template <class Index> void tell_entries(report& answer, file_options const& options, executor const& exec) {
  measure::stopwatch watch;
  auto entries = read_file<double, Index>(options.file, options.json, options);
  double const elapsed_ms = watch.elapsed_ms();
  size_type const listed = entries.nnz();
  size_type const zeros = std::count(entries.value.begin(), entries.value.end(), 0.0);
  auto const a = make_matrix(pattern_of(std::move(entries)), [](auto first, auto) { return first; }, {});
  auto const& form = storage_of(a).csr();
  size_type const loops = self_loops_of(form);
  seam::tile_statistics const statistics = form.measured();
  form.plan_for(options.schedule, sizeof(double));  // refuses parameters without sense
  auto const explained =
      heddle::explain(statistics, exec.kind(), sizeof(double), options.schedule, exec.architecture());
  auto const& chosen = explained.chosen;

  answer.set_shape(a.rows(), a.cols(), a.nnz()).set_device(exec);
  answer.set("schedule", options.schedule.text()).set("schedule_chosen", chosen.text()).set("elapsed_ms", elapsed_ms);
  answer.set("duplicates", listed - a.nnz()).set("stored_zeros", zeros).set("self_loops", loops);
  answer.say(fmt::format("shape      {} x {}, {} nonzeros", a.rows(), a.cols(), a.nnz()));
  tell_degrees(answer, measure_degrees(std::span(form.offsets.data(), static_cast<std::size_t>(a.rows()) + 1)));
  answer.say(
      fmt::format("entries    {} duplicates, {} stored zeros, {} on the diagonal", listed - a.nnz(), zeros, loops));
  answer.say(
      fmt::format("schedule   {}: {}; {}", chosen.text(), what_it_does(chosen), why(explained, exec.architecture())));
  answer.say(fmt::format("read in    {:.1f} ms", elapsed_ms));
}

void run(file_options const& options) {
  run_on_file(options, {}, [&](auto index, io::file_header const& header, executor const& exec, report& answer) {
    tell_file(answer, options.file, header);
    tell_entries<decltype(index)>(answer, options, exec);
    answer.print();
  });
}

}  // namespace

void add_info(CLI::App& app) {
  auto const options = std::make_shared<file_options>();
  command described(app, "info", "shape, degrees and kind of a matrix or graph");
  described.input("FILE", options->file, "the matrix or graph")
      .run_options(*options)
      .notes(
          "Symmetric files are counted with both halves; entries of one position count as one, and as duplicates.\n"
          "The schedule is what `auto` chooses for these rows.\n\n"
          "Example: heddle info road.mtx.gz --json")
      .on_run([options] { run(*options); });
  add_reading_options(described, *options);
}

}  // namespace heddle::cli
