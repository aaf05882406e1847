// HomeApi's calls about bots.
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/accounts/bot_logs.h"
#include "arena/accounts/tokens.h"
#include "arena/api/home_api.h"
#include "arena/base/second_player.h"
#include "arena/base/utf8.h"
#include "arena/bots/manifest.h"
#include "arena/queries/ledger_messages.h"
#include "arena/store/players.h"
#include "arena/store/ratings.h"
#include "arena/store/submissions.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::api {
namespace {

constexpr std::size_t kStateReasonBytesMax = 1000;

// The owner of the player of that name, or of the newest submission of that name that has never become a bot.
absl::StatusOr<std::string> OwnerOfName(store::Database& ledger, const std::string& name) {
  const absl::StatusOr<store::Bot> bot = store::FindPlayer(ledger, name);
  if (bot.ok()) return bot->owner;
  FLAGFALL_ASSIGN_OR_RETURN(
      const std::vector<v1::Submission> submissions,
      ListSubmissions(ledger, {.bot_name = store::BaseNameOf(name)}, /*before=*/std::nullopt, /*count=*/1));
  if (submissions.empty()) return bot.status();
  return submissions.front().owner();
}

absl::StatusOr<std::string> ReasonFor(const accounts::Principal& caller, const std::string& given) {
  if (given.size() > kStateReasonBytesMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("the reason has ", given.size(), " bytes; give 1 to ", kStateReasonBytesMax));
  }
  if (!given.empty()) return given;
  return caller.role == accounts::Role::kHost ? "the host wished it"
                                              : absl::StrCat(caller.user, ", its owner, wished it");
}

absl::Status CheckIsNotRetired(const store::Bot& bot) {
  if (bot.State() != v1::Bot::STATE_RETIRED) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat("bot ", bot.name(), " is retired: ", bot.retired_reason,
                                                    bot.IsRemote()
                                                        ? "; a remote bot stays so, and another name makes another"
                                                        : "; to send it in again brings it back"));
}

// Only a host is told the folder, which is a path on the host's disk.
v1::Bot MessageFor(const store::Bot& bot, bool is_host) {
  v1::Bot message = queries::MessageOf(bot);
  if (!is_host) message.clear_folder();
  return message;
}

// ALREADY_EXISTS for a remote bot that this owner has: who asks for it again has lost its token, and can have another.
absl::Status CheckIsNotOnesOwn(store::Database& ledger, const std::string& name, const std::string& owner) {
  const absl::StatusOr<store::Bot> known = store::FindBot(ledger, name);
  if (absl::IsNotFound(known.status())) return absl::OkStatus();
  FLAGFALL_RETURN_IF_ERROR(known.status());
  if (!known->IsRemote() || known->owner != owner || known->State() == v1::Bot::STATE_RETIRED) return absl::OkStatus();
  return absl::AlreadyExistsError(absl::StrCat("there is a remote bot '", name, "' already, and it is ",
                                               owner.empty() ? "the host's" : absl::StrCat(owner, "'s"),
                                               "; `flagfall token create --bot ", name,
                                               "` gives it a new token, and another name makes another bot"));
}

}  // namespace

absl::StatusOr<v1::ListBotsResponse> HomeApi::ListBots(const v1::ListBotsRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Bot> bots, store::ListBots(*ledger));
  v1::ListBotsResponse response;
  for (const store::Bot& bot : bots) {
    const bool is_asked_for = request.tag().empty() || absl::c_linear_search(bot.tags, request.tag());
    if (is_asked_for) *response.add_bots() = MessageFor(bot, IsHost());
  }
  return response;
}

absl::StatusOr<v1::Bot> HomeApi::GetBot(const v1::GetBotRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  // Whoever has a player's name from a game may ask for the bot that it is.
  return ShowBot(*ledger, EntryOfPlayer(request.name()));
}

absl::StatusOr<v1::Bot> HomeApi::ShowBot(store::Database& ledger, absl::string_view name) const {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(ledger));
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindBot(ledger, name));
  v1::Bot message = MessageFor(bot, IsHost());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Standing> standings, store::StandingsOf(ledger, bot.name()));
  for (const store::Standing& standing : standings) *message.add_ratings() = queries::MessageOf(standing);
  FLAGFALL_RETURN_IF_ERROR(queries::AddPlaces(ledger, leaderboards_, message));
  return message;
}

absl::StatusOr<v1::GetBotLogResponse> HomeApi::GetBotLog(const v1::GetBotLogRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::string owner, OwnerOfName(*ledger, request.name()));
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "GetBotLog", owner));
  const accounts::SubmissionFolders& folders = submissions_.folders;
  if (!request.game_id().empty() && request.tournament_id() != 0) {
    return absl::InvalidArgumentError("give either a tournament or a game: a game's id begins with its tournament");
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::string log,
                            !request.game_id().empty()
                                ? accounts::GameLog(*ledger, folders, request.name(), request.game_id())
                            : request.tournament_id() != 0
                                ? accounts::TournamentLog(*ledger, folders, request.name(), request.tournament_id())
                                : accounts::BotLog(*ledger, folders, std::string(EntryOfPlayer(request.name()))));
  v1::GetBotLogResponse response;
  response.set_text(CleanUtf8(log));
  return response;
}

