// Which system calls a bot may make.
//
// A call that is not listed here does not exist for the bot (ENOSYS), so a new call of a newer kernel stays closed.
// Programs can cope with calls that a kernel lacks. The list has what C++, Python, Node, Java and compilers need. Apart
// from calls that need privileges anyway, it leaves out
//
// - calls by which two bots could exchange messages over something that both see, such as the files under /usr and
//   their disk: locks (flock, and the locks of fcntl), leases, inotify and fanotify, reading and changing what is
//   cached (mincore, preadv2's RWF_NOWAIT, cachestat, fadvise), and how much space is left (statfs);
// - what outlives a bot or is not counted as its memory: keyrings, System V shared memory and message queues;
// - what has led to exploits of the kernel: io_uring, userfaultfd, bpf, perf, new namespaces, tracing;
// - sockets of all families except Unix, because a network namespace does not contain all of them (AF_VSOCK reaches the
//   machine that this virtual machine runs on);
// - what prctl can do beside the little that programs need of it (kPrctlAllowed);
// - TIOCSTI and TIOCLINUX, by which a program types into its terminal.
//
// A call that flushes a file does nothing and reports success. All that a bot can write is in memory, but flushing any
// descriptor of a file under /usr would make the host's disk, and with it the ledger, wait.
//
// A call of another architecture (32-bit or x32 programs, which number their calls differently) kills the bot.

