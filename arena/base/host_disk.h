#ifndef ARENA_BASE_HOST_DISK_H_
#define ARENA_BASE_HOST_DISK_H_

#include "absl/status/status.h"
#include "absl/strings/cord.h"

namespace flagfall::arena {

// The payload by which the error below is known.
inline constexpr char kHostDiskFullPayload[] = "flagfall.host_disk_full";

// What callers are told whose request needed room on the host's disk. It is no fault of theirs.
inline absl::Status HostDiskFullError() {
  absl::Status status = absl::ResourceExhaustedError("the host's disk is full; try again later");
  status.SetPayload(kHostDiskFullPayload, absl::Cord());
  return status;
}

inline bool IsHostDiskFull(const absl::Status& status) { return status.GetPayload(kHostDiskFullPayload).has_value(); }

}  // namespace flagfall::arena

#endif  // ARENA_BASE_HOST_DISK_H_
