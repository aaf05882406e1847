#include "arena/bots/reader/confine.h"

#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstdint>
#include <memory>

namespace flagfall::arena::bots {
namespace {

// The largest dictionary that xz makes on its own takes 64 MiB.
constexpr rlim_t kMemoryBytesMax = rlim_t{1} << 30;
// The largest archive that a host takes by default is read within a second.
constexpr rlim_t kSecondsMax = 120;

// AddressSanitizer maps terabytes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;
#else
constexpr bool kLimitsMemory = true;
#endif

bool Limit(__rlimit_resource resource, rlim_t most) {
  const rlimit limit{.rlim_cur = most, .rlim_max = most};
  return ::setrlimit(resource, &limit) == 0;
}

// At the lower limit the kernel sends SIGXCPU, which tells whoever waits for this process what has ended it; at the
// upper one, SIGKILL, which would not.
bool LimitProcessorTime() {
  const rlimit limit{.rlim_cur = kSecondsMax, .rlim_max = kSecondsMax + 1};
  return ::setrlimit(RLIMIT_CPU, &limit) == 0;
}

bool AllowRules(scmp_filter_ctx filter, int archive, int pipe) {
  const auto allow = [filter](int call, auto... conditions) {
    return ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, sizeof...(conditions), conditions...) == 0;
  };
  const auto is = [](unsigned index, int value) {
    return scmp_arg_cmp{.arg = index, .op = SCMP_CMP_EQ, .datum_a = static_cast<std::uint64_t>(value), .datum_b = 0};
  };
  const scmp_arg_cmp is_not_executable{.arg = 2, .op = SCMP_CMP_MASKED_EQ, .datum_a = PROT_EXEC, .datum_b = 0};
  return allow(SCMP_SYS(pread64), is(0, archive)) && allow(SCMP_SYS(lseek), is(0, archive)) &&
         allow(SCMP_SYS(write), is(0, pipe)) && allow(SCMP_SYS(mmap), is_not_executable) &&
         allow(SCMP_SYS(mprotect), is_not_executable) && allow(SCMP_SYS(munmap)) && allow(SCMP_SYS(mremap)) &&
         allow(SCMP_SYS(madvise)) && allow(SCMP_SYS(brk)) && allow(SCMP_SYS(futex)) && allow(SCMP_SYS(rt_sigreturn)) &&
         allow(SCMP_SYS(exit_group));
}

}  // namespace

absl::Status ConfineToReading(int archive, int pipe) {
  const std::unique_ptr<void, decltype(&::seccomp_release)> filter(::seccomp_init(SCMP_ACT_ERRNO(ENOSYS)),
                                                                   ::seccomp_release);
  const bool is_confined = filter != nullptr && AllowRules(filter.get(), archive, pipe) &&
                           ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && Limit(RLIMIT_CORE, 0) && LimitProcessorTime() &&
                           (!kLimitsMemory || Limit(RLIMIT_AS, kMemoryBytesMax)) && ::seccomp_load(filter.get()) == 0;
  if (is_confined) return absl::OkStatus();
  return absl::InternalError(
      "cannot be read, since this machine's kernel does not confine the program that would read it (seccomp)");
}

}  // namespace flagfall::arena::bots
