// trace_range.cu - named ranges of a profiler, through NVTX, which does nothing unless one is attached.
#include <nvtx3/nvToolsExt.h>

#include <heddle/detail/executor/trace_range.hpp>

namespace heddle::gpu {
namespace {

// Null where no profiler listens.
nvtxDomainHandle_t domain() noexcept {
  static nvtxDomainHandle_t const made = nvtxDomainCreateA("heddle");
  return made;
}

}  // namespace

bool begin_range(char const* operation, schedule const* chosen) noexcept try {
  if (!domain()) return false;
  std::string_view const words = operation;  // `vxm (by A transposed)`: the first counts
  std::string name(words.substr(0, words.find(' ')));
  if (chosen) name += ' ' + chosen->name();
  nvtxEventAttributes_t event{};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = name.c_str();
  nvtxDomainRangePushEx(domain(), &event);
  return true;
} catch (std::exception const&) {
  return false;  // a name that does not fit into memory is no reason to stop
}

void end_range() noexcept { nvtxDomainRangePop(domain()); }

}  // namespace heddle::gpu
