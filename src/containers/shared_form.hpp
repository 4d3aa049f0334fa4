// shared_form.hpp - whether nobody else has a form, so that it may be written to.
#pragma once
#include <memory>

namespace heddle::detail {

/// Whether `form` has so many owners and no more. Then what other threads did with theirs before they let go has
/// happened: one owner comes and goes here, which reads what their going wrote.
template <class Form> bool is_alone(std::shared_ptr<Form> const& form, long owners) {
  if (form.use_count() != owners) return false;
  std::shared_ptr<Form>(form).reset();
  return true;
}

}  // namespace heddle::detail
