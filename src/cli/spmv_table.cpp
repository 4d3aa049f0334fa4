// spmv_table.cpp - times of SpMV as text, JSON and CSV.
#include "src/cli/spmv_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <heddle/base/error.hpp>
#include <heddle/explain.hpp>
#include <heddle/io/files.hpp>
#include <nlohmann/json.hpp>
#include <tuple>

#include "src/cli/outputs.hpp"
#include "src/cli/spmv_trace.hpp"
#include "src/measure/cusparse.hpp"

namespace heddle::cli {
namespace {

std::string failed_rows(spmv_table const& table) {
  std::string names;
  for (auto const& row : table.rows) {
    if (!row.verified) names += (names.empty() ? "" : ", ") + row.name;
  }
  return names;
}

std::string label_of(spmv_row const& row) {
  std::string const name =
      row.name == schedules::automatic::name ? fmt::format("{} ({})", row.name, row.chosen) : row.name;
  return row.plan == "none" ? name : name + " + " + row.plan;
}

// The fastest row of that plan; null where there is none.
spmv_row const* fastest_of(spmv_table const& table, std::string_view plan) {
  spmv_row const* best = nullptr;
  for (auto const& row : table.rows) {
    if (row.ours && row.plan == plan && (!best || row.elapsed_ms < best->elapsed_ms)) best = &row;
  }
  return best;
}

// Products after which the preparation has paid; negative: never.
double pays_after(spmv_table const& table, spmv_row const& with) {
  double const gain_ms = fastest_of(table, "none")->elapsed_ms - with.elapsed_ms;
  return gain_ms > 0 ? std::max(1.0, std::ceil(table.plan->setup_ms / gain_ms)) : -1;
}

std::string payment(spmv_table const& table, spmv_row const& with) {
  double const products = pays_after(table, with);
  std::string const time = fmt::format("{:.4f} ms a product, ", with.elapsed_ms);
  return time + (products < 0 ? "which never pays" : fmt::format("paid after {:.0f}", products));
}

// A product with the plan, as the table has it, and what the two outputs call it.
struct planned_product {
  std::string_view row, time_key, pays_key, line;
};
constexpr planned_product planned_products[] = {
    {"locality", "elapsed_ms", "pays_after", "with it, x permuted each time  "},
    {"locality, x kept", "kept_ms", "pays_after_kept", "with it, x kept in its order   "},
    {"compact", "elapsed_ms", "pays_after", "with it                        "}};

}  // namespace

nlohmann::ordered_json plan_of(spmv_table const& table) {
  measure::spmv_plan const& plan = *table.plan;
  nlohmann::ordered_json about{{"name", plan.name}, {"helps", plan.helps}, {"reason", plan.reason}};
  if (plan.name == locality::name) {
    about.update({{"coverage", plan.coverage}, {"hubs", plan.hubs}});
  } else {
    about["bytes"] = plan.bytes;
  }
  about["setup_ms"] = plan.setup_ms;
  for (planned_product const& product : planned_products) {
    auto const* const with = fastest_of(table, product.row);
    if (!with) continue;
    double const products = pays_after(table, *with);
    about["plain_ms"] = fastest_of(table, "none")->elapsed_ms;
    about[product.time_key] = with->elapsed_ms;
    about[product.pays_key] = products < 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(products);
  }
  return about;
}

std::string plan_lines(spmv_table const& table) {
  auto const& plan = *table.plan;
  auto text = fmt::format("{} plan, made in {:.3f} ms: {}", plan.name, plan.setup_ms, plan.reason);
  if (plan.bytes > 0) text += fmt::format("; it takes {} bytes", plan.bytes);
  std::string with_plan;
  for (planned_product const& product : planned_products) {
    auto const* const with = fastest_of(table, product.row);
    if (with) with_plan += fmt::format("\n  {}", product.line) + payment(table, *with);
  }
  if (with_plan.empty()) return text;
  double const plain_ms = fastest_of(table, "none")->elapsed_ms;
  return text + fmt::format("\n  without it                     {:.4f} ms a product", plain_ms) + with_plan;
}

spmv_row const& fastest(spmv_table const& table, bool ours) {
  auto const rank = [&](spmv_row const& row) {
    return std::tuple(row.ours != ours, row.plan != "none", row.elapsed_ms);
  };
  return *std::min_element(table.rows.begin(), table.rows.end(),
                           [&](spmv_row const& a, spmv_row const& b) { return rank(a) < rank(b); });
}

nlohmann::ordered_json rows_of(spmv_table const& table) {
  auto results = nlohmann::ordered_json::array();
  for (auto const& row : table.rows) {
    results.push_back({{"schedule", row.name},
                       {"schedule_chosen", row.chosen},
                       {"plan", row.plan},
                       {"setup_ms", row.setup_ms},
                       {"elapsed_ms", row.elapsed_ms},
                       {"p10_ms", row.p10_ms},
                       {"p90_ms", row.p90_ms},
                       {"gb_per_second", row.gb_per_second},
                       {"verified", row.verified}});
    if (row.trace) results.back()["trace"] = trace_object(*row.trace);
  }
  return results;
}

std::string lines_of(spmv_table const& table) {
  std::size_t width = 26;
  for (auto const& row : table.rows) width = std::max(width, label_of(row).size());
  std::string text =
      fmt::format("{:<{}} {:>10} {:>11} {:>9}  checked\n", "schedule", width, "setup ms", "time ms", "GB/s");
  for (auto const& row : table.rows) {
    text += fmt::format("{:<{}} {:>10.3f} {:>11.4f} {:>9.2f}  {}\n", label_of(row), width, row.setup_ms, row.elapsed_ms,
                        row.gb_per_second, row.verified ? "right" : "WRONG");
  }
  text.pop_back();
  return text;
}

void tell(report& answer, spmv_setting const& setting, spmv_table const& table) {
  spmv_row const& best = fastest(table, true);
  answer.set_shape(setting.rows, setting.cols, table.nnz).set_device(setting.exec);
  answer.set("schedule", setting.schedule)
      .set("elapsed_ms", best.elapsed_ms)
      .set("gb_per_second", best.gb_per_second)
      .set("fastest", best.name)
      .set("semiring", setting.semiring)
      .set("type", setting.type)
      .set("verified", failed_rows(table).empty());
  answer.set("results", rows_of(table));
  answer.say(fmt::format("{}: {} x {}, {} nonzeros", setting.matrix, setting.rows, setting.cols, table.nnz));
  answer.say(fmt::format("y = A x over {} in {} on {}", setting.semiring, setting.type, setting.exec.description()));
  answer.say(lines_of(table));
  for (auto const& row : table.rows) {
    if (row.trace) answer.say(trace_lines(label_of(row), *row.traced, *row.trace));
  }
  if (table.plan) answer.set("plan", plan_of(table)).say(plan_lines(table));
  spmv_row const& rival = fastest(table, false);
  if (!rival.ours) {
    double const ratio = rival.elapsed_ms / best.elapsed_ms;
    answer.set("ratio_to_cusparse", ratio).set("cusparse", measure::cusparse_version());
    answer.say(fmt::format("{} is {:.2f} times as fast as {} of cuSPARSE {}", best.name, ratio, rival.name,
                           measure::cusparse_version()));
  }
}

void write_csv(std::string const& path, std::vector<measured_matrix> const& matrices) {
  io::output_file file(path);
  file.write(
      "matrix,rows,cols,nnz,class,mean_row,stddev_row,longest_row,empty_rows,device,type,semiring,schedule,chosen,plan,"
      "setup_ms,elapsed_ms,p10_ms,p90_ms,gb_per_second,ratio_to_cusparse,verified\n");
  for (auto const& [setting, table] : matrices) {
    auto const& lengths = table.statistics;
    auto const of_matrix = fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}", csv_text(setting.matrix), setting.rows,
                                       setting.cols, table.nnz, name_of(seam::class_of(lengths)), lengths.mean_length,
                                       lengths.stddev_length, lengths.max_length, lengths.empty_rows,
                                       csv_text(setting.exec.description()), setting.type, setting.semiring);
    spmv_row const& rival = fastest(table, false);
    for (auto const& row : table.rows) {
      auto const ratio = rival.ours ? std::string() : fmt::format("{}", rival.elapsed_ms / row.elapsed_ms);
      file.write(fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", of_matrix, csv_text(row.name), csv_text(row.chosen),
                             csv_text(row.plan), row.setup_ms, row.elapsed_ms, row.p10_ms, row.p90_ms,
                             row.gb_per_second, ratio, row.verified));
    }
  }
  file.commit();
}

void require_verified(spmv_table const& table) {
  if (auto const failed = failed_rows(table); !failed.empty()) {
    throw error("the result fails its check under " + failed);
  }
}

}  // namespace heddle::cli
