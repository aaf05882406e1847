#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/cli/commands.h"
#include "arena/hosting/messages.h"
#include "arena/hosting/tokens.h"
#include "arena/queries/messages.h"
#include "arena/store/users.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

Micros WallClock() { return std::chrono::duration_cast<Micros>(std::chrono::system_clock::now().time_since_epoch()); }

struct TokenFlags {
  std::string user;
  std::string bot;
  std::string label;
  std::string expires = "90d";
};

std::string RoleName(v1::User::Role role) { return role == v1::User::ROLE_HOST ? "host" : "owner"; }

absl::Status PrintUser(const v1::User& user, absl::string_view done, const Console& console) {
  if (console.json) {
    PrintJson(user, console.out);
  } else {
    console.out << done << " " << user.name() << ", " << RoleName(user.role()) << ".\n";
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::User> MakeUser(const Invocation& invocation, const std::string& name, const std::string& role) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User::Role named, EnumNamed<v1::User::Role>(role));
  if (invocation.IsRemote()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<ArenaClient> client, invocation.Client());
    v1::CreateUserRequest request;
    request.set_name(name);
    request.set_role(named);
    return client->Ask(request);
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().Create());
  FLAGFALL_RETURN_IF_ERROR(AddUser(*database, name, named, WallClock()));
  FLAGFALL_ASSIGN_OR_RETURN(const User user, FindUser(*database, name));
  return MessageOf(user);
}

absl::StatusOr<v1::User> Removed(const Invocation& invocation, const std::string& name) {
  if (invocation.IsRemote()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<ArenaClient> client, invocation.Client());
    v1::RemoveUserRequest request;
    request.set_name(name);
    return client->Ask(request);
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForWriting());
  FLAGFALL_RETURN_IF_ERROR(RemoveUser(*database, name, WallClock()));
  FLAGFALL_ASSIGN_OR_RETURN(const User user, FindUser(*database, name));
  return MessageOf(user);
}

absl::StatusOr<std::vector<v1::User>> UsersOf(const Invocation& invocation) {
  std::vector<v1::User> found;
  if (invocation.IsRemote()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<ArenaClient> client, invocation.Client());
    FLAGFALL_ASSIGN_OR_RETURN(const v1::ListUsersResponse response, client->Ask(v1::ListUsersRequest()));
    found.assign(response.users().begin(), response.users().end());
    return found;
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<User> users, ListUsers(*database));
  for (const User& user : users) found.push_back(MessageOf(user));
  return found;
}

absl::Status PrintUsers(const Invocation& invocation) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::User> users, UsersOf(invocation));
  const Console& console = invocation.console;
  std::vector<std::vector<std::string>> rows = {{"name", "role", "added", "removed"}};
  for (const v1::User& user : users) {
    if (console.json) PrintJson(user, console.out);
    rows.push_back({user.name(), RoleName(user.role()), TimeText(user.add_time()),
                    user.has_remove_time() ? TimeText(user.remove_time()) : "-"});
  }
  if (!console.json)
    console.out << (users.empty() ? "No users yet; `flagfall user add NAME` adds one.\n" : FormatTable(rows));
  return absl::OkStatus();
}

absl::StatusOr<v1::NewToken> AskForToken(const Invocation& invocation, const TokenFlags& flags) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<ArenaClient> client, invocation.Client());
  if (!flags.bot.empty()) {
    v1::CreateBotTokenRequest request;
    request.set_bot(flags.bot);
    request.set_label(flags.label);
    return client->Ask(request);
  }
  v1::CreateTokenRequest request;
  request.set_user(flags.user);
  request.set_label(flags.label);
  if (flags.expires != "never") request.set_lifetime(flags.expires);
  return client->Ask(request);
}

absl::StatusOr<v1::NewToken> TokenOf(const Invocation& invocation, const TokenFlags& flags) {
  if (flags.user.empty() == flags.bot.empty()) {
    return absl::InvalidArgumentError("give either a USER, or --bot NAME for a bot that is to dial in");
  }
  if (invocation.IsRemote()) return AskForToken(invocation, flags);
  const Micros now = WallClock();
  Token token{.user = flags.user, .label = flags.label};
  if (flags.expires != "never") {
    FLAGFALL_ASSIGN_OR_RETURN(const Micros lifetime, ParseLifetime(flags.expires));
    token.expires_time = now + lifetime;
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForWriting());
  if (!flags.bot.empty()) return CreateBotToken(*database, flags.bot, flags.label, now);
  return CreateToken(*database, token, now);
}

absl::Status MakeToken(const Invocation& invocation, const TokenFlags& flags) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::NewToken made, TokenOf(invocation, flags));
  const Console& console = invocation.console;
  if (console.json) {
    PrintJson(made, console.out);
  } else {
    console.out << made.secret() << "\n";
    console.err << "Token " << made.token().id() << "; it is shown this once, and stored nowhere.\n";
  }
  return absl::OkStatus();
}

std::string StateOf(const v1::Token& token) {
  if (token.has_revoke_time()) return "revoked";
  return token.has_expire_time() && token.expire_time().seconds() <= WallClock() / std::chrono::seconds(1) ? "expired"
                                                                                                           : "good";
}