#include "arena/bots/sandbox/system_call_filter.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace flagfall::arena::bots {
namespace {

constexpr const char* kAllowed[] = {
    // Files. The mounts of the sandbox decide which of them a bot can reach.
    "access", "chdir", "chmod", "close", "close_range", "copy_file_range", "creat", "dup", "dup2", "dup3", "faccessat",
    "faccessat2", "fallocate", "fchdir", "fchmod", "fchmodat", "fgetxattr", "flistxattr", "fremovexattr", "fsetxattr",
    "fstat", "ftruncate", "getcwd", "getdents", "getdents64", "getxattr", "lgetxattr", "link", "linkat", "listxattr",
    "llistxattr", "lseek", "lstat", "mkdir", "mkdirat", "newfstatat", "open", "openat", "openat2", "pread64", "preadv",
    "pwrite64", "pwritev", "read", "readlink", "readlinkat", "readv", "rename", "renameat", "renameat2", "rmdir",
    "sendfile", "splice", "stat", "statx", "setxattr", "lsetxattr", "removexattr", "lremovexattr", "symlink",
    "symlinkat", "tee", "truncate", "umask", "unlink", "unlinkat", "utime", "utimensat", "utimes", "write", "writev",
    "chown", "fchown", "fchownat", "lchown", "mknod", "mknodat", "vmsplice",
    // Waiting, pipes, sockets (whose family is checked below).
    "accept", "accept4", "bind", "connect", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2",
    "epoll_wait", "eventfd", "eventfd2", "getpeername", "getsockname", "getsockopt", "listen", "pipe", "pipe2", "poll",
    "ppoll", "pselect6", "recvfrom", "recvmmsg", "recvmsg", "select", "sendmmsg", "sendmsg", "sendto", "setsockopt",
    "shutdown", "signalfd", "signalfd4",
    // Memory.
    "brk", "madvise", "membarrier", "memfd_create", "mlock", "mlock2", "mlockall", "mmap", "mprotect", "mremap",
    "msync", "munlock", "munlockall", "munmap", "pkey_alloc", "pkey_free", "pkey_mprotect", "set_mempolicy",
    "get_mempolicy", "mbind",
    // Processes, threads and signals. The bot's process namespace contains their ids.
    "arch_prctl", "execve", "execveat", "exit", "exit_group", "fork", "futex", "futex_waitv", "get_robust_list",
    "get_thread_area", "getpgid", "getpgrp", "getpid", "getppid", "getpriority", "getrlimit", "getrusage", "getsid",
    "gettid", "ioprio_get", "kill", "pause", "pidfd_open", "pidfd_send_signal", "prlimit64", "restart_syscall", "rseq",
    "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigqueueinfo", "rt_sigreturn", "rt_sigsuspend",
    "rt_sigtimedwait", "rt_tgsigqueueinfo", "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity",
    "sched_getattr", "sched_getparam", "sched_getscheduler", "sched_rr_get_interval", "sched_setattr", "sched_setparam",
    "sched_setscheduler", "sched_yield", "set_robust_list", "set_thread_area", "set_tid_address", "setpgid",
    "setpriority", "setrlimit", "setsid", "sigaltstack", "tgkill", "tkill", "vfork", "wait4", "waitid", "getcpu",
    // Users and information about the machine.
    "capget", "capset", "getegid", "geteuid", "getgid", "getgroups", "getresgid", "getresuid", "getuid", "setfsgid",
    "setfsuid", "setgid", "setgroups", "setregid", "setresgid", "setresuid", "setreuid", "setuid", "getrandom",
    "sysinfo", "times", "uname", "seccomp", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self",
    // Time.
    "alarm", "clock_getres", "clock_gettime", "clock_nanosleep", "getitimer", "gettimeofday", "nanosleep", "setitimer",
    "time", "timer_create", "timer_delete", "timer_getoverrun", "timer_gettime", "timer_settime", "timerfd_create",
    "timerfd_gettime", "timerfd_settime"};

// The allowed commands of calls that do many things. Those of fcntl for locks, leases and watching folders are left
// out.
constexpr std::uint32_t kFcntlAllowed[] = {F_DUPFD,      F_GETFD,      F_SETFD,     F_GETFL,
                                           F_SETFL,      F_SETOWN,     F_GETOWN,    F_DUPFD_CLOEXEC,
                                           F_SETPIPE_SZ, F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS};
constexpr std::uint32_t kIoctlAllowed[] = {TCGETS,    TCSETS,   TCSETSW, TCSETSF, TIOCGWINSZ, TIOCSWINSZ,     TIOCGPGRP,
                                           TIOCSPGRP, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX,   FS_IOC_GETFLAGS};
// What programs and their libraries ask for themselves: names, signals of a parent's death, timers' slack, filters of
// their own. Left out are, among others, PR_SCHED_CORE, by which a bot keeps others from the core that it shares with
// them, and PR_SET_MM.
constexpr std::uint32_t kPrctlAllowed[] = {PR_SET_PDEATHSIG,
                                           PR_GET_PDEATHSIG,
                                           PR_GET_DUMPABLE,
                                           PR_SET_DUMPABLE,
                                           PR_GET_KEEPCAPS,
                                           PR_SET_KEEPCAPS,
                                           PR_SET_NAME,
                                           PR_GET_NAME,
                                           PR_GET_SECCOMP,
                                           PR_SET_SECCOMP,
                                           PR_CAPBSET_READ,
                                           PR_SET_TIMERSLACK,
                                           PR_GET_TIMERSLACK,
                                           PR_SET_CHILD_SUBREAPER,
                                           PR_GET_CHILD_SUBREAPER,
                                           PR_SET_NO_NEW_PRIVS,
                                           PR_GET_NO_NEW_PRIVS,
                                           PR_GET_TID_ADDRESS,
                                           PR_SET_THP_DISABLE,
                                           PR_GET_THP_DISABLE,
                                           PR_CAP_AMBIENT,
                                           PR_SET_VMA,
                                           PR_GET_SPECULATION_CTRL};
// The default personality, and the value that queries it.
constexpr std::uint32_t kPersonalityAllowed[] = {0, 0xffffffffU};
constexpr std::uint32_t kFamilyAllowed[] = {AF_UNIX};

constexpr std::uint64_t kNamespaceFlags =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

// The kernel looks at these bits only of an argument that is an int; a bot can set the others as it likes.
constexpr std::uint64_t kIntBits = 0xffffffffU;

using Filter = std::unique_ptr<void, void (*)(scmp_filter_ctx)>;

bool AllowPlain(scmp_filter_ctx filter) {
  for (const char* name : kAllowed) {
    const int number = ::seccomp_syscall_resolve_name(name);
    // An architecture may lack a call, as many lack `open`, and so may a libseccomp that is older than the call.
    if (number < 0) continue;
    if (::seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0) != 0) return false;
  }
  return true;
}

