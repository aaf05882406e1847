#include "tests/fuzz/fuzz_home.h"

#include <sqlite3.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

#include "arena/accounts/tokens.h"
#include "arena/base/json.h"
#include "arena/store/bots.h"
#include "arena/store/results.h"
#include "arena/store/tournaments.h"
#include "arena/store/users.h"
#include "referee/base/check.h"
#include "referee/rules/catalogue.h"
#include "tests/replay/random_match.h"
#include "tests/store/ledger.h"

namespace flagfall::fuzz {
namespace {

namespace fs = std::filesystem;
namespace store = arena::store;
using arena::api::HomeApi;

constexpr char kOriginal[] = "original";
constexpr char kCopy[] = "copy";

const fs::path& Root() {
  static const fs::path* const root = [] {
    std::string path = fs::is_directory("/dev/shm") ? "/dev/shm" : "/tmp";
    path += "/flagfall-fuzz-XXXXXX";
    FLAGFALL_CHECK(::mkdtemp(path.data()) != nullptr);
    std::atexit(RemoveHome);
    return new fs::path(path);
  }();
  return *root;
}

void FillLedger(store::Database& database) {
  for (const char* name : {"ada", "bob"}) {
    FLAGFALL_CHECK(
        store::AddBot(database, {.manifest = store::ManifestOf(name), .folder = kHostsFolder, .added_time = Micros(1)})
            .ok());
  }
  FLAGFALL_CHECK(store::AddUser(database, "amy", v1::User::ROLE_OWNER, Micros(1)).ok());
  FLAGFALL_CHECK(store::AddUser(database, "zoe", v1::User::ROLE_HOST, Micros(1)).ok());
  FLAGFALL_CHECK(arena::accounts::CreateToken(database, {.user = "amy"}, Micros(1)).ok());
  v1::Ruleset ruleset;
  ruleset.set_id("duel");
  ruleset = *CompleteRuleset(ruleset);
  v1::TournamentSpec spec = store::CompleteSpecOf({"ada", "bob"});
  *spec.mutable_ruleset() = ruleset;
  spec.set_rounds(1000);
  const auto tournament = store::CreateTournament(database, spec, ruleset.id(), Micros(2));
  FLAGFALL_CHECK(tournament.ok() && *tournament == 1);
  constexpr std::uint32_t kGames = 3;
  constexpr std::uint32_t kPliesMax = 20;
  for (std::uint32_t number = 1; number <= kGames; ++number) {
    const PlayedMatch match = PlayRandomMatch(ruleset, number, kPliesMax);
    store::MustStore(database, {.tournament_id = 1, .number = number, .round = 1, .record = match.record});
  }
  HomeApi host = ApiOf(database, {.role = arena::accounts::Role::kHost, .user = "zoe"});
  v1::CreateWebhookRequest webhook;
  webhook.set_url("https://hooks.example.org/flagfall");
  webhook.add_events(v1::Webhook::EVENT_GAME);
  FLAGFALL_CHECK(host.CreateWebhook(webhook).ok());
  FLAGFALL_CHECK(host.CreateInvitation({}).ok());
  v1::CreateRemoteBotRequest remote;
  *remote.mutable_manifest() = store::ManifestOf("far");
  remote.mutable_manifest()->clear_command();
  HomeApi owner = ApiOf(database, {.role = arena::accounts::Role::kOwner, .user = "amy"});
  FLAGFALL_CHECK(owner.CreateRemoteBot(remote).ok());
}

template <typename Request, typename Response>
HomeMethod Row(const char* name, absl::StatusOr<Response> (HomeApi::*method)(const Request& request)) {
  return {.name = name,
          .request = &Request::default_instance(),
          .call = [method](HomeApi& api, const google::protobuf::Message& request, std::string& response) {
            const auto answer = (api.*method)(static_cast<const Request&>(request));
            if (!answer.ok()) return answer.status();
            // As the command line prints it.
            FLAGFALL_CHECK(!arena::ToJson(*answer).empty());
            answer->AppendToString(&response);
            return answer.status();
          }};
}

absl::Status Export(HomeApi& api, const google::protobuf::Message& request, std::string& response) {
  return api.ExportGames(static_cast<const v1::ExportGamesRequest&>(request),
                         [&response](const v1::ExportGamesResponse& game) {
                           game.AppendToString(&response);
                           return absl::OkStatus();
                         });
}

}  // namespace

const std::string& HomeFolder() {
  static const std::string* const folder = [] {
    const fs::path path = Root() / kOriginal;
    fs::create_directory(path);
    FillLedger(*store::MustOpen((path / store::kDatabaseFileName).string()));
    return new std::string(path.string());
  }();
  return *folder;
}

store::Database& CopyOfLedger() {
  // Never destroyed: what removes its file runs first.
  static auto* const copy = new std::unique_ptr<store::Database>();
  static sqlite3_int64 changes = 0;
  // To open a ledger takes far longer than a call.
  if (*copy != nullptr && sqlite3_total_changes64((*copy)->connection()) == changes) return **copy;
  copy->reset();
  const fs::path folder = Root() / kCopy;
  fs::remove_all(folder);
  fs::copy(HomeFolder(), folder, fs::copy_options::recursive);
  *copy = store::MustOpen((folder / store::kDatabaseFileName).string());
  changes = sqlite3_total_changes64((*copy)->connection());
  return **copy;
}

HomeApi ApiOf(store::Database& ledger, arena::accounts::Principal caller) {
  arena::accounts::SubmissionOptions options;
  options.folders.home = (Root() / kOriginal).string();
  options.rulesets_known = {"classic", "duel"};
  options.now = [] { return Micros(1'800'000'000'000'000); };
  return HomeApi(store::LedgerAccess(ledger), std::move(caller), std::move(options));
}

void RemoveHome() {
  std::error_code ignored;
  fs::remove_all(Root(), ignored);
}

const std::vector<HomeMethod>& HomeMethods() {
  static const auto* const methods = new std::vector<HomeMethod>{
      Row("ListBots", &HomeApi::ListBots),
      Row("GetBot", &HomeApi::GetBot),
      Row("GetBotLog", &HomeApi::GetBotLog),
      Row("SuspendBot", &HomeApi::SuspendBot),
      Row("ResumeBot", &HomeApi::ResumeBot),
      Row("RetireBot", &HomeApi::RetireBot),
      Row("SetBotChallenges", &HomeApi::SetBotChallenges),
      Row("SetBotTag", &HomeApi::SetBotTag),
      Row("CreateRemoteBot", &HomeApi::CreateRemoteBot),
      Row("CreateBotToken", &HomeApi::CreateBotToken),
      Row("ListSubmissions", &HomeApi::ListSubmissions),
      Row("GetSubmission", &HomeApi::GetSubmission),
      Row("ListTournaments", &HomeApi::ListTournaments),
      Row("GetTournament", &HomeApi::GetTournament),
      Row("ListSeries", &HomeApi::ListSeries),
      Row("ListGames", &HomeApi::ListGames),
      Row("GetGameRecord", &HomeApi::GetGameRecord),
      Row("GetGameReceipt", &HomeApi::GetGameReceipt),
      {.name = "ExportGames", .request = &v1::ExportGamesRequest::default_instance(), .call = Export},
      Row("GetGameView", &HomeApi::GetGameView),
      Row("GetRuleset", &HomeApi::GetRuleset),
      Row("GetLeaderboard", &HomeApi::GetLeaderboard),
      Row("CreateUser", &HomeApi::CreateUser),
      Row("ListUsers", &HomeApi::ListUsers),
      Row("RemoveUser", &HomeApi::RemoveUser),
      Row("CreateToken", &HomeApi::CreateToken),
      Row("ListTokens", &HomeApi::ListTokens),
      Row("RevokeToken", &HomeApi::RevokeToken),
      Row("CreateSignInLink", &HomeApi::CreateSignInLink),
      Row("CreateInvitation", &HomeApi::CreateInvitation),
      Row("ListInvitations", &HomeApi::ListInvitations),
      Row("RevokeInvitation", &HomeApi::RevokeInvitation),
      Row("Register", &HomeApi::Register),
      Row("CreateWebhook", &HomeApi::CreateWebhook),
      Row("ListWebhooks", &HomeApi::ListWebhooks),
      Row("RemoveWebhook", &HomeApi::RemoveWebhook),
      Row("TestWebhook", &HomeApi::TestWebhook),
      Row("ListWebhookDeliveries", &HomeApi::ListWebhookDeliveries),
      Row("RedeliverWebhook", &HomeApi::RedeliverWebhook),
      Row("ListWorkers", &HomeApi::ListWorkers),
      Row("TrustWorker", &HomeApi::TrustWorker),
  };
  return *methods;
}

}  // namespace flagfall::fuzz
