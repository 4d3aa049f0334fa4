// text_sink.hpp - an output file that may be compressed.
#pragma once
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/io/files.hpp>
#include <memory>
#include <vector>

#include "src/io/compression.hpp"

namespace heddle::detail {

/// Bytes that go to an output_file, compressed if asked; the same rules about commit.
class text_sink {
 public:
  /// Throws not_compiled where this build does not know the form.
  text_sink(std::string const& path, compression form);

  void write(std::string_view text);
  void commit();

 private:
  packer::sink to_file();

  std::unique_ptr<packer> packer_;  // none: plain; before the file, which is not to be touched where this fails
  io::output_file file_;
};

/// The text of `count` entries: format(from, to, text) appends that of some, as many pieces of `a_piece` in parallel as
/// `pieces` has room for; fetch(first, last) comes before those of [first, last).
template <class Fetch, class Format>
void write_pieces(text_sink& sink, size_type count, size_type a_piece, std::vector<std::string>& pieces,
                  io::progress_callback const& progress, Fetch const& fetch, Format const& format) {
  size_type const at_once = static_cast<size_type>(pieces.size()) * a_piece;
  for (size_type first = 0; first < count; first += at_once) {
    size_type const last = min_of(first + at_once, count), used = ceil_div(last - first, a_piece);
    fetch(first, last);
    host::parallel_for(host::default_threads(), used, 1, [&](size_type p) {
      pieces[p].clear();
      format(first + p * a_piece, min_of(first + (p + 1) * a_piece, last), pieces[p]);
    });
    for (size_type p = 0; p < used; ++p) {
      sink.write(pieces[p]);
      if (progress) {
        progress(static_cast<double>(min_of(first + (p + 1) * a_piece, last)) / static_cast<double>(count));
      }
    }
  }
}

}  // namespace heddle::detail