absl::StatusOr<v1::Bot> HomeApi::SuspendBot(const v1::SuspendBotRequest& request) {
  return TakeOutOfPlay("SuspendBot", request.name(), request.reason(), store::SuspendBot);
}

absl::StatusOr<v1::Bot> HomeApi::RetireBot(const v1::RetireBotRequest& request) {
  return TakeOutOfPlay("RetireBot", request.name(), request.reason(), store::RetireBot);
}

absl::StatusOr<v1::Bot> HomeApi::SetBotChallenges(const v1::SetBotChallengesRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, PermittedBot(*ledger, "SetBotChallenges", request.name()));
  FLAGFALL_RETURN_IF_ERROR(
      store::SetTakesChallenges(*ledger, store::BaseNameOf(bot.name()), request.takes_challenges()));
  return ShowBot(*ledger, bot.name());
}

absl::StatusOr<v1::Bot> HomeApi::SetBotTag(const v1::SetBotTagRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, PermittedBot(*ledger, "SetBotTag", request.name()));
  FLAGFALL_RETURN_IF_ERROR(store::SetBotTag(*ledger, store::BaseNameOf(bot.name()), request.tag(), request.has_tag()));
  return ShowBot(*ledger, bot.name());
}

absl::StatusOr<v1::Bot> HomeApi::TakeOutOfPlay(absl::string_view method, const std::string& name,
                                               const std::string& reason,
                                               absl::Status (*change)(store::Database&, absl::string_view,
                                                                      absl::string_view)) const {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, PermittedBot(*ledger, method, name));
  FLAGFALL_ASSIGN_OR_RETURN(const std::string why, ReasonFor(caller_, reason));
  FLAGFALL_RETURN_IF_ERROR(CheckIsNotRetired(bot));
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(*ledger));
  // A host keeps a bot that somebody else owns out by its name: until a host resumes it, no other version comes in.
  if (IsHost() && !bot.owner.empty())
    FLAGFALL_RETURN_IF_ERROR(store::HoldName(*ledger, store::BaseNameOf(bot.name()), why));
  FLAGFALL_RETURN_IF_ERROR(change(*ledger, bot.name(), why));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return ShowBot(*ledger, bot.name());
}

absl::StatusOr<v1::Bot> HomeApi::ResumeBot(const v1::ResumeBotRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, PermittedBot(*ledger, "ResumeBot", request.name()));
  const std::string base_name = store::BaseNameOf(bot.name());
  const absl::Status held = store::CheckNameIsNotHeld(*ledger, base_name);
  const bool is_released = IsHost() && absl::IsFailedPrecondition(held);
  if (!is_released) {
    FLAGFALL_RETURN_IF_ERROR(held);
    FLAGFALL_RETURN_IF_ERROR(CheckIsNotRetired(bot));
    if (bot.State() == v1::Bot::STATE_READY) {
      return absl::FailedPreconditionError(absl::StrCat("bot ", bot.name(), " is not suspended"));
    }
  }
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(*ledger));
  FLAGFALL_RETURN_IF_ERROR(store::ReleaseName(*ledger, base_name));
  FLAGFALL_RETURN_IF_ERROR(store::ReadmitBot(*ledger, bot.name()));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return ShowBot(*ledger, bot.name());
}

absl::StatusOr<v1::CreateRemoteBotResponse> HomeApi::CreateRemoteBot(const v1::CreateRemoteBotRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(const std::string owner, accounts::OwnerFor(caller_, "CreateRemoteBot", request.owner()));
  const std::string& name = request.manifest().name();
  const Micros now = submissions_.now();
  v1::CreateRemoteBotResponse response;
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(*ledger));
  // Whoever wants a further token for a bot has no need to say again what it plays.
  FLAGFALL_RETURN_IF_ERROR(CheckIsNotOnesOwn(*ledger, name, owner));
  FLAGFALL_RETURN_IF_ERROR(bots::CheckRemoteManifest(request.manifest(), submissions_.rulesets_known));
  FLAGFALL_RETURN_IF_ERROR(store::AddBot(*ledger, {.manifest = request.manifest(), .added_time = now, .owner = owner}));
  FLAGFALL_ASSIGN_OR_RETURN(*response.mutable_token(), accounts::CreateBotToken(*ledger, name, /*label=*/"", now));
  FLAGFALL_ASSIGN_OR_RETURN(*response.mutable_bot(), ShowBot(*ledger, name));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return response;
}

absl::StatusOr<v1::NewToken> HomeApi::CreateBotToken(const v1::CreateBotTokenRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, PermittedBot(*ledger, "CreateBotToken", request.bot()));
  return accounts::CreateBotToken(*ledger, bot.name(), request.label(), submissions_.now());
}

absl::StatusOr<store::Bot> HomeApi::PermittedBot(store::Database& ledger, absl::string_view method,
                                                 const std::string& name) const {
  FLAGFALL_ASSIGN_OR_RETURN(store::Bot bot, store::FindBot(ledger, name));
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, method, bot.owner));
  return bot;
}

}  // namespace flagfall::arena::api
