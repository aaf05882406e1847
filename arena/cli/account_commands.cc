// How people come to the arena: links that sign a browser in, invitations, and registering by one.
#include <chrono>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/cli/commands.h"
#include "referee/base/micros.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

struct InviteFlags {
  std::string label;
  std::uint32_t uses = 1;
  std::string expires = "14d";
  std::string role = "owner";
};

struct RegisterFlags {
  std::string code;
  std::string name;
};

absl::Status MakeLink(const Invocation& invocation, const std::string& user) {
  v1::CreateSignInLinkRequest request;
  request.set_user(user);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::SignInLink made, api->CreateSignInLink(request));
  const Console& console = invocation.console;
  Print(console, made, absl::StrCat(made.url().empty() ? absl::StrCat("#/link/", made.secret()) : made.url(), "\n"));
  if (!console.json) {
    console.err << "It signs a browser in as " << Printable(made.user()) << ", once, until "
                << TimeText(made.expire_time())
                << (made.url().empty() ? ".\nThe site's address belongs before it." : ".") << "\n";
  }
  return absl::OkStatus();
}

absl::Status Invite(const Invocation& invocation, const InviteFlags& flags) {
  v1::CreateInvitationRequest request;
  request.set_label(flags.label);
  request.set_uses_max(flags.uses);
  request.set_lifetime(flags.expires);
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User::Role role, EnumNamed<v1::User::Role>(flags.role));
  request.set_role(role);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::NewInvitation made, api->CreateInvitation(request));
  const Console& console = invocation.console;
  Print(console, made, absl::StrCat(made.code(), "\n", made.url(), made.url().empty() ? "" : "\n"));
  if (!console.json) {
    console.err << "The code of invitation " << made.invitation().id() << " is shown this once, and stored nowhere.\n"
                << "Who has it runs: flagfall --server ADDRESS register " << made.code() << " NAME\n";
  }
  return absl::OkStatus();
}

std::string StateOf(const v1::Invitation& invitation) {
  if (invitation.has_revoke_time()) return "revoked";
  if (invitation.expire_time().seconds() <= WallNow() / std::chrono::seconds(1)) return "expired";
  return invitation.uses() >= invitation.uses_max() ? "used up" : "open";
}

absl::Status PrintInvitations(const Invocation& invocation) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListInvitationsResponse response, api->ListInvitations({}));
  Listing listing(invocation.console, {"id", "label", "role", "used", "created", "expires", "state"});
  for (const v1::Invitation& invitation : response.invitations()) {
    listing.Add(invitation,
                {absl::StrCat(invitation.id()), invitation.label(), EnumWord(invitation.role()),
                 absl::StrCat(invitation.uses(), " of ", invitation.uses_max()), TimeText(invitation.create_time()),
                 TimeText(invitation.expire_time()), StateOf(invitation)});
  }
  listing.Print("No invitations; `flagfall user invite` makes one.\n");
  return absl::OkStatus();
}

absl::Status Uninvite(const Invocation& invocation, std::uint64_t id) {
  v1::RevokeInvitationRequest request;
  request.set_id(id);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Invitation invitation, api->RevokeInvitation(request));
  Print(invocation.console, invitation, absl::StrCat("Revoked invitation ", id, ".\n"));
  return absl::OkStatus();
}

absl::Status Register(const Invocation& invocation, const RegisterFlags& flags) {
  v1::RegisterRequest request;
  request.set_code(flags.code);
  request.set_name(flags.name);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::RegisterResponse made, api->Register(request));
  const Console& console = invocation.console;
  Print(console, made, absl::StrCat(made.token().secret(), "\n"));
  if (!console.json) {
    console.err << "You are " << Printable(made.user().name()) << ", " << EnumWord(made.user().role())
                << ". Your token is shown this once, and stored nowhere; FLAGFALL_USER_TOKEN hands it in.\n";
  }
  return absl::OkStatus();
}

}  // namespace

void AddTokenLinkCommand(Command token, Invocation& invocation) {
  const auto user = std::make_shared<std::string>();
  AddCommand(token, invocation, "link", "Makes a link that signs a browser in, once, within 10 minutes",
             "flagfall token link ann", [&invocation, user] { return MakeLink(invocation, *user); })
      .AddOption("USER", *user, "Whom it signs in; at a server the caller when not given");
}

void AddInvitationCommands(Command user, Invocation& invocation) {
  const auto flags = std::make_shared<InviteFlags>();
  Command invite = AddCommand(
      user, invocation, "invite", "Makes a code by which people become users, and prints it once",
      "flagfall user invite --uses 30 --label course", [&invocation, flags] { return Invite(invocation, *flags); });
  invite.AddOption("--label", flags->label, "For people: for whom it is; its users carry it");
  invite.AddOption("--uses", flags->uses, "So many users may come by it").InRange(1U, 10'000U).ShowDefault();
  invite.AddOption("--expires", flags->expires, "As 14d, 12h, 30m").ShowDefault();
  invite.AddOption("--role", flags->role, "That of its users: owner or worker").ShowDefault();

  AddCommand(user, invocation, "invitations", "Lists the invitations", "flagfall user invitations",
             [&invocation] { return PrintInvitations(invocation); });

  const auto id = std::make_shared<std::uint64_t>(0);
  AddCommand(user, invocation, "uninvite", "Makes an invitation's code good for nothing; its users stay",
             "flagfall user uninvite 1", [&invocation, id] { return Uninvite(invocation, *id); })
      .AddOption("ID", *id, "As `user invitations` prints it")
      .Required()
      .Positive();
}

void AddRegisterCommand(Command app, Invocation& invocation) {
  const auto flags = std::make_shared<RegisterFlags>();
  Command join = AddCommand(app, invocation, "register", "Makes you a user by an invitation's code, and prints a token",
                            "flagfall --server tls:arena.example:7443 register CODE ann",
                            [&invocation, flags] { return Register(invocation, *flags); });
  join.AddOption("CODE", flags->code, "As the host has given it to you").Required();
  join.AddOption("NAME", flags->name, "What you are to be called: letters, digits, '-', '_' and '.'").Required();
}

}  // namespace flagfall::arena::cli
