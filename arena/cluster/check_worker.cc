#include "arena/cluster/check_worker.h"

#include "absl/strings/str_cat.h"

namespace flagfall::arena::cluster {
namespace {

constexpr std::size_t kWorkerNameBytesMax = 100;
constexpr std::uint32_t kGamesAtOnceMax = 1024;
constexpr double kPliesPerSecondMax = 1e12;

}  // namespace

absl::Status CheckDescription(const v1::Worker& worker, absl::string_view version) {
  if (worker.protocol() != kWorkerProtocol) {
    return absl::FailedPreconditionError(absl::StrCat("this worker speaks protocol ", worker.protocol(),
                                                      " of WorkerService; the server speaks ", kWorkerProtocol,
                                                      ": install the server's version of flagfall on the worker"));
  }
  if (worker.version() != version) {
    return absl::FailedPreconditionError(absl::StrCat("this worker is `", worker.version(), "`; the server is `",
                                                      version,
                                                      "`, and games are kept alike by workers of its version alone"));
  }
  if (worker.name().empty() || worker.name().size() > kWorkerNameBytesMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("a worker's name has 1 to ", kWorkerNameBytesMax, " bytes, not ", worker.name().size()));
  }
  // Not a number is no less than the one and no greater than the other.
  if (!(worker.plies_per_second() >= 0 && worker.plies_per_second() <= kPliesPerSecondMax)) {
    return absl::InvalidArgumentError(absl::StrCat("a worker's core referees 0 to ", kPliesPerSecondMax,
                                                   " plies a second, not ", worker.plies_per_second()));
  }
  if (worker.games_at_once() == 0 || worker.games_at_once() > kGamesAtOnceMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("a worker plays 1 to ", kGamesAtOnceMax, " games at once, not ", worker.games_at_once()));
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::cluster
