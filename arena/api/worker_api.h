#ifndef ARENA_API_WORKER_API_H_
#define ARENA_API_WORKER_API_H_

#include <functional>
#include <stop_token>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/worker_service.pb.h"

namespace flagfall::arena::api {

// The calls of WorkerService as a worker makes them. Errors are the service's; UNAVAILABLE and DEADLINE_EXCEEDED also
// when the server does not answer. All methods may be called from any thread.
class WorkerApi {
 public:
  virtual ~WorkerApi() = default;

  // CANCELLED some seconds after `stop`, unless the answer comes by then.
  virtual absl::StatusOr<v1::LeaseGamesResponse> LeaseGames(const v1::LeaseGamesRequest& request,
                                                            const std::stop_token& stop) = 0;
  virtual absl::StatusOr<v1::KeepLeaseResponse> KeepLease(const v1::KeepLeaseRequest& request) = 0;
  // Whether the result is stored. The header's size is found from the record.
  virtual absl::StatusOr<bool> HandInGame(v1::HandInGameHeader header, const v1::GameRecord& record) = 0;
  // Hands `take` the packed bot, piece by piece. An error of `take` ends the call and is returned. CANCELLED after
  // `stop`.
  virtual absl::Status FetchBot(const v1::FetchBotRequest& request,
                                const std::function<absl::Status(absl::string_view piece)>& take,
                                const std::stop_token& stop) = 0;
};

}  // namespace flagfall::arena::api

#endif  // ARENA_API_WORKER_API_H_