absl::StatusOr<std::vector<v1::Token>> TokensOf(const Invocation& invocation, const std::optional<std::string>& user) {
  std::vector<v1::Token> found;
  if (invocation.IsRemote()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<ArenaClient> client, invocation.Client());
    v1::ListTokensRequest request;
    request.set_user(user.value_or(""));
    FLAGFALL_ASSIGN_OR_RETURN(const v1::ListTokensResponse response, client->Ask(request));
    found.assign(response.tokens().begin(), response.tokens().end());
    return found;
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Token> tokens, ListTokens(*database, user));
  for (const Token& token : tokens) found.push_back(MessageOf(token));
  return found;
}

absl::Status PrintTokens(const Invocation& invocation, const std::optional<std::string>& user) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::Token> tokens, TokensOf(invocation, user));
  const Console& console = invocation.console;
  std::vector<std::vector<std::string>> rows = {{"id", "of", "label", "created", "expires", "state"}};
  for (const v1::Token& token : tokens) {
    if (console.json) PrintJson(token, console.out);
    rows.push_back({absl::StrCat(token.id()), token.user().empty() ? absl::StrCat("bot ", token.bot()) : token.user(),
                    token.label(), TimeText(token.create_time()),
                    token.has_expire_time() ? TimeText(token.expire_time()) : "never", StateOf(token)});
  }
  if (!console.json) console.out << (tokens.empty() ? "No tokens.\n" : FormatTable(rows));
  return absl::OkStatus();
}

absl::StatusOr<v1::Token> Revoked(const Invocation& invocation, std::int64_t id) {
  if (invocation.IsRemote()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<ArenaClient> client, invocation.Client());
    v1::RevokeTokenRequest request;
    request.set_id(static_cast<std::uint64_t>(id));
    return client->Ask(request);
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> database, invocation.home().OpenForWriting());
  FLAGFALL_RETURN_IF_ERROR(RevokeToken(*database, id, WallClock()));
  FLAGFALL_ASSIGN_OR_RETURN(const Token token, FindToken(*database, id));
  return MessageOf(token);
}

absl::Status Revoke(const Invocation& invocation, std::int64_t id) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Token token, Revoked(invocation, id));
  if (invocation.console.json) {
    PrintJson(token, invocation.console.out);
  } else {
    invocation.console.out << "Revoked token " << id << ".\n";
  }
  return absl::OkStatus();
}

}  // namespace

void AddUserCommands(CLI::App& app, Invocation& invocation) {
  CLI::App& user = *app.add_subcommand("user", "Adds, lists and removes those who may call this home's host");
  user.require_subcommand(1);
  user.footer("Example: flagfall user list");

  const auto name = std::make_shared<std::string>();
  const auto role = std::make_shared<std::string>("owner");
  CLI::App& add = AddCommand(user, invocation, "add", "Adds a user", "flagfall user add ann --role owner",
                             [&invocation, name, role]() -> absl::Status {
                               FLAGFALL_ASSIGN_OR_RETURN(const v1::User made, MakeUser(invocation, *name, *role));
                               return PrintUser(made, "Added", invocation.console);
                             });
  add.add_option("NAME", *name, "Letters, digits, '-', '_' and '.'")->required();
  add.add_option("--role", *role, "owner: may do what concerns the own bots; host: everything")->capture_default_str();

  AddCommand(user, invocation, "list", "Lists the users", "flagfall user list",
             [&invocation] { return PrintUsers(invocation); });

  const auto removed = std::make_shared<std::string>();
  AddCommand(user, invocation, "remove", "Revokes all tokens of a user and of the user's bots; the bots stay",
             "flagfall user remove ann",
             [&invocation, removed]() -> absl::Status {
               FLAGFALL_ASSIGN_OR_RETURN(const v1::User gone, Removed(invocation, *removed));
               return PrintUser(gone, "Removed", invocation.console);
             })
      .add_option("NAME", *removed, "The user's name")
      ->required();
}

void AddTokenCommands(CLI::App& app, Invocation& invocation) {
  CLI::App& token = *app.add_subcommand("token", "Creates, lists and revokes tokens, which callers show");
  token.require_subcommand(1);
  token.footer("Example: flagfall token list");

  const auto flags = std::make_shared<TokenFlags>();
  CLI::App& create = AddCommand(token, invocation, "create", "Makes a token, and prints it this once",
                                "flagfall token create ann --expires 30d",
                                [&invocation, flags] { return MakeToken(invocation, *flags); });
  create.add_option("USER", flags->user, "Whose it is");
  CLI::Option* const bot = create.add_option(
      "--bot", flags->bot, "The remote bot that dials in with it, in place of a user; voids its others");
  create.add_option("--label", flags->label, "For people: what it is for");
  create.add_option("--expires", flags->expires, "As 90d, 12h, 30m, or never; a bot's never does")
      ->capture_default_str()
      ->excludes(bot);

  const auto user = std::make_shared<std::optional<std::string>>();
  AddCommand(token, invocation, "list", "Lists the tokens", "flagfall token list", [&invocation, user] {
    return PrintTokens(invocation, *user);
  }).add_option("USER", *user, "Only of this user, and of that one's bots");

  const auto id = std::make_shared<std::int64_t>(0);
  AddCommand(token, invocation, "revoke", "Makes a token good for nothing, at once", "flagfall token revoke 1",
             [&invocation, id] { return Revoke(invocation, *id); })
      .add_option("ID", *id, "As `token list` prints it")
      ->required()
      ->check(CLI::PositiveNumber);
}

}  // namespace flagfall::arena
