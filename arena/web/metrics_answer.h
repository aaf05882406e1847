#ifndef ARENA_WEB_METRICS_ANSWER_H_
#define ARENA_WEB_METRICS_ANSWER_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/web/web_answer.h"
#include "arena/web/web_host.h"

namespace flagfall::arena::web {

inline constexpr absl::string_view kMetricsPath = "/metrics";

// The server's figures, for its host: for who asks from this machine and through no proxy, or shows a host's token.
// PERMISSION_DENIED for others.
absl::StatusOr<WebAnswer> MetricsAnswer(const WebMetrics& metrics, const WebRequest& request);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_METRICS_ANSWER_H_
