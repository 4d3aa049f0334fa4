// deflate.hpp - an output file that may be gzip.
#pragma once
#include <heddle/io/output_file.hpp>
#include <memory>

namespace heddle::detail {

/// Text that goes to an output_file, through gzip if asked; the same rules about commit.
class text_sink {
 public:
  text_sink(std::string const& path, bool gzip);
  ~text_sink();

  void write(std::string_view text);
  void commit();

 private:
  struct deflater;
  void deflate_some(std::string_view text, bool last);

  io::output_file file_;
  std::unique_ptr<deflater> deflater_;  // none: plain text
};

}  // namespace heddle::detail
