// What is answered about bots.
#include "absl/strings/str_cat.h"
#include "arena/accounts/answers.h"
#include "arena/accounts/bot_states.h"
#include "arena/accounts/tokens.h"
#include "arena/base/utf8.h"
#include "arena/bots/manifest.h"
#include "arena/queries/queries.h"
#include "arena/store/bots.h"
#include "arena/store/submissions.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

// The text as what may go into a message.
std::string Cleaned(absl::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const Utf8Character character = FirstUtf8(text);
    absl::StrAppend(&clean, character.is_valid ? text.substr(0, character.length) : "?");
    text.remove_prefix(character.length);
  }
  return clean;
}

// Whose the bot is, or a submission of that name that has never become one.
absl::StatusOr<std::string> OwnerOfName(Database& database, const std::string& name) {
  const absl::StatusOr<Bot> bot = FindBot(database, name);
  if (bot.ok()) return bot->owner;
  FLAGFALL_ASSIGN_OR_RETURN(
      const std::vector<Submission> submissions,
      ListSubmissions(database, {.bot_name = BaseNameOf(name)}, /*before=*/std::nullopt, /*count=*/1));
  if (submissions.empty()) return bot.status();
  return submissions.front().owner;
}

By Of(const Principal& caller) { return caller.role == Role::kHost ? By::kHost : By::kOwner; }

std::string ReasonOf(const Principal& caller, const std::string& given) {
  if (!given.empty()) return given;
  return caller.role == Role::kHost ? "the host wished it" : absl::StrCat(caller.user, ", its owner, wished it");
}

// The entry of that name, when the caller may have that done to it.
absl::StatusOr<std::string> EntryFor(const HostedCall& call, absl::string_view method, const std::string& name) {
  FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindBot(call.database, name));
  FLAGFALL_RETURN_IF_ERROR(Permit(call.caller, method, bot.owner));
  return bot.name();
}

// The bot as the caller sees it.
absl::StatusOr<v1::Bot> Shown(const HostedCall& call, const std::string& name) {
  v1::GetBotRequest request;
  request.set_name(name);
  return Answer(call.database, request, call.caller.role == Role::kHost ? Asker::kHost : Asker::kAnybody);
}

}  // namespace

absl::StatusOr<v1::GetBotLogResponse> Answer(const HostedCall& call, const v1::GetBotLogRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string owner, OwnerOfName(call.database, request.name()));
  FLAGFALL_RETURN_IF_ERROR(Permit(call.caller, "GetBotLog", owner));
  FLAGFALL_ASSIGN_OR_RETURN(const std::string log,
                            request.tournament_id() == 0
                                ? BotLog(call.database, call.folders, request.name())
                                : TournamentLog(call.database, call.folders, request.name(), request.tournament_id()));
  v1::GetBotLogResponse response;
  response.set_text(Cleaned(log));
  return response;
}

absl::StatusOr<v1::Bot> Apply(const HostedCall& call, const v1::SuspendBotRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string entry, EntryFor(call, "SuspendBot", request.name()));
  const std::string reason = ReasonOf(call.caller, request.reason());
  FLAGFALL_RETURN_IF_ERROR(Suspend(call.database, entry, reason, Of(call.caller)).status());
  return Shown(call, entry);
}

absl::StatusOr<v1::Bot> Apply(const HostedCall& call, const v1::ResumeBotRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string entry, EntryFor(call, "ResumeBot", request.name()));
  FLAGFALL_RETURN_IF_ERROR(Resume(call.database, entry, Of(call.caller)).status());
  return Shown(call, entry);
}

absl::StatusOr<v1::Bot> Apply(const HostedCall& call, const v1::RetireBotRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string entry, EntryFor(call, "RetireBot", request.name()));
  const std::string reason = ReasonOf(call.caller, request.reason());
  FLAGFALL_RETURN_IF_ERROR(Retire(call.database, entry, reason, Of(call.caller)).status());
  return Shown(call, entry);
}

absl::StatusOr<v1::CreateRemoteBotResponse> Apply(const HostedCall& call, const v1::CreateRemoteBotRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string owner, OwnerFor(call.caller, "CreateRemoteBot", request.owner()));
  FLAGFALL_RETURN_IF_ERROR(CheckRemoteManifest(request.manifest(), call.rulesets_known));
  const std::string& name = request.manifest().name();
  v1::CreateRemoteBotResponse response;
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(call.database));
  FLAGFALL_RETURN_IF_ERROR(
      AddBot(call.database, {.manifest = request.manifest(), .added_time = call.now, .owner = owner}));
  FLAGFALL_ASSIGN_OR_RETURN(*response.mutable_token(), CreateBotToken(call.database, name, /*label=*/"", call.now));
  FLAGFALL_ASSIGN_OR_RETURN(*response.mutable_bot(), Shown(call, name));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return response;
}

absl::StatusOr<v1::NewToken> Apply(const HostedCall& call, const v1::CreateBotTokenRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string entry, EntryFor(call, "CreateBotToken", request.bot()));
  return CreateBotToken(call.database, entry, request.label(), call.now);
}

}  // namespace flagfall::arena
