// trial.hpp - an operation with its operands, called while memory runs out at every possible moment.
// After a call that threw every operand, the output included, is what it was, and the next call gives what the call
// without a failure gave.
#pragma once
#include <functional>
#include <heddle/dense_matrix.hpp>
#include <heddle/matrix.hpp>
#include <heddle/vector.hpp>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "tests/failure/allocations.hpp"

namespace heddle::testing {

/// One call, and what its operands hold, in words.
struct trial {
  virtual ~trial() = default;
  virtual void call() = 0;
  virtual std::string state() const = 0;
};

/// A row of the table: the public name, what is special about the operands, and how they are made.
struct tried_operation {
  std::string name, variant;
  std::function<std::unique_ptr<trial>(executor const&)> make;
};

template <class T> void print_value(std::ostream& out, T const& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    out << +value;
  } else {
    out << static_cast<float>(value);
  }
}

/// Entries as a list and as a bitmap; what differs between them is said.
template <class T, index_type I> void print(std::ostream& out, vector<T, I> const& v) {
  auto const entries = v.tuples();
  out << "vector of " << v.size() << ", " << v.nvals() << " entries:";
  std::vector<T> listed(static_cast<std::size_t>(v.size()), T(111));
  for (std::size_t k = 0; k < entries.index.size(); ++k) {
    out << ' ' << entries.index[k] << '=';
    print_value(out, entries.value[k]);
    listed[entries.index[k]] = entries.value[k];
  }
  if (v.to_dense(T(111)) != listed) out << " (otherwise as a bitmap)";
  if (v.size() > 5) out << (v.get(5) ? "; one at 5" : "; none at 5");
}

template <class T, index_type I, index_type O> void print(std::ostream& out, matrix<T, I, O> const& a) {
  auto const entries = a.tuples();
  out << "matrix of " << a.rows() << " x " << a.cols() << (storage_of(a).symmetric() ? ", symmetric," : "") << ':';
  for (std::size_t k = 0; k < entries.row.size(); ++k) {
    out << " (" << entries.row[k] << ' ' << entries.col[k] << ")=";
    print_value(out, entries.value[k]);
  }
  auto const by_columns = a.transposed().tuples();
  if (by_columns.row.size() != entries.row.size()) out << " (" << by_columns.row.size() << " by columns)";
}

template <class T> void print(std::ostream& out, heddle::dense_matrix<T> const& a) {
  out << "dense matrix of " << a.rows() << " x " << a.cols() << ':';
  for (T const& value : a.to_rows()) out << ' ' << +value;
}

template <class T> void print(std::ostream& out, std::vector<T> const& values) {
  for (T const& value : values) out << ' ' << +value;
}

template <class T> void print(std::ostream& out, buffer<T> const& values) { print(out, values.to_host()); }

template <class T>
requires std::is_arithmetic_v<T>
void print(std::ostream& out, T const& value) { out << value; }

/// A result that is not there before the call.
template <class T> void print(std::ostream& out, std::optional<T> const& result) {
  if (result) return print(out, *result);
  out << "none";
}

template <class Call, class... Operands> class trial_of final : public trial {
 public:
  trial_of(Call call, Operands... operands) : call_(std::move(call)), operands_(std::move(operands)...) {}
  void call() override { std::apply(call_, operands_); }
  std::string state() const override {
    std::ostringstream text;
    std::apply([&](auto const&... operand) { ((print(text, operand), text << '\n'), ...); }, operands_);
    return text.str();
  }

 private:
  Call call_;
  std::tuple<Operands...> operands_;
};

/// call(operands...), by reference.
template <class Call, class... Operands> std::unique_ptr<trial> calling(Call call, Operands... operands) {
  return std::make_unique<trial_of<Call, Operands...>>(std::move(call), std::move(operands)...);
}

/// Calls `o` with every allocation behind `gate` failing once; checks what is said above. Gives what is wrong, in
/// words.
std::string try_all_failures(tried_operation const& o, executor const& exec, allocation_gate& gate, failing how);

/// The table: every operation and every public member of a container that allocates.
std::vector<tried_operation> const& all_operations();
std::vector<tried_operation> vector_operations();
std::vector<tried_operation> matrix_operations();
std::vector<tried_operation> product_operations();
std::vector<tried_operation> algorithm_operations();
std::vector<tried_operation> file_operations();
std::vector<tried_operation> loop_operations();
std::vector<tried_operation> part_operations();

}  // namespace heddle::testing
