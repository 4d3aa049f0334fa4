// text_sink.cpp - an output file that may be compressed.
#include "src/io/text_sink.hpp"

namespace heddle::detail {
namespace {

std::unique_ptr<packer> packer_for(std::string const& path, compression form) {
  require_built(form, path);
  return form == compression::none ? nullptr : make_packer(form);
}

}  // namespace

text_sink::text_sink(std::string const& path, compression form) : packer_(packer_for(path, form)), file_(path) {}

packer::sink text_sink::to_file() {
  return [this](std::string_view bytes) { file_.write(bytes); };
}

void text_sink::write(std::string_view text) {
  if (text.empty()) return;  // to liblzma a call without text is one that cannot go on
  packer_ ? packer_->pack(text, false, to_file()) : file_.write(text);
}

void text_sink::commit() {
  if (packer_) packer_->pack({}, true, to_file());
  file_.commit();
}

}  // namespace heddle::detail
