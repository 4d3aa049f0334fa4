// loop_operands.cpp - the operands of a device_loop: where they stand, and how they come to be as they were.
#include "src/loop/loop_operands.hpp"

#include <algorithm>

#include "src/overloaded.hpp"

namespace heddle::detail {

namespace {

using scalar_memory = buffer<byte>;

// Of one kind and one width, since their places show that they were exchanged before.
void exchange(loop_operand const& a, loop_operand const& b) {
  std::visit(overloaded{[](scalar_memory*) {}, [&]<class Vector>(Vector* v) { std::swap(*v, *std::get<Vector*>(b)); }},
             a);
}

operand_place place_of(loop_operand const& operand) {
  auto const place_of_vector = [](auto const* v) -> operand_place {
    if (v->size() == 0 || v->form() == vector_form::sparse) return {v->size()};
    auto const& form = v->bitmap();
    return {v->size(), form.values.data(), form.full() ? nullptr : form.present.data(), form.listed.get()};
  };
  return std::visit(overloaded{[](scalar_memory const* s) -> operand_place {
                                 return {s->size(), s->data()};
                               },
                               place_of_vector},
                    operand);
}

}  // namespace

executor const& executor_of(loop_operand const& operand) {
  return std::visit([](auto const* o) -> executor const& { return o->exec(); }, operand);
}

size_type size_of(loop_operand const& operand) {
  return std::visit([](auto const* o) { return o->size(); }, operand);
}

vector_form form_of(loop_operand const& operand) {
  return std::visit(
      overloaded{[](scalar_memory const*) { return vector_form::dense; }, [](auto const* v) { return v->form(); }},
      operand);
}

operand_places places_of(operand_list const& operands) {
  operand_places result;
  for (auto const& operand : operands) result.push_back(place_of(operand));
  return result;
}

loop_forms forms_of(operand_list const& operands) {
  loop_forms forms;
  for (auto const& operand : operands) forms.push_back({form_of(operand) == vector_form::dense});
  return forms;
}

void list_those_in(std::set<void const*> places, size_type least, operand_list const& operands,
                   operand_places const& before, loop_forms& forms) {
  operand_places const after = places_of(operands);
  for (std::size_t i = 0; i < operands.size();) {
    void const *const from = before[i].values, *const to = after[i].values;
    bool const moves_one = places.contains(from) != places.contains(to);
    if (moves_one) places.insert({from, to});
    i = moves_one ? 0 : i + 1;
  }
  for (std::size_t i = 0; i < operands.size(); ++i) {
    bool const long_enough = !forms[i].dense && size_of(operands[i]) >= least;
    forms[i].listed = long_enough && places.contains(before[i].values);
  }
}

void require_forms(operand_list const& operands, loop_forms const& forms, char const* when) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!forms[i].dense || form_of(operands[i]) == vector_form::dense) continue;
    throw invalid_argument(
        concat("device_loop: operand ", i + 1, " of ", operands.size(), " is not dense", when,
               ", as it was when the loop was made; fill what lacks entries, multiply by spmv where rows may be empty, "
               "or let it begin as a bitmap"));
  }
}

void require_permuted(operand_list const& operands, operand_places const& places) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (std::find(places.begin(), places.end(), place_of(operands[i])) != places.end()) continue;
    throw invalid_argument(concat("device_loop: operand ", i + 1, " of ", operands.size(),
                                  " is another vector after the body; assign to it, or swap operands"));
  }
}

void settle(operand_list const& operands, loop_forms const& forms) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    std::visit(overloaded{[](scalar_memory*) {},
                          [&](auto* v) {
                            forms[i].dense ? v->write_full() : v->write_bitmap();
                            if (forms[i].listed) v->keep_list();
                          }},
               operands[i]);
  }
}

void keep_memory(operand_list const& operands, std::weak_ptr<void const> const& token) {
  for (auto const& operand : operands) {
    std::visit(overloaded{[](scalar_memory*) {}, [&](auto* v) { v->keep_memory(token); }}, operand);
  }
}

// By the values' memory alone, as a body that failed may have made a bitmap of a dense vector.
void arrange(operand_list const& operands, operand_places const& places) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (std::size_t j = i; j < operands.size(); ++j) {
      operand_place const there = place_of(operands[j]);
      if (there.values != places[i].values || there.size != places[i].size) continue;
      if (j != i) exchange(operands[i], operands[j]);
      break;
    }
  }
}

saved_operands::saved_operands(operand_list const& operands, loop_forms const& forms)
    : operands_(operands), forms_(forms), places_(places_of(operands)) {
  for (auto const& operand : operands) {
    saved_.push_back(std::visit(overloaded{[](scalar_memory const* s) -> saved_one { return s->clone(s->exec()); },
                                           [](auto const* v) -> saved_one { return *v; }},
                                operand));
  }
}

void saved_operands::restore() {
  arrange(operands_, places_);
  for (std::size_t i = 0; i < operands_.size(); ++i) {
    operand_place const own = place_of(operands_[i]);
    bool const is_itself = own.size == places_[i].size && own.values == places_[i].values;
    auto const put_back = [&](auto* o, buffer<byte> const& values, buffer<byte> const& present) {
      if (!is_itself || (!present.empty() && !own.present)) return false;
      copy_bytes(o->exec(), const_cast<void*>(own.values), values.exec(), values.data(), values.bytes());
      if (present.empty()) return true;
      copy_bytes(o->exec(), const_cast<void*>(own.present), present.exec(), present.data(), present.bytes());
      return true;
    };
    std::visit(overloaded{[&](scalar_memory* s) {
                            auto& saved = std::get<scalar_memory>(saved_[i]);
                            if (!put_back(s, saved, {})) *s = std::move(saved);
                          },
                          [&]<class Vector>(Vector* v) {
                            auto& saved = std::get<Vector>(saved_[i]);
                            if (!put_back(v, saved.bitmap().values, saved.bitmap().present)) *v = std::move(saved);
                          }},
               operands_[i]);
  }
  settle(operands_, forms_);
}

}  // namespace heddle::detail