// Allows the call where its argument `index`, an int, is one of `values`.
template <std::size_t count>
bool AllowOnly(scmp_filter_ctx filter, int call, unsigned index, const std::uint32_t (&values)[count]) {
  for (const std::uint64_t value : values) {
    const scmp_arg_cmp is_value{.arg = index, .op = SCMP_CMP_MASKED_EQ, .datum_a = kIntBits, .datum_b = value};
    if (::seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &is_value) != 0) return false;
  }
  return true;
}

bool AllowThreadsWithoutNamespaces(scmp_filter_ctx filter) {
  const scmp_arg_cmp has_none{.arg = 0, .op = SCMP_CMP_MASKED_EQ, .datum_a = kNamespaceFlags, .datum_b = 0};
  return ::seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, &has_none) == 0;
}

// Libraries expect this error when they ask for a family that does not exist.
bool RefuseOtherFamilies(scmp_filter_ctx filter, int call) {
  const scmp_arg_cmp is_other{.arg = 0, .op = SCMP_CMP_NE, .datum_a = AF_UNIX, .datum_b = 0};
  return ::seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), call, 1, &is_other) == 0;
}

// The kernel does nothing and reports success. What flushes would hold up the host's disk for others, and on which
// processors a bot runs is the host's to say.
bool Pretend(scmp_filter_ctx filter) {
  for (const int call :
       {SCMP_SYS(fsync), SCMP_SYS(fdatasync), SCMP_SYS(sync_file_range), SCMP_SYS(sched_setaffinity)}) {
    if (::seccomp_rule_add(filter, SCMP_ACT_ERRNO(0), call, 0) != 0) return false;
  }
  return true;
}

bool AddRules(scmp_filter_ctx filter) {
  return ::seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0 && AllowPlain(filter) &&
         Pretend(filter) && AllowOnly(filter, SCMP_SYS(fcntl), 1, kFcntlAllowed) &&
         AllowOnly(filter, SCMP_SYS(ioctl), 1, kIoctlAllowed) && AllowOnly(filter, SCMP_SYS(prctl), 0, kPrctlAllowed) &&
         AllowOnly(filter, SCMP_SYS(personality), 0, kPersonalityAllowed) &&
         AllowOnly(filter, SCMP_SYS(socket), 0, kFamilyAllowed) &&
         AllowOnly(filter, SCMP_SYS(socketpair), 0, kFamilyAllowed) && RefuseOtherFamilies(filter, SCMP_SYS(socket)) &&
         RefuseOtherFamilies(filter, SCMP_SYS(socketpair)) && AllowThreadsWithoutNamespaces(filter);
}

}  // namespace

absl::StatusOr<std::string> SystemCallFilter() {
  const Filter filter(::seccomp_init(SCMP_ACT_ERRNO(ENOSYS)), ::seccomp_release);
  if (filter == nullptr || !AddRules(filter.get())) {
    return absl::InternalError("libseccomp cannot make the filter of system calls");
  }
  const int file = ::memfd_create("filter", MFD_CLOEXEC);
  std::string bytes;
  if (file >= 0 && ::seccomp_export_bpf(filter.get(), file) == 0) {
    bytes.resize(static_cast<std::size_t>(::lseek(file, 0, SEEK_END)));
    if (::pread(file, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) bytes.clear();
  }
  ::close(file);
  if (bytes.empty()) return absl::InternalError("libseccomp cannot write the filter of system calls");
  return bytes;
}

}  // namespace flagfall::arena::bots
