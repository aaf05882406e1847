#include "arena/accounts/tokens.h"

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/accounts/secrets.h"
#include "arena/base/timestamps.h"
#include "arena/store/bots.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::accounts {
namespace {

constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kDay = 24 * 60 * kMinute;
constexpr std::int64_t kLifetimeDaysMax = 3650;

Role RoleOf(const v1::User& user) {
  switch (user.role()) {
    case v1::User::ROLE_HOST:
      return Role::kHost;
    case v1::User::ROLE_WORKER:
      return Role::kWorker;
    default:
      return Role::kOwner;
  }
}

}  // namespace

absl::StatusOr<v1::NewToken> CreateToken(store::Database& database, const store::TokenToAdd& token, Micros now) {
  v1::NewToken made;
  made.set_secret(DrawSecret(kTokenSecret));
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, store::AddToken(database, token, Sha256Of(made.secret()), now));
  FLAGFALL_ASSIGN_OR_RETURN(*made.mutable_token(), store::FindToken(database, id));
  return made;
}

absl::StatusOr<v1::NewToken> CreateBotToken(store::Database& database, absl::string_view bot, const std::string& label,
                                            Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot found, store::FindBot(database, bot));
  if (!found.IsRemote()) {
    return absl::FailedPreconditionError(
        absl::StrCat("bot ", found.name(), " is started by the host, which gives it a token each time"));
  }
  FLAGFALL_RETURN_IF_ERROR(store::RevokeBotTokens(database, found.name(), now));
  FLAGFALL_ASSIGN_OR_RETURN(v1::NewToken made, CreateToken(database, {.bot = found.name(), .label = label}, now));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return made;
}

absl::StatusOr<Principal> Authorize(store::Database& database, absl::string_view token, Micros now) {
  if (token.empty()) return Principal{};
  if (!IsSecret(token, kTokenSecret)) {
    return absl::UnauthenticatedError("this is no token: a token is fft_ and 43 letters, digits, '-' or '_'");
  }
  // Looked for by its hash, so that how long it takes says nothing about tokens that there are.
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<v1::Token> found, store::FindToken(database, Sha256Of(token)));
  if (!found.has_value()) return absl::UnauthenticatedError("this token is not known here");
  FLAGFALL_RETURN_IF_ERROR(store::CheckIsGood(*found, now));
  if (!found->bot().empty()) return Principal{.role = Role::kBot, .bot = found->bot()};
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User user, store::FindUser(database, found->user()));
  return Principal{.role = RoleOf(user), .user = user.name(), .token = static_cast<std::int64_t>(found->id())};
}

absl::StatusOr<Micros> ParseLifetime(absl::string_view text) {
  std::int64_t number = 0;
  const bool is_number = !text.empty() && absl::SimpleAtoi(text.substr(0, text.size() - 1), &number);
  const char unit = text.empty() ? '\0' : text.back();
  const std::int64_t seconds = unit == 'd' ? kDay : unit == 'h' ? 60 * kMinute : unit == 'm' ? kMinute : 0;
  if (!is_number || seconds == 0 || number < 1 || number > kLifetimeDaysMax * kDay / seconds) {
    return absl::InvalidArgumentError(absl::StrCat("'", absl::CHexEscape(text),
                                                   "' is no lifetime: give days, hours or ",
                                                   "minutes, as in 90d, 12h or 30m, up to ", kLifetimeDaysMax, "d"));
  }
  return Micros(std::chrono::seconds(number * seconds));
}

}  // namespace flagfall::arena::accounts
