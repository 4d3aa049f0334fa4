// progress.cpp - a bar on the terminal for work that takes a while, and nothing anywhere else.
#include "src/cli/progress.hpp"

#include <unistd.h>

#include <algorithm>

#include "src/cli/terminal.hpp"
#include "src/text/printable.hpp"

namespace heddle::cli {
namespace {

constexpr int bar_length = 30;
constexpr auto patience = std::chrono::milliseconds(500);

void draw(std::string const& text) { (void)!::write(STDERR_FILENO, text.data(), text.size()); }

}  // namespace

progress::progress(std::string label, bool wanted)
    : label_(detail::printable(label, 40)), silent_(!wanted || !is_watched()) {}

progress::~progress() {
  if (drawn_) draw("\r\033[K");
}

void progress::operator()(double fraction) noexcept try {
  if (silent_ || (!drawn_ && clock::now() - begin_ < patience)) return;
  int const percent = static_cast<int>(100 * std::clamp(fraction, 0.0, 1.0));
  if (percent == percent_) return;
  percent_ = percent;
  drawn_ = true;
  int const filled = bar_length * percent / 100;
  draw('\r' + label_ + " [" + std::string(filled, '=') + std::string(bar_length - filled, ' ') + "] " +
       std::to_string(percent) + " %\033[K");
} catch (std::exception const&) {
  silent_ = true;  // a bar that cannot be drawn is no reason to stop
}

}  // namespace heddle::cli
