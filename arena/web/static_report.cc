#include "arena/web/static_report.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/api/home_api.h"
#include "arena/base/timestamps.h"
#include "arena/queries/answer_cache.h"
#include "arena/queries/bot_set_ups.h"
#include "arena/queries/leaderboards.h"
#include "arena/queries/ledger_messages.h"
#include "arena/queries/likelihood_history.h"
#include "arena/queries/rankings.h"
#include "arena/queries/rulesets.h"
#include "arena/queries/secrets.h"
#include "arena/replay/example_replay.h"
#include "arena/replay/finished_replay.h"
#include "arena/store/errors.h"
#include "arena/store/games.h"
#include "arena/store/readers.h"
#include "arena/web/report_folder.h"
#include "arena/web_pages/bot_page.h"
#include "arena/web_pages/feeds.h"
#include "arena/web_pages/game_files.h"
#include "arena/web_pages/head_to_head.h"
#include "arena/web_pages/host_status.h"
#include "arena/web_pages/leaderboard_page.h"
#include "arena/web_pages/tournament_follower.h"
#include "referee/base/mutex.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

constexpr std::size_t kIndexGames = 5000;
constexpr std::uint32_t kTournamentsAtOnce = 1000;
// Leaderboards that are kept while a report is written.
constexpr std::size_t kLeaderboardBytesMax = 64 << 20;
// The same for the standings of tournaments, for feeds.
constexpr std::size_t kTournamentBytesMax = 32 << 20;
constexpr char kLiveMark[] = "content=\"live\"";
constexpr char kStaticMark[] = "content=\"static\"";
constexpr char kLiveFeed[] = "href=\"./api/v1/feed\"";
constexpr char kStaticFeed[] = "href=\"./data/feeds/site.xml\"";
constexpr char kSite[] = "site";

class Writer {
 public:
  Writer(const std::string& ledger_path, const ReportOptions& options)
      : options_(options), folder_(options.folder), readers_(ledger_path) {}

  absl::StatusOr<ReportSize> WriteAll() {
    FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
    FLAGFALL_RETURN_IF_ERROR(folder_.Begin());
    FLAGFALL_RETURN_IF_ERROR(WriteFiles());
    FLAGFALL_RETURN_IF_ERROR(WriteHost(*reader));
    FLAGFALL_RETURN_IF_ERROR(WriteBots(*reader));
    FLAGFALL_RETURN_IF_ERROR(WriteTournaments(*reader));
    FLAGFALL_RETURN_IF_ERROR(WriteGames(*reader));
    FLAGFALL_RETURN_IF_ERROR(WriteSite(*reader));
    return ReportSize{.games = games_, .files = folder_.files(), .bytes = folder_.bytes(), .left_out = left_out_};
  }

 private:
  absl::Status WriteFiles() {
    for (const auto& [name, content] : options_.files) {
      const bool is_page = absl::EndsWith(name, ".html");
      FLAGFALL_RETURN_IF_ERROR(folder_.Write(
          name, is_page ? absl::StrReplaceAll(content->plain, {{kLiveMark, kStaticMark}, {kLiveFeed, kStaticFeed}})
                        : content->plain));
    }
    return absl::OkStatus();
  }

