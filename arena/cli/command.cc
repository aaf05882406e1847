#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/api/home_api.h"
#include "arena/cli/commands.h"
#include "arena/cli/read_file.h"
#include "arena/cli/submission_setup.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

// Where Debian, and most others, keep the roots that they trust.
constexpr char kSystemRoots[] = "/etc/ssl/certs/ca-certificates.crt";
constexpr std::size_t kRootsBytesMax = 16 << 20;

}  // namespace

absl::StatusOr<std::unique_ptr<api::ArenaApi>> Invocation::Api() const {
  if (!IsRemote()) {
    return std::make_unique<api::HomeApi>(home().Access(), accounts::Principal{.role = accounts::Role::kHost},
                                          SubmissionOptionsOf(*this));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const client::ServerAddress full, Server());
  return client::ConnectToServer(full);
}

absl::StatusOr<client::ServerAddress> Invocation::Server() const {
  client::ServerAddress full = server;
  const absl::StatusOr<std::string> roots =
      ReadFile(tls_ca.empty() ? kSystemRoots : tls_ca, kRootsBytesMax, "certificates in PEM");
  if (roots.ok()) full.tls_roots = *roots;
  if (!tls_ca.empty() && !roots.ok()) {
    return absl::Status(roots.status().code(), absl::StrCat("--tls-ca ", roots.status().message()));
  }
  if (!tls_ca.empty() && full.tls_roots.find("BEGIN CERTIFICATE") == std::string::npos) {
    return absl::NotFoundError(absl::StrCat("--tls-ca names ", tls_ca, ", which holds no certificates in PEM"));
  }
  return full;
}

absl::StatusOr<v1::GameRecord> RecordOf(api::ArenaApi& api, const std::string& game_id) {
  v1::GetGameRecordRequest request;
  request.set_game_id(game_id);
  return api.GetGameRecord(request);
}

absl::Status CheckIsLocal(const Invocation& invocation, absl::string_view command) {
  if (!invocation.IsRemote()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("`", command, "` works on a home, and not on a server: leave out --server (or FLAGFALL_SERVER)"));
}

Command AddCommand(Command parent, Invocation& invocation, const std::string& name, const std::string& description,
                   const std::string& example, std::function<absl::Status()> run, Json json) {
  Command command =
      parent.AddCommand(name, description, example, [&invocation, run = std::move(run)] { invocation.action = run; });
  if (json == Json::kLines) {
    command.AddFlag("--json", invocation.console.json, "One JSON object a line instead of text");
  }
  return command;
}

}  // namespace flagfall::arena::cli
