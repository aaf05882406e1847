#include "arena/server/worker_service.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/accounts/roles.h"
#include "arena/accounts/tokens.h"
#include "arena/base/private_files.h"
#include "arena/bots/pack_folder.h"
#include "arena/cluster/check_handed_in.h"
#include "arena/cluster/lease_messages.h"
#include "arena/server/call_messages.h"
#include "arena/server/scratch_file.h"
#include "referee/base/status_macros.h"
#include "referee/net/refusal.h"
#include "referee/net/refusal_reason.h"
#include "referee/service/bearer_token.h"

namespace flagfall::arena::server {
namespace {

constexpr std::chrono::seconds kLooksEvery{1};
// A host may build its bots anew while they play. Workers check what they fetch.
constexpr std::chrono::seconds kHashKept{30};
constexpr std::size_t kPieceBytes = 32 << 10;

}  // namespace

WorkerService::WorkerService(cluster::LeaseBoard& board, TokenWatch& token_watch, const std::string& ledger_path,
                             std::string scratch_folder)
    : board_(board),
      token_watch_(token_watch),
      readers_(ledger_path),
      scratch_folder_(std::move(scratch_folder)),
      calls_("calls of workers", kCalls),
      heartbeats_("heartbeats of workers", kHeartbeats),
      hashes_(kHashKept),
      watch_([this] { WatchLeases(); }) {}

WorkerService::~WorkerService() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
  }
  ending_.NotifyAll();
  watch_.join();
}

void WorkerService::WatchLeases() {
  MutexLock lock(mutex_);
  while (!is_ending_) {
    ending_.WaitUntil(mutex_, std::chrono::steady_clock::now() + kLooksEvery);
    board_.DropSilentLeases();
    board_.TellOfWorkers();
  }
}

std::vector<BlockingMethod> WorkerService::Methods() {
  std::vector<BlockingMethod> methods = {
      Row("LeaseGames", /*takes_one_message=*/true, calls_, &WorkerService::LeaseGames),
      Row("KeepLease", /*takes_one_message=*/true, heartbeats_, &WorkerService::KeepLease),
      Row("HandInGame", /*takes_one_message=*/false, calls_, &WorkerService::HandInGame),
      Row("FetchBot", /*takes_one_message=*/true, calls_, &WorkerService::FetchBot)};
  for (BlockingMethod& method : methods) method.answers_once = !absl::EndsWith(method.path, "/FetchBot");
  // A worker whose heartbeats are refused would be taken for dead.
  methods[1].is_urgent = true;
  return methods;
}

BlockingMethod WorkerService::Row(absl::string_view name, bool takes_one_message, CallerQuota& quota,
                                  absl::Status (WorkerService::*serve)(BlockingCall& call, const std::string& user)) {
  const auto serve_call = [this, method = std::string(name), &quota, serve](BlockingCall& call) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::string user, Authorize(call, method));
    call.Vouch();
    FLAGFALL_ASSIGN_OR_RETURN(const CallerQuota::Slot slot, quota.Acquire(user));
    // It is answered at once.
    if (&quota == &heartbeats_) return (this->*serve)(call, user);
    const std::string token(BearerToken(call.head()));
    return token_watch_.Serve(call, token, [&] { return (this->*serve)(call, user); });
  };
  return {.path = absl::StrCat("/flagfall.v1.WorkerService/", name),
          .serve = serve_call,
          .takes_one_message = takes_one_message};
}

absl::StatusOr<std::string> WorkerService::Authorize(const BlockingCall& call, absl::string_view method) {
  if (call.peer_address().empty()) {
    return absl::PermissionDeniedError("a bot's own socket is for playing; ask the server at its address");
  }
  accounts::Principal caller;
  if (const absl::string_view token = BearerToken(call.head()); !token.empty()) {
    const auto ask = [this, token]() -> absl::StatusOr<accounts::Principal> {
      FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
      return accounts::Authorize(*reader, token, WallNow());
    };
    FLAGFALL_ASSIGN_OR_RETURN(caller, callers_.CallerOf(token, SteadyNow(), ask));
  }
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller, method, /*owner=*/std::nullopt));
  return caller.user;
}

absl::Status WorkerService::LeaseGames(BlockingCall& call, const std::string& user) {
  v1::LeaseGamesRequest request;
  FLAGFALL_RETURN_IF_ERROR(ReadRequest(call, request));
  for (;;) {
    FLAGFALL_ASSIGN_OR_RETURN(v1::LeaseGamesResponse response, board_.LeaseGames(user, request));
    const bool is_lease = response.has_lease();
    std::string bot;
    const absl::Status hashed = is_lease ? AddFolderHashes(user, *response.mutable_lease(), bot) : absl::OkStatus();
    if (hashed.ok()) {
      const bool is_taken = WriteMessage(response, call);
      if (is_lease && !is_taken) board_.GiveBack(user, response.lease().id(), "its worker has gone before it had it");
      return absl::OkStatus();
    }
    // It is not the worker's fault, and there are games of other bots. Each is passed over once.
    board_.PassOver(user, response.lease().id(), bot, hashed.message());
    if (call.IsCancelled()) return absl::CancelledError("the caller has gone");
  }
}

