// text_sink.hpp - an output file that may be compressed.
#pragma once
#include <heddle/io/output_file.hpp>
#include <memory>

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

}  // namespace heddle::detail
