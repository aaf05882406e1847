#include "arena/client/worker_client.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "arena/client/channel.h"
#include "flagfall/v1/worker_service.grpc.pb.h"
#include "referee/base/mutex.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::client {
namespace {

// A server that is asked for games may have to look at all of its bots' files.
constexpr std::chrono::seconds kAnswerWithin{60};
// After a worker was told to stop.
constexpr std::chrono::seconds kAnswerAfterStopWithin{3};
constexpr std::chrono::milliseconds kLooksForStopEvery{20};
// Of heartbeats: the next one is due by then.
constexpr std::chrono::seconds kKeptWithin{10};
// A record and the disk, or a bot's files.
constexpr std::chrono::minutes kSentWithin{10};
// A server takes four calls at once on a connection, and what is more waits here. Records may wait for its disk, so
// they leave one for heartbeats and one for all else.
constexpr int kHandedInAtOnce = 2;

class WorkerClient final : public api::WorkerApi {
 public:
  WorkerClient(ServerAddress server, const std::shared_ptr<grpc::Channel>& channel)
      : server_(std::move(server)), stub_(v1::WorkerService::NewStub(channel)) {}

  absl::StatusOr<v1::LeaseGamesResponse> LeaseGames(const v1::LeaseGamesRequest& request,
                                                    const std::stop_token& stop) override {
    grpc::ClientContext context;
    Prepare(context, kAnswerWithin);
    grpc::CompletionQueue queue;
    const auto call = stub_->AsyncLeaseGames(&context, request, &queue);
    v1::LeaseGamesResponse response;
    grpc::Status status;
    call->Finish(&response, &status, nullptr);
    AwaitOrCancel(queue, context, stop);
    FLAGFALL_RETURN_IF_ERROR(StatusOf(status, server_));
    return response;
  }

  absl::StatusOr<v1::KeepLeaseResponse> KeepLease(const v1::KeepLeaseRequest& request) override {
    grpc::ClientContext context;
    Prepare(context, kKeptWithin);
    v1::KeepLeaseResponse response;
    FLAGFALL_RETURN_IF_ERROR(StatusOf(stub_->KeepLease(&context, request, &response), server_));
    return response;
  }

  absl::StatusOr<bool> HandInGame(v1::HandInGameHeader header, const v1::GameRecord& record) override {
    const std::string bytes = record.SerializeAsString();
    header.set_size(bytes.size());
    v1::HandInGameRequest part;
    *part.mutable_header() = std::move(header);
    const HandInSlot slot(*this);
    grpc::ClientContext context;
    Prepare(context, kSentWithin);
    v1::HandInGameResponse response;
    // Most records are one piece: then all of the call leaves at once, and the server wakes for it once.
    context.set_initial_metadata_corked(true);
    const auto writer = stub_->HandInGame(&context, &response);
    // When a write fails, the status below says why.
    bool is_open = writer->Write(part, grpc::WriteOptions().set_buffer_hint());
    for (std::size_t at = 0; is_open && at < bytes.size(); at += kPieceBytes) {
      part.set_piece(bytes.substr(at, kPieceBytes));
      const bool is_last = at + kPieceBytes >= bytes.size();
      is_open = writer->Write(part, is_last ? grpc::WriteOptions().set_last_message() : grpc::WriteOptions());
    }
    FLAGFALL_RETURN_IF_ERROR(StatusOf(writer->Finish(), server_));
    return response.is_stored();
  }

  absl::Status FetchBot(const v1::FetchBotRequest& request,
                        const std::function<absl::Status(absl::string_view piece)>& take,
                        const std::stop_token& stop) override {
    grpc::ClientContext context;
    Prepare(context, kSentWithin);
    const auto reader = stub_->FetchBot(&context, request);
    const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
    v1::FetchBotResponse part;
    while (reader->Read(&part)) {
      absl::Status taken = take(part.piece());
      if (taken.ok()) continue;
      context.TryCancel();
      reader->Finish();
      return taken;
    }
    return StatusOf(reader->Finish(), server_);
  }

 private:
  // The right to hand in a game.
  class HandInSlot {
   public:
    explicit HandInSlot(WorkerClient& client) : client_(client) {
      MutexLock lock(client_.mutex_);
      while (client_.handing_in_ == kHandedInAtOnce) client_.changed_.Wait(client_.mutex_);
      ++client_.handing_in_;
    }
    ~HandInSlot() {
      {
        MutexLock lock(client_.mutex_);
        --client_.handing_in_;
      }
      client_.changed_.NotifyOne();
    }
    HandInSlot(const HandInSlot&) = delete;
    HandInSlot& operator=(const HandInSlot&) = delete;

   private:
    WorkerClient& client_;
  };

  // Waits until the one event of the queue has come. After a stop it waits a little longer before it cancels the call:
  // of a lease whose answer is on its way the server would not hear that nobody plays it.
  static void AwaitOrCancel(grpc::CompletionQueue& queue, grpc::ClientContext& context, const std::stop_token& stop) {
    using std::chrono::system_clock;
    std::optional<system_clock::time_point> cancel_at;
    void* tag = nullptr;
    bool is_ok = false;
    while (queue.AsyncNext(&tag, &is_ok, system_clock::now() + kLooksForStopEvery) == grpc::CompletionQueue::TIMEOUT) {
      if (!stop.stop_requested()) continue;
      if (!cancel_at.has_value()) cancel_at = system_clock::now() + kAnswerAfterStopWithin;
      if (system_clock::now() >= *cancel_at) context.TryCancel();
    }
    queue.Shutdown();
    while (queue.Next(&tag, &is_ok)) {
    }
  }

  void Prepare(grpc::ClientContext& context, std::chrono::seconds within) const {
    client::Prepare(server_, context);
    context.set_deadline(std::chrono::system_clock::now() + within);
  }

  const ServerAddress server_;
  const std::unique_ptr<v1::WorkerService::Stub> stub_;

  Mutex mutex_;
  CondVar changed_;
  int handing_in_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace

absl::StatusOr<std::unique_ptr<api::WorkerApi>> ConnectAsWorker(const ServerAddress& server) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::shared_ptr<grpc::Channel> channel, Dial(server));
  return std::make_unique<WorkerClient>(server, channel);
}

}  // namespace flagfall::arena::client