absl::Status WorkerService::AddFolderHashes(const std::string& user, v1::Lease& lease, std::string& bot_at_fault) {
  for (const std::uint32_t index : cluster::PlayingBots(lease)) {
    v1::LeasedBot& leased = *lease.mutable_bots(static_cast<int>(index));
    bot_at_fault = leased.manifest().name();
    FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, board_.FindBot(user, lease.id(), bot_at_fault));
    FLAGFALL_ASSIGN_OR_RETURN(*leased.mutable_folder_sha256(), hashes_.HashOf(bot.folder));
  }
  return absl::OkStatus();
}

absl::Status WorkerService::KeepLease(BlockingCall& call, const std::string& user) {
  v1::KeepLeaseRequest request;
  FLAGFALL_RETURN_IF_ERROR(ReadRequest(call, request));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::KeepLeaseResponse response, board_.KeepLease(user, request));
  WriteMessage(response, call);
  return absl::OkStatus();
}

absl::Status WorkerService::HandInGame(BlockingCall& call, const std::string& user) {
  v1::HandInGameHeader header;
  std::string bytes;
  const absl::Cleanup forget = [this, &header] { record_bytes_ -= header.size(); };
  const auto deadline = std::chrono::steady_clock::now() + kReceivedWithin;
  while (const std::optional<std::string> message = call.ReadUntil(deadline)) {
    v1::HandInGameRequest part;
    FLAGFALL_RETURN_IF_ERROR(ParseMessage(*message, part));
    if (part.has_header() == (header.size() != 0)) {
      return absl::InvalidArgumentError("a record is handed in as one header, first, and pieces");
    }
    if (part.has_header()) {
      if (part.header().size() == 0 || part.header().size() > kRecordBytesMax) {
        return absl::InvalidArgumentError(absl::StrCat("the header announces a record of ", part.header().size(),
                                                       " bytes; one has 1 to ", kRecordBytesMax));
      }
      FLAGFALL_RETURN_IF_ERROR(board_.CheckLease(user, part.header().lease()));
      header = part.header();
      record_bytes_ += header.size();
      if (record_bytes_ > kRecordBytesInAllMax) {
        return RefusedFor(refusals::kBusy, absl::ResourceExhaustedError(
                                               "as much is being handed in as may be at once; try again in a moment"));
      }
    }
    bytes += part.piece();
    if (bytes.size() > header.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("more bytes than the ", header.size(), " that the header announced"));
    }
  }
  if (std::chrono::steady_clock::now() >= deadline)
    return absl::DeadlineExceededError("the record took too long to come");
  if (call.IsCancelled()) return absl::CancelledError("the caller has gone");
  // Libraries that take a call up again may send less than there was: nothing is wrong with the game.
  if (header.size() == 0) return absl::UnavailableError("the call has ended before its header; hand it in again");
  if (bytes.size() != header.size()) {
    return absl::UnavailableError(
        absl::StrCat("the record has ended after ", bytes.size(), " of ", header.size(), " bytes; hand it in again"));
  }
  FLAGFALL_RETURN_IF_ERROR(cluster::CheckRecordBounds(bytes));
  v1::GameRecord record;
  FLAGFALL_RETURN_IF_ERROR(ParseMessage(bytes, record));
  bytes.clear();
  FLAGFALL_ASSIGN_OR_RETURN(const bool is_stored, board_.HandIn(user, header, std::move(record)));
  v1::HandInGameResponse response;
  response.set_is_stored(is_stored);
  WriteMessage(response, call);
  return absl::OkStatus();
}

absl::Status WorkerService::FetchBot(BlockingCall& call, const std::string& user) {
  v1::FetchBotRequest request;
  FLAGFALL_RETURN_IF_ERROR(ReadRequest(call, request));
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, board_.FindBot(user, request.lease(), request.bot()));
  MakePrivateFolders(scratch_folder_).IgnoreError();
  const ScratchFile package(absl::StrCat(scratch_folder_, "/package-", ++last_package_));
  FLAGFALL_RETURN_IF_ERROR(bots::PackFolder(bot.folder, package.path()));
  std::ifstream file(package.path(), std::ios::binary);
  std::string piece(kPieceBytes, '\0');
  v1::FetchBotResponse part;
  while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())), file.gcount() > 0) {
    part.set_piece(piece.data(), static_cast<std::size_t>(file.gcount()));
    if (call.IsCancelled() || !WriteMessage(part, call)) return absl::CancelledError("the caller has gone");
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::server