  absl::Status WriteHost(store::Database& database) {
    FLAGFALL_RETURN_IF_ERROR(WriteRules());
    FLAGFALL_ASSIGN_OR_RETURN(v1::HostStatus status, web_pages::LedgerStatus(database, /*playing=*/{}));
    SetNow(*status.mutable_time());
    FLAGFALL_RETURN_IF_ERROR(folder_.WriteData("status", status));
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::Pool> pools, web_pages::PoolMessages(database));
    for (const v1::Pool& pool : pools) {
      FLAGFALL_ASSIGN_OR_RETURN(const v1::Leaderboard page,
                                web_pages::LeaderboardPage(database, pool.name(), leaderboards_of_));
      const std::string file = FileNameOf(pool.name());
      FLAGFALL_RETURN_IF_ERROR(folder_.WriteData(absl::StrCat("leaderboards/", file), page));
      FLAGFALL_ASSIGN_OR_RETURN(const v1::PoolRankings rankings, queries::RankingsPage(database, pool.name()));
      FLAGFALL_RETURN_IF_ERROR(folder_.WriteData(absl::StrCat("rankings/", file), rankings));
      FLAGFALL_ASSIGN_OR_RETURN(const v1::PoolResiduals residuals, queries::ResidualsPage(database, pool.name()));
      FLAGFALL_RETURN_IF_ERROR(folder_.WriteData(absl::StrCat("residuals/", file), residuals));
    }
    return absl::OkStatus();
  }

  absl::Status WriteRules() {
    const v1::ListRulesetsResponse rulesets = queries::Rulesets();
    for (const v1::RulesetInfo& ruleset : rulesets.rulesets()) {
      const absl::StatusOr<v1::RulesetPictures> pictures = replay::PicturesOf(ruleset.id());
      // A ruleset that a program brings along has no pictures.
      if (absl::IsUnimplemented(pictures.status())) continue;
      FLAGFALL_RETURN_IF_ERROR(pictures.status());
      FLAGFALL_RETURN_IF_ERROR(folder_.WriteData(absl::StrCat("rulesets/", FileNameOf(ruleset.id())), *pictures));
    }
    return folder_.WriteData("rulesets", rulesets);
  }

  absl::Status WriteBots(store::Database& database) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::ListBotsResponse bots, api::HomeApi(database).ListBots(v1::ListBotsRequest()));
    FLAGFALL_RETURN_IF_ERROR(folder_.WriteData("bots", bots));
    return ForEach(
        static_cast<std::size_t>(bots.bots_size()), [&](store::Database& reader, std::size_t i) -> absl::Status {
          const std::string& name = bots.bots(static_cast<int>(i)).manifest().name();
          FLAGFALL_ASSIGN_OR_RETURN(const v1::BotPage page, web_pages::BotPageOf(reader, name, leaderboards_of_));
          FLAGFALL_RETURN_IF_ERROR(WriteSetUpsAndRatings(reader, name, page));
          FLAGFALL_RETURN_IF_ERROR(WriteHeadToHeads(reader, name, page));
          FLAGFALL_RETURN_IF_ERROR(WriteFeed(absl::StrCat("bots/", FileNameOf(name)), [&](const auto& place) {
            return web_pages::BotFeed(reader, name, finished_, place);
          }));
          return folder_.WriteData(absl::StrCat("bots/", FileNameOf(name)), page);
        });
  }

  absl::Status WriteSetUpsAndRatings(store::Database& database, const std::string& bot, const v1::BotPage& page) {
    for (const v1::RatedBot& rated : page.bot().ratings()) {
      FLAGFALL_ASSIGN_OR_RETURN(const auto moments,
                                moments_.Get(rated.pool(), queries::Freshness::kForever, /*ledger=*/0,
                                             [&] { return queries::NewMoments(database, rated.pool()); }));
      const std::string name = absl::StrCat("ratings/", FileNameOf(bot), "/", FileNameOf(rated.pool()));
      FLAGFALL_ASSIGN_OR_RETURN(const v1::LikelihoodHistory history,
                                queries::LikelihoodHistoryOf(*moments, rated.pool(), bot));
      FLAGFALL_RETURN_IF_ERROR(folder_.WriteData(name, history));
    }
    for (const v1::BotRecord& record : page.records()) {
      const absl::StatusOr<v1::BotSetUps> set_ups = queries::BotSetUpsOf(database, bot, record.ruleset_id());
      // Not every ruleset has set-ups on a board.
      if (absl::IsNotFound(set_ups.status())) continue;
      FLAGFALL_RETURN_IF_ERROR(set_ups.status());
      const std::string name = absl::StrCat("set-ups/", FileNameOf(bot), "/", FileNameOf(record.ruleset_id()));
      FLAGFALL_RETURN_IF_ERROR(folder_.WriteData(name, *set_ups));
    }
    return absl::OkStatus();
  }

  // Of two bots, the file of the one whose name comes first is enough.
  absl::Status WriteHeadToHeads(store::Database& database, const std::string& bot, const v1::BotPage& page) {
    std::set<std::string> later;
    for (const v1::BotRecord& record : page.records()) {
      for (const v1::OpponentRecord& opponent : record.opponents()) {
        if (bot < opponent.bot()) later.insert(opponent.bot());
      }
    }
    for (const std::string& opponent : later) {
      FLAGFALL_ASSIGN_OR_RETURN(const v1::HeadToHead both, web_pages::HeadToHeadOf(database, bot, opponent));
      const std::string name = absl::StrCat("against/", FileNameOf(bot), "/", FileNameOf(opponent));
      FLAGFALL_RETURN_IF_ERROR(folder_.WriteData(name, both));
    }
    return absl::OkStatus();
  }

  absl::Status WriteTournaments(store::Database& database) {
    v1::ListTournamentsResponse all;
    v1::ListTournamentsRequest request;
    request.set_page_size(kTournamentsAtOnce);
    do {
      FLAGFALL_ASSIGN_OR_RETURN(v1::ListTournamentsResponse page, api::HomeApi(database).ListTournaments(request));
      for (v1::Tournament& tournament : *page.mutable_tournaments()) *all.add_tournaments() = std::move(tournament);
      request.set_page_token(page.next_page_token());
    } while (!request.page_token().empty());
    FLAGFALL_RETURN_IF_ERROR(folder_.WriteData("tournaments", all));
    return ForEach(static_cast<std::size_t>(all.tournaments_size()), [&](store::Database& reader, std::size_t i) {
      return WriteTournament(reader, all.tournaments(static_cast<int>(i)).id());
    });
  }

  absl::Status WriteTournament(store::Database& database, std::uint32_t id) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<web_pages::TournamentFollower> follower,
                              web_pages::TournamentFollower::Of(database, id));
    const web_pages::TournamentNow now{.time = WallNow()};
    const v1::TournamentPage page = follower->Page(database, now);
    FLAGFALL_RETURN_IF_ERROR(folder_.WriteData(absl::StrCat("tournaments/", id), page));
    for (std::uint32_t number = 1; number <= page.rounds(); ++number) {
      FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentRound round, follower->Round(number, now));
      FLAGFALL_RETURN_IF_ERROR(folder_.WriteData(absl::StrCat("tournaments/", id, "/rounds/", number), round));
    }
    return WriteFeed(absl::StrCat("tournaments/", id), [&](const web_pages::FeedPlace& place) {
      return web_pages::TournamentFeed(database, page.tournament(), /*notices=*/{}, place);
    });
  }

  absl::Status WriteGames(store::Database& database) {
    web_pages::GameIndexBuilder index;
    std::optional<std::int64_t> before;
    do {
      FLAGFALL_ASSIGN_OR_RETURN(const store::GamePage page,
                                store::ListGames(database, {}, before, store::kGamePageMax));
      FLAGFALL_RETURN_IF_ERROR(ForEach(
          page.games.size(), [&](store::Database& reader, std::size_t i) { return WriteGame(reader, page.games[i]); }));
      for (const store::GameSummary& game : page.games) index.Add(game);
      games_ += page.games.size();
      before = page.next;
      if (options_.on_progress) options_.on_progress(games_);
      const bool is_full = index.size() + store::kGamePageMax > kIndexGames;
      if (index.size() > 0 && (is_full || !before.has_value())) {
        FLAGFALL_RETURN_IF_ERROR(folder_.WriteData(absl::StrCat("games/index-", chunks_++), index.Take()));
      }
    } while (before.has_value());
    return absl::OkStatus();
  }

  absl::Status WriteGame(store::Database& database, const store::GameSummary& game) {
    const auto name_of = [&game](absl::string_view folder) {
      return absl::StrCat(folder, "/", game.tournament_id, "/", game.game_id);
    };
    const absl::StatusOr<v1::GameRecord> record = queries::PublicRecord(database, game);
    // A game that is not public yet is left to a later report.
    if (absl::IsFailedPrecondition(record.status())) return absl::OkStatus();
    const bool is_damaged = absl::IsDataLoss(record.status()) && !store::IsLedgerFailure(record.status());
    if (!record.ok()) return is_damaged ? LeaveOut(game, record.status()) : record.status();
    const absl::StatusOr<v1::Replay> replay = replay::FinishedReplay(*record, queries::MessageOf(game));
    // Games of a ruleset that this program does not know have no replay, and so no page.
    if (!replay.ok() && !absl::IsUnimplemented(replay.status())) return LeaveOut(game, replay.status());
    // Made before the page is written, so that a game that is left out has neither.
    absl::StatusOr<v1::GameExports> exports = v1::GameExports();
    if (options_.has_exports) exports = web_pages::ExportsOf(*record);
    if (!exports.ok()) return LeaveOut(game, exports.status());
    if (replay.ok()) FLAGFALL_RETURN_IF_ERROR(folder_.WriteData(name_of("games"), *replay));
    return options_.has_exports ? folder_.WriteData(name_of("exports"), *exports) : absl::OkStatus();
  }

  // A damaged game keeps no other from being shown.
  absl::Status LeaveOut(const store::GameSummary& game, const absl::Status& why) {
    ++left_out_;
    if (options_.on_left_out) options_.on_left_out(absl::StrCat("game ", game.game_id, ": ", why.message()));
    return absl::OkStatus();
  }

  absl::Status WriteSite(store::Database& database) {
    FLAGFALL_ASSIGN_OR_RETURN(v1::Site site, web_pages::SiteOf(database, options_.site));
    SetNow(*site.mutable_written_time());
    site.set_has_exports(options_.has_exports);
    AddArchives(options_.files, site);
    site.set_game_chunks(chunks_);
    site.set_games(static_cast<std::uint32_t>(games_));
    FLAGFALL_RETURN_IF_ERROR(WriteFeed(kSite, [&](const web_pages::FeedPlace& place) {
      return web_pages::SiteFeed(database, site.title(), finished_, place);
    }));
    return folder_.WriteData(kSite, site);
  }

  // Writes a feed that `text_of` makes for its place. `name`: as in "tournaments/7".
  absl::Status WriteFeed(const std::string& name,
                         const std::function<absl::StatusOr<std::string>(const web_pages::FeedPlace&)>& text_of) {
    const std::string file = absl::StrCat("data/feeds/", name, ".xml");
    web_pages::FeedPlace place{.site = options_.site.address, .own = {}};
    // Relative to the feed, where nobody has said where the site is.
    const auto depth = place.site.empty() ? std::count(file.begin(), file.end(), '/') : 0;
    for (std::ptrdiff_t i = 0; i < depth; ++i) place.site += "../";
    place.own = absl::StrCat(place.site, file);
    FLAGFALL_ASSIGN_OR_RETURN(const std::string text, text_of(place));
    return folder_.Write(file, text);
  }

  static void SetNow(google::protobuf::Timestamp& time) { time = TimestampOf(WallNow()); }

  // Calls `write` for 0 to `count` - 1 on some threads, each with its own connection to the ledger. The first error
  // ends it and is returned.
  absl::Status ForEach(std::size_t count, const std::function<absl::Status(store::Database&, std::size_t)>& write) {
    std::atomic<std::size_t> next = 0;
    Mutex mutex;
    absl::Status status;
    const auto work = [&] {
      const absl::StatusOr<store::Readers::Reader> reader = readers_.Take();
      absl::Status done = reader.status();
      for (std::size_t i = next++; done.ok() && i < count; i = next++) done = write(**reader, i);
      if (done.ok()) return;
      next = count;
      MutexLock lock(mutex);
      status.Update(done);
    };
    std::vector<std::thread> threads;
    for (int i = 1; i < options_.threads; ++i) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    return status;
  }

  const ReportOptions& options_;
  ReportFolder folder_;
  store::Readers readers_;
  // A pool's leaderboard is shown on its own page and on those of all its bots, and does not change meanwhile: a report
  // of a home in use may miss its newest games.
  queries::AnswerCache<v1::GetLeaderboardResponse> leaderboards_{
      kLeaderboardBytesMax, [](const auto& board) { return board.ByteSizeLong(); }};
  const queries::LeaderboardSource leaderboards_of_ = [this](store::Database& database, const std::string& pool) {
    return leaderboards_.Get(pool, queries::Freshness::kForever, /*ledger=*/0,
                             [&] { return queries::NewLeaderboard(database, pool); });
  };
  queries::AnswerCache<queries::PoolMoments> moments_{kLeaderboardBytesMax,
                                                      [](const auto& moments) { return moments.ByteSize(); }};
  queries::AnswerCache<v1::Tournament> finished_tournaments_{
      kTournamentBytesMax, [](const auto& tournament) { return tournament.ByteSizeLong(); }};
  const web_pages::FinishedSource finished_ = [this](store::Database& database, std::uint32_t id) {
    return finished_tournaments_.Get(absl::StrCat(id), queries::Freshness::kForever, /*ledger=*/0,
                                     [&] { return web_pages::NewFinished(database, id); });
  };
  std::uint64_t games_ = 0;
  std::atomic<std::uint64_t> left_out_ = 0;
  std::uint32_t chunks_ = 0;
};

}  // namespace

absl::StatusOr<ReportSize> WriteReport(const std::string& ledger_path, const ReportOptions& options) {
  return Writer(ledger_path, options).WriteAll();
}

std::string FileNameOf(absl::string_view name) {
  std::string file;
  for (const char c : name) {
    if (absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '-' || c == '_') {
      file.push_back(c);
    } else {
      absl::StrAppend(&file, "~", absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2));
    }
  }
  return file;
}

}  // namespace flagfall::arena::web
