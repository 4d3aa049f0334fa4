// files.cpp - matrices from generators and from files.
#include <heddle/io/files.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/io/save.hpp>

#include "tests/failure/operands.hpp"
#include "tests/io/temporary_folder.hpp"

namespace heddle::testing {

namespace {

using maybe_mat = std::optional<matrix<double>>;

// Few vertices are enough: parameters that have other names stay what they are.
io::generator_values small_values(io::generator_info const& info) {
  io::generator_values values;
  for (auto const& p : info.parameters) {
    if (p.name == "scale") values["scale"] = 4;
    if (p.name == "n") values["n"] = info.name == "stencil27" ? 3 : 20;
    if (p.name == "width") values["width"] = 4;
    if (p.name == "height") values["height"] = 4;
  }
  return values;
}

void add_generators(std::vector<tried_operation>& table) {
  for (auto const& info : io::generators()) {
    table.push_back({"generate", std::string(info.name), [&info](executor const& exec) {
                       return calling(
                           [=, &info](maybe_mat& r) {
                             auto entries = io::generate<double>(info.name, small_values(info));
                             io::add_weights(entries);
                             r = io::to_matrix(entries, take_first<double>{}, exec);
                           },
                           maybe_mat{});
                     }});
    table.push_back({"generate_matrix", std::string(info.name), [&info](executor const& exec) {
                       return calling(
                           [=, &info](maybe_mat& r) {
                             r = io::generate_matrix<double>(info.name, small_values(info), exec,
                                                             {.weights = io::weight_options{}, .key_bytes = 256});
                           },
                           maybe_mat{});
                     }});
  }
}

void add_readers(std::vector<tried_operation>& table) {
  auto const add = [&](char const* name, std::string const& text) {
    auto const folder = std::make_shared<temporary_folder>();
    std::string const path = folder->write(name, text);
    table.push_back({"read", name, [folder, path](executor const& exec) {
                       return calling(
                           [=](maybe_mat& r) { r = io::to_matrix(io::read<double>(path), take_first<double>{}, exec); },
                           maybe_mat{});
                     }});
    table.push_back({"read_header", name, [folder, path](executor const&) {
                       return calling([=](std::optional<size_type>& r) { r = io::read_header(path).rows; },
                                      std::optional<size_type>{});
                     }});
  };
  add("symmetric.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 2.5\n2 1 1e3\n3 2 -7\n");
  add("weighted.wel", "# a comment\n0 1 2.5\n2 1 3\n");
  add("shortest.gr", "c a comment\np sp 3 2\na 1 2 5\na 3 1 7\n");
}

// What is saved from a container, and loaded again: whichever form it has by then, the same entries.
template <class Container, class Make>
void add_saved(std::vector<tried_operation>& table, std::string const& variant, Make make_one) {
  auto const folder = std::make_shared<temporary_folder>();
  table.push_back({"save", variant, [=](executor const& exec) {
                     return calling(
                         [=](std::optional<Container>& r, Container const& a) {
                           save(a, folder->file("saved"));
                           r = load<Container>(folder->file("saved"), a.exec());
                         },
                         std::optional<Container>{}, make_one(exec));
                   }});
  table.push_back({"load", variant, [=](executor const& exec) {
                     save(make_one(exec), folder->file("to load"));
                     return calling(
                         [=](std::optional<Container>& r) { r = load<Container>(folder->file("to load"), exec); },
                         std::optional<Container>{});
                   }});
}

template <class Container, class Make>
void add_serialized_bytes(std::vector<tried_operation>& table, std::string const& variant, Make make_one) {
  table.push_back({"serialized_bytes", variant, [=](executor const& exec) {
                     return calling([](std::optional<size_type>& r, Container const& a) { r = serialized_bytes(a); },
                                    std::optional<size_type>{}, make_one(exec));
                   }});
}

}  // namespace

std::vector<tried_operation> file_operations() {
  std::vector<tried_operation> table;
  add_generators(table);
  auto const square = [](executor const& exec) { return make_matrix<double>(exec, false); };
  add_saved<matrix<double>>(table, "a matrix", square);
  add_serialized_bytes<matrix<double>>(table, "a matrix", square);
  add_serialized_bytes<vector<double>>(table, "a vector", of_shape(shape::bitmap));
  for (shape const s : all_shapes) {
    add_saved<vector<double>>(table, std::string("a vector, ") + name_of(s), of_shape(s));
  }
  add_readers(table);
  return table;
}

}  // namespace heddle::testing
