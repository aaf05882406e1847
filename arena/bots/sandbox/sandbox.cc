#include "arena/bots/sandbox/sandbox.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace flagfall::arena::bots {
namespace {

std::string DescribeCgroups(const supervisor::CgroupFolders& folders) {
  if (!folders.unified.empty()) return "control groups, version 2, limit memory and processes of each bot";
  std::vector<std::string> controllers;
  for (const auto& [name, member] : supervisor::kCgroupFolders) {
    if (!(folders.*member).empty()) controllers.emplace_back(name);
  }
  if (folders.LimitsMemory() || folders.LimitsTasks()) {
    return absl::StrCat("control groups, version 1, for each bot: ", absl::StrJoin(controllers, ", "));
  }
  return "no writable control groups: memory and processes are counted twice a second, and files in memory are "
         "limited in bytes, but not in number";
}

std::string DescribeUsers(const Sandbox& sandbox) {
  if (!sandbox.own_user) {
    return "the user id of the host for all bots, which share what the kernel grants a user, such as pages of pipes "
           "and "
           "watches of epoll: root has ids for them, and so has a user with ranges in /etc/subuid and /etc/subgid and "
           "with newuidmap (Debian's package uidmap), in a strict sandbox";
  }
  if (sandbox.subordinate.count == 0) return "a user id of its own for each process of a bot";
  return absl::StrCat("a user id of its own for each process of a bot, of the ", sandbox.subordinate.count, " from ",
                      sandbox.subordinate.first_user, " that /etc/subuid sets aside");
}

}  // namespace

absl::string_view SandboxModeName(SandboxMode mode) {
  switch (mode) {
    case SandboxMode::kNone:
      return "none";
    case SandboxMode::kBasic:
      return "basic";
    case SandboxMode::kStrict:
      break;
  }
  return "strict";
}

absl::StatusOr<SandboxMode> ParseSandboxMode(absl::string_view name) {
  for (const SandboxMode mode : {SandboxMode::kNone, SandboxMode::kBasic, SandboxMode::kStrict}) {
    if (SandboxModeName(mode) == name) return mode;
  }
  return absl::InvalidArgumentError(absl::StrCat("there is no sandbox `", name, "`; there are strict, basic and none"));
}

std::vector<std::string> DescribeSandbox(const Sandbox& sandbox) {
  if (sandbox.mode == SandboxMode::kNone) return {"sandbox none: bots run with the host's rights"};
  std::vector<std::string> lines;
  if (sandbox.mode == SandboxMode::kStrict) {
    lines.push_back(absl::StrCat("sandbox strict: namespaces of each bot's own (", sandbox.bwrap_path,
                                 "), system calls filtered by seccomp"));
  } else {
    lines.push_back("sandbox basic: limits, but each bot sees the host's files and network");
  }
  lines.push_back(DescribeUsers(sandbox));
  lines.push_back(DescribeCgroups(sandbox.cgroups));
  if (!sandbox.settings.root.empty()) {
    lines.push_back(absl::StrCat("bots see the system in ", sandbox.settings.root, " (", kRootFlag, ")"));
  }
  lines.push_back(absl::StrCat("at most ", sandbox.settings.memory_bytes_most / sandbox_limits::kMiB,
                               " MiB of memory for a bot that asks for as much (", kMemoryFlag, ")"));
  return lines;
}

}  // namespace flagfall::arena::bots
