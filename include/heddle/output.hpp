// output.hpp - what an operation checks and prepares of its output on the host, before a sink (sinks.hpp) writes it.
#pragma once
#include <heddle/host/parallel_for.hpp>
#include <heddle/sinks.hpp>
#include <heddle/vector.hpp>

namespace heddle {

namespace detail {

// truth[i] = values[i] != 0 on the GPU; precompiled for arithmetic types.
template <class M> void cuda_truth(executor const& exec, M const* values, size_type n, byte* truth);

/// A mask made ready for an operation; `kept` and `copy` hold what had to be computed for it.
struct ready_mask {
  mask_view view;
  buffer<byte> kept;
  std::shared_ptr<void const> copy;
};

inline ready_mask prepare_mask(no_mask_type, executor const&, void const*) { return {}; }

/// Value masks of other types than bool are turned into bytes, O(n). A mask that is the output itself is copied,
/// because opening the output for writing may drop its forms.
template <class M, index_type I>
ready_mask prepare_mask(mask_of<vector<M, I>> const& mask, executor const& exec, void const* output) {
  ready_mask ready;
  if (static_cast<void const*>(mask.container) == output) {
    auto const copy = std::make_shared<vector<M, I> const>(*mask.container);
    ready = prepare_mask(mask_of<vector<M, I>>{copy.get(), mask.structural, mask.complemented}, exec, nullptr);
    ready.copy = copy;
    return ready;
  }
  auto const& form = mask.container->storage().bitmap();
  ready.view.complemented = mask.complemented;
  ready.view.present = form.full() ? nullptr : form.present.data();
  if (mask.structural) return ready;
  if constexpr (std::is_same_v<M, bool>) {
    ready.view.truth = form.values.data();
  } else if constexpr (!std::is_constructible_v<bool, M>) {
    throw invalid_argument("a mask of values that do not convert to bool; use structure(mask)");
  } else {
    size_type const n = mask.container->size();
    ready.kept = buffer<byte>(exec, n);
    auto const* values = reinterpret_cast<M const*>(form.values.data());
    if (exec.is_host()) {
      byte* truth = ready.kept.data();
      host::parallel_for(exec, n, [=](size_type i) { truth[i] = static_cast<bool>(values[i]); });
    } else if constexpr (std::is_arithmetic_v<M> || is_short_real<M>) {
      cuda_truth(exec, values, n, ready.kept.data());
    } else {
      throw not_compiled("a value mask of a user's type needs a host executor; use structure(mask) or a bool mask");
    }
    ready.view.truth = ready.kept.data();
  }
  return ready;
}

/// The compiler's name of T, for messages.
template <class T> std::string type_name() {
  std::string const text = __PRETTY_FUNCTION__;
  std::size_t const from = text.find("T = ") + 4;
  return text.substr(from, text.find_first_of(";]", from) - from);
}

/// One line for error messages: "4 x 5".
inline std::string shape(size_type rows, size_type cols) { return concat(rows, " x ", cols); }

inline void check_mask(char const*, no_mask_type, size_type, executor const&) {}

template <class M, index_type I>
void check_mask(char const* what, mask_of<vector<M, I>> const& mask, size_type size, executor const& exec) {
  if (mask.container->size() != size) {
    throw dimension_mismatch(
        concat(what, ": w has length ", size, " but the mask has length ", mask.container->size()));
  }
  if (!(mask.container->exec() == exec)) {
    throw executor_mismatch(
        concat(what, ": w is on ", exec.description(), " but the mask is on ", mask.container->exec().description()));
  }
}

inline void check_executor(char const* what, executor const& w, char const* name, executor const& other) {
  if (!(w == other)) {
    throw executor_mismatch(
        concat(what, ": the output is on ", w.description(), " but ", name, " is on ", other.description()));
  }
}

}  // namespace detail
}  // namespace heddle
