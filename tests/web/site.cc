#include "tests/web/site.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "arena/base/json.h"
#include "arena/store/bots.h"
#include "arena/store/tournaments.h"
#include "referee/base/check.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::web {

v1::Ruleset RulesetOf(const std::string& id) {
  v1::Ruleset ruleset;
  ruleset.set_id(id);
  return *CompleteRuleset(ruleset);
}

Site::Site(const v1::Ruleset& ruleset, std::function<Micros()> now, Micros delay, bool is_duplicate)
    : now_(std::move(now)), games_(delay, now_) {
  for (const char* name : {"ada", "bob"}) {
    v1::BotManifest manifest = store::ManifestOf(name);
    manifest.set_description("<script>alert(1)</script>");
    FLAGFALL_CHECK(
        store::AddBot(*database_, {.manifest = manifest, .folder = "/host/bots", .added_time = Micros(1)}).ok());
  }
  v1::TournamentSpec spec = store::CompleteSpecOf({"ada", "bob"});
  spec.set_rounds(1000);
  spec.set_duplicate(is_duplicate);
  *spec.mutable_ruleset() = ruleset;
  FLAGFALL_CHECK(store::CreateTournament(*database_, spec, ruleset.id(), Micros(2)).ok());
}

void Site::Start() {
  WebHost host{.ledger_path = database_->path(), .live = live_};
  host.playing = [] { return std::set<std::int64_t>{1}; };
  host.notices = [this](std::uint32_t) { return notices; };
  host.log = [this](const std::string& line) {
    MutexLock lock(mutex_);
    log_.push_back(line);
  };
  host.accounts = accounts;
  absl::StatusOr<Listener> listener = Listener::At("127.0.0.1:0");
  FLAGFALL_CHECK(listener.ok());
  server_ =
      std::make_unique<WebServer>(*std::move(listener), WebOptions{.files = files, .limits = limits}, std::move(host));
}

void Site::Parse(const WireAnswer& answer, google::protobuf::Message& message) {
  FLAGFALL_CHECK(answer.status == 200);
  FLAGFALL_CHECK(FromJson(answer.body, "the answer", message).ok());
}

void Site::Begin(const PlayedMatch& match, std::size_t entries) {
  log_of_game_ = games_.NewLog(match.header, now_());
  log_of_game_->Open();
  written_ = 0;
  GoOn(match, entries);
}

void Site::GoOn(const PlayedMatch& match, std::size_t entries) {
  const std::size_t end = std::min(match.entries.size(), written_ + entries);
  std::vector<SpectatorEntry> next(match.entries.begin() + static_cast<std::ptrdiff_t>(written_),
                                   match.entries.begin() + static_cast<std::ptrdiff_t>(end));
  log_of_game_->Append(next);
  written_ = end;
}

void Site::Finish(const PlayedMatch& match) {
  GoOn(match, match.entries.size());
  Store(match);
  live_.Forget(match.record.game_id(), match.record.plies());
}

void Site::Store(const PlayedMatch& match, std::uint32_t first_of_pair) {
  store::GameResult result{
      .tournament_id = 1, .number = 0, .round = 1, .first_of_pair = first_of_pair, .record = match.record};
  FLAGFALL_CHECK(absl::SimpleAtoi(match.record.game_id().substr(2), &result.number));
  FLAGFALL_CHECK(store::MustStore(*database_, result).status.ok());
}

}  // namespace flagfall::arena::web
