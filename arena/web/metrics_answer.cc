#include "arena/web/metrics_answer.h"

#include <string>
#include <utility>

#include "absl/strings/strip.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

constexpr char kMetricsType[] = "text/plain; version=0.0.4; charset=utf-8";
constexpr absl::string_view kBearer = "Bearer ";

bool ShowsHostsToken(const WebMetrics& metrics, absl::string_view authorization) {
  return absl::ConsumePrefix(&authorization, kBearer) && metrics.may_read(std::string(authorization));
}

}  // namespace

absl::StatusOr<WebAnswer> MetricsAnswer(const WebMetrics& metrics, const WebRequest& request) {
  if (!request.is_from_here && !ShowsHostsToken(metrics, request.authorization)) {
    return absl::PermissionDeniedError(
        "the metrics are for the host: for programs on the server's own machine that do not come through a proxy, and "
        "for whoever shows a host's token (Authorization: Bearer TOKEN)");
  }
  FLAGFALL_ASSIGN_OR_RETURN(std::string text, metrics.text());
  return WebAnswer{.content = ContentOf(kMetricsType, std::move(text)), .is_private = true};
}

}  // namespace flagfall::arena::web
