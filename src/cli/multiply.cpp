// multiply.cpp - heddle multiply: the product of two sparse matrices.
#include <fmt/core.h>

#include <limits>
#include <memory>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/input.hpp"
#include "src/cli/outputs.hpp"
#include "src/cli/product.hpp"
#include "src/cli/whole_numbers.hpp"

namespace heddle::cli {
namespace {

struct multiply_command : run_options, reading_options {
  std::string a, b, output, extension;
  size_type repeat = 1, memory_budget = 0, memory = 0;
};

template <class T, class Index> struct operands { matrix<T, Index, Index> a, b; };

reading_options reading_of(multiply_command const& options) {
  reading_options how = options;
  if (options.memory > 0) how.reading.memory_limit_bytes = options.memory;
  return how;
}

template <class T, class Index>
void multiply(multiply_command const& options, executor const& exec, report& answer, operands<T, Index> const& in) {
  product_facts made;
  {
    progress bar("writing " + options.output, !options.json);
    product_to_file<T, Index> product(in.a, in.b,
                                      {options.output, output_form(options.output, options.extension), options.schedule,
                                       options.repeat, options.memory_budget, options.memory});
    made = product.run(std::ref(bar));
  }
  answer.set_shape(in.a.rows(), in.b.cols(), made.nnz).set_device(exec);
  answer.set("schedule", options.schedule.text())
      .set("elapsed_ms", made.elapsed_ms)
      .set("nnz_a", in.a.nnz())
      .set("nnz_b", in.b.nnz())
      .set("workspace_bytes", made.need.workspace_bytes)
      .set("least_bytes", made.need.least_bytes)
      .set("memory_budget", options.memory_budget)
      .set("memory", options.memory)
      .set("runs", made.runs)
      .set("type", std::is_same_v<T, double> ? "f64"
                   : std::is_signed_v<T>     ? "int64"
                                             : "uint64")
      .set("output", options.output);
  answer.say(fmt::format("{}: {} x {}, {} nonzeros, from {} and {}", options.output, in.a.rows(), in.b.cols(), made.nnz,
                         in.a.nnz(), in.b.nnz()));
  answer.say(fmt::format("ran on     {}, schedule {}", exec.description(), options.schedule.text()));
  answer.say(
      fmt::format("memory     all rows at once take {} bytes beside operands and product, runs of rows {} or more",
                  made.need.workspace_bytes, made.need.least_bytes));
  if (options.memory > 0) {
    answer.say(fmt::format("           of {} in all: made and written in {} runs of rows",
                           detail::shown_size(static_cast<double>(options.memory)), made.runs));
  }
  answer.say(fmt::format("time       {:.3f} ms", made.elapsed_ms));
}

// Integers where every sum of products fits 64 bits, signed or unsigned: otherwise doubles, which round but do not
// wrap.
template <class Index>
void choose_type(multiply_command const& options, executor const& exec, report& answer, bool integers) {
  if (integers) {
    auto const read = [&, how = reading_of(options)](std::string const& path) {
      return read_whole<Index>(
          [&]<class T>(std::type_identity<T>) { return read_file<T, Index>(path, options.json, how); });
    };
    auto a = read(options.a), b = options.a == options.b ? a : read(options.b);
    auto const fitting = sum_positions(a) && sum_positions(b) ? product_bounds(a, b).type() : product_type::neither;
    auto const multiply_as = [&]<class T>(std::type_identity<T>, executor const& where) {
      auto const matrix_of = [&](auto const& whole) {
        return make_matrix(entries_as<T>(whole), take_first<T>{}, where);  // one entry for each position
      };
      multiply<T, Index>(options, where, answer, {matrix_of(a), matrix_of(b)});
    };
    if (fitting == product_type::int64) return multiply_as(std::type_identity<std::int64_t>{}, exec);
    // No GPU has kernels for them.
    if (fitting == product_type::uint64) return multiply_as(std::type_identity<std::uint64_t>{}, host_executor());
    answer.say("values     doubles, which round: as whole numbers the product may leave 64 bits");
  }
  auto const load = [&, how = reading_of(options)](std::string const& path) {
    return make_summed_matrix(read_file<double, Index>(path, options.json, how), exec);
  };
  auto const a = load(options.a);
  multiply<double, Index>(options, exec, answer, {a, options.a == options.b ? a : load(options.b)});
}

void run(multiply_command const& options) {
  report answer(options.json);
  output_form(options.output, options.extension);
  auto const exec = make_executor(options.device);
  check_reading(options);
  if (options.reading.compact && options.a != options.b) {
    throw invalid_argument("--compact: two files would be numbered apart; it is for the product of one with itself");
  }
  check_outputs({options.output, options.names}, {options.a, options.b}, answer);
  auto const a = understand(options.a, options, answer, true);
  auto const b = options.a == options.b ? a : understand(options.b, options, answer, true);
  if (a.cols != b.rows) {
    throw dimension_mismatch(
        fmt::format("multiply: {} is {} x {} but {} is {} x {}", options.a, a.rows, a.cols, options.b, b.rows, b.cols));
  }
  bool const integers = a.values != io::field::real && b.values != io::field::real;
  if (a.fits_32_bit && b.fits_32_bit) try {
      return choose_type<std::int32_t>(options, exec, answer, integers), answer.print();
    } catch (index_overflow const&) {
      // Only the product needs more than 31 bits.
    }
  choose_type<std::int64_t>(options, exec, answer, integers);
  answer.print();
}

}  // namespace

void add_multiply(CLI::App& app) {
  auto const options = std::make_shared<multiply_command>();
  command described(app, "multiply", "C = A B, the product of two sparse matrices");
  described.input("A", options->a, "the left matrix")
      .input("B", options->b, "the right matrix")
      .output("--output", options->output, "C; its extension decides the format", presence::required)
      .whole("--repeat", options->repeat, {1, 1000000}, "how often to run; the median time counts")
      .whole(
          "--memory-budget", options->memory_budget, {0, std::numeric_limits<size_type>::max()},
          "bytes to take beside operands and product: rows are made in runs where all at once take more; 0: no bound")
      .text("--memory", "SIZE", "",
            "bytes for operands and product in all, such as 2G: the product is made and written in runs of rows",
            [options](std::string const& text) { options->memory = memory_size("--memory", text); })
      .run_options(*options)
      .notes(
          "Entries of one position sum. Whole numbers are multiplied exactly where 64 bits, signed or unsigned (these "
          "on "
          "the\n"
          "host), hold the sum of magnitudes of each entry, everything else in double; patterns count as ones.\n\n"
          "The file is the same with --memory as without, and may be larger than memory.\n\n"
          "Examples:\n"
          "  heddle multiply web.mtx web.mtx --output two_steps.mtx.gz\n"
          "  heddle multiply web.mtx web.mtx --output two_steps.mtx.gz --memory 2G")
      .on_run([options] { run(*options); });
  add_reading_options(described, *options);
  add_output_form(described, options->extension);
}

}  // namespace heddle::cli
