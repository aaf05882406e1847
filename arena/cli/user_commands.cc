#include <chrono>
#include <memory>

#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/cli/commands.h"
#include "referee/base/micros.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

struct TokenFlags {
  std::string user;
  std::string bot;
  std::string label;
  std::string expires = "90d";
};

absl::Status PrintUser(const Invocation& invocation, const v1::User& user, absl::string_view done) {
  Print(invocation.console, user, absl::StrCat(done, " ", Printable(user.name()), ", ", EnumWord(user.role()), ".\n"));
  return absl::OkStatus();
}

absl::Status MakeUser(const Invocation& invocation, const std::string& name, const std::string& role) {
  v1::CreateUserRequest request;
  request.set_name(name);
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User::Role named, EnumNamed<v1::User::Role>(role));
  request.set_role(named);
  // The first user makes the home.
  if (!invocation.IsRemote()) FLAGFALL_RETURN_IF_ERROR(invocation.home().Create().status());
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User made, api->CreateUser(request));
  return PrintUser(invocation, made, "Added");
}

absl::Status DropUser(const Invocation& invocation, const std::string& name) {
  v1::RemoveUserRequest request;
  request.set_name(name);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User gone, api->RemoveUser(request));
  return PrintUser(invocation, gone, "Removed");
}

// The invitation with which the user came.
std::string CameBy(const v1::User& user) {
  if (user.invitation_id() == 0) return "-";
  return absl::StrCat("invitation ", user.invitation_id(), user.invitation_label().empty() ? "" : ": ",
                      user.invitation_label());
}

absl::Status PrintUsers(const Invocation& invocation) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListUsersResponse response, api->ListUsers({}));
  Listing listing(invocation.console, {"name", "role", "added", "removed", "came by"});
  for (const v1::User& user : response.users()) {
    listing.Add(user, {user.name(), EnumWord(user.role()), TimeText(user.add_time()),
                       user.has_remove_time() ? TimeText(user.remove_time()) : "-", CameBy(user)});
  }
  listing.Print("No users yet; `flagfall user add NAME` adds one.\n");
  return absl::OkStatus();
}

absl::StatusOr<v1::NewToken> TokenOf(const Invocation& invocation, const TokenFlags& flags) {
  if (flags.user.empty() == flags.bot.empty()) {
    return absl::InvalidArgumentError("give either a USER, or --bot NAME for a bot that is to dial in");
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  if (!flags.bot.empty()) {
    v1::CreateBotTokenRequest request;
    request.set_bot(flags.bot);
    request.set_label(flags.label);
    return api->CreateBotToken(request);
  }
  v1::CreateTokenRequest request;
  request.set_user(flags.user);
  request.set_label(flags.label);
  if (flags.expires != "never") request.set_lifetime(flags.expires);
  return api->CreateToken(request);
}

absl::Status MakeToken(const Invocation& invocation, const TokenFlags& flags) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::NewToken made, TokenOf(invocation, flags));
  const Console& console = invocation.console;
  Print(console, made, made.secret() + "\n");
  if (!console.json) {
    console.err << "Token " << made.token().id() << "; it is shown this once, and stored nowhere.\n";
  }
  return absl::OkStatus();
}

std::string StateOf(const v1::Token& token) {
  if (token.has_revoke_time()) return "revoked";
  return token.has_expire_time() && token.expire_time().seconds() <= WallNow() / std::chrono::seconds(1) ? "expired"
                                                                                                         : "good";
}

absl::Status PrintTokens(const Invocation& invocation, const std::string& user) {
  v1::ListTokensRequest request;
  request.set_user(user);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListTokensResponse response, api->ListTokens(request));
  Listing listing(invocation.console, {"id", "of", "label", "created", "expires", "state"});
  for (const v1::Token& token : response.tokens()) {
    listing.Add(token,
                {absl::StrCat(token.id()), token.user().empty() ? absl::StrCat("bot ", token.bot()) : token.user(),
                 token.label(), TimeText(token.create_time()),
                 token.has_expire_time() ? TimeText(token.expire_time()) : "never", StateOf(token)});
  }
  listing.Print("No tokens.\n");
  return absl::OkStatus();
}

absl::Status Revoke(const Invocation& invocation, std::uint64_t id) {
  v1::RevokeTokenRequest request;
  request.set_id(id);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Token token, api->RevokeToken(request));
  Print(invocation.console, token, absl::StrCat("Revoked token ", id, ".\n"));
  return absl::OkStatus();
}

}  // namespace

void AddUserCommands(Command app, Invocation& invocation) {
  Command user =
      app.AddGroup("user", "Adds, lists and removes those who may call this home's host", "flagfall user list");

  const auto name = std::make_shared<std::string>();
  const auto role = std::make_shared<std::string>("owner");
  Command add = AddCommand(user, invocation, "add", "Adds a user", "flagfall user add ann --role owner",
                           [&invocation, name, role] { return MakeUser(invocation, *name, *role); });
  add.AddOption("NAME", *name, "Letters, digits, '-', '_' and '.'").Required();
  add.AddOption("--role", *role,
                "owner: may do what concerns the own bots; host: everything; worker: plays games on another machine")
      .ShowDefault();

  AddCommand(user, invocation, "list", "Lists the users", "flagfall user list",
             [&invocation] { return PrintUsers(invocation); });

  const auto removed = std::make_shared<std::string>();
  AddCommand(user, invocation, "remove", "Revokes all tokens of a user and of the user's bots; the bots stay",
             "flagfall user remove ann", [&invocation, removed] { return DropUser(invocation, *removed); })
      .AddOption("NAME", *removed, "The user's name")
      .Required();
  AddInvitationCommands(user, invocation);
}

void AddTokenCommands(Command app, Invocation& invocation) {
  Command token = app.AddGroup("token", "Creates, lists and revokes tokens, which callers show", "flagfall token list");

  const auto flags = std::make_shared<TokenFlags>();
  Command create = AddCommand(token, invocation, "create", "Makes a token, and prints it this once",
                              "flagfall token create ann --expires 30d",
                              [&invocation, flags] { return MakeToken(invocation, *flags); });
  create.AddOption("USER", flags->user, "Whose it is");
  const Option bot = create.AddOption("--bot", flags->bot,
                                      "The remote bot that dials in with it, in place of a user; voids its others");
  create.AddOption("--label", flags->label, "For people: what it is for");
  create.AddOption("--expires", flags->expires, "As 90d, 12h, 30m, or never; a bot's never does")
      .ShowDefault()
      .Excludes(bot);

  const auto user = std::make_shared<std::string>();
  AddCommand(token, invocation, "list", "Lists the tokens", "flagfall token list", [&invocation, user] {
    return PrintTokens(invocation, *user);
  }).AddOption("USER", *user, "Only of this user, and of that one's bots");

  const auto id = std::make_shared<std::uint64_t>(0);
  AddCommand(token, invocation, "revoke", "Makes a token good for nothing, at once", "flagfall token revoke 1",
             [&invocation, id] { return Revoke(invocation, *id); })
      .AddOption("ID", *id, "As `token list` prints it")
      .Required()
      .Positive();
  AddTokenLinkCommand(token, invocation);
}

}  // namespace flagfall::arena::cli
