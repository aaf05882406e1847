#ifndef REFEREE_NET_REFUSAL_REASON_H_
#define REFEREE_NET_REFUSAL_REASON_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace flagfall {

// Marks an error with why the request was refused, as one of refusals::kRequestRefusals, where its code does not tell.
// The mark stays in this process: only code and message of an error cross a connection.
absl::Status RefusedFor(absl::string_view reason, absl::Status status);

// Why a request that ended so was refused; empty where it was not. RESOURCE_EXHAUSTED without a mark says that the
// caller has as much of something as a user may have.
absl::string_view RefusalReasonOf(const absl::Status& status);

}  // namespace flagfall

#endif  // REFEREE_NET_REFUSAL_REASON_H_
