#include "arena/web_pages/feeds.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/api/home_api.h"
#include "arena/base/names.h"
#include "arena/base/timestamps.h"
#include "arena/queries/ledger_messages.h"
#include "arena/store/bot_games.h"
#include "arena/store/bots.h"
#include "arena/store/games.h"
#include "arena/store/host_bots.h"
#include "arena/store/tournaments.h"
#include "arena/web_pages/atom.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web_pages {
namespace {

// Of the newest so many tournaments, the feed of the site has those that were finished last.
constexpr std::uint32_t kTournamentsLookedAt = 200;
constexpr std::size_t kTournamentsTold = 20;
constexpr std::size_t kBotsTold = 20;
// Of a bot: its newest versions, and the newest tournaments of each.
constexpr std::size_t kVersionsTold = 8;
constexpr int kTournamentsOfVersion = 10;
constexpr int kStandingsTold = 20;
// The games of a tournament's feed are among its newest.
constexpr int kGamesLookedAt = store::kGamePageMax;
constexpr std::size_t kGamesLinked = 10;
constexpr Micros kDay = std::chrono::hours(24);

std::string PageAt(const FeedPlace& place, absl::string_view kind, absl::string_view name) {
  return absl::StrCat(place.site, "#/", kind, "/", PercentEncoded(name));
}

std::string TournamentPageAt(const FeedPlace& place, std::uint32_t id) {
  return PageAt(place, "tournaments", absl::StrCat(id));
}

// A name and the time at which the ledger got it never change, and no other arena has both.
std::string IdOf(const v1::Tournament& tournament, std::vector<std::string> what) {
  what.insert(what.begin(),
              {"tournament", absl::StrCat(tournament.id()), absl::StrCat(MicrosOf(tournament.create_time()).count())});
  return AtomId(what);
}

std::string IdOf(const store::Bot& bot, std::vector<std::string> what) {
  what.insert(what.begin(), {"bot", bot.name(), absl::StrCat(bot.added_time.count())});
  return AtomId(what);
}

std::string NameOf(const v1::Tournament& tournament) {
  return tournament.spec().name().empty() ? absl::StrCat("Tournament ", tournament.id()) : tournament.spec().name();
}

std::string ScoreText(std::int64_t wins, std::int64_t draws, std::int64_t losses) {
  return absl::StrCat(static_cast<double>(2 * wins + draws) / 2, " of ", wins + draws + losses, " points, ",
                      Counted(static_cast<std::uint64_t>(wins), "win"), ", ",
                      Counted(static_cast<std::uint64_t>(draws), "draw"), ", ",
                      Counted(static_cast<std::uint64_t>(losses), "loss", "losses"));
}

// "classic, round robin of 4 bots, 12 games".
std::string SettingText(const v1::Tournament& tournament) {
  const v1::TournamentSpec& spec = tournament.spec();
  std::string format = EnumWord(spec.format());
  std::replace(format.begin(), format.end(), '_', ' ');
  std::string text = absl::StrCat(RulesetText(spec.ruleset()), ", ", format);
  if (spec.bots_size() > 0)
    absl::StrAppend(&text, " of ", Counted(static_cast<std::uint64_t>(spec.bots_size()), "bot"));
  return absl::StrCat(text, ", time control ", spec.time_control());
}

std::string StandingsText(const v1::Tournament& tournament) {
  std::string text;
  const int told = std::min(tournament.standings_size(), kStandingsTold);
  for (int i = 0; i < told; ++i) {
    const v1::TournamentStanding& one = tournament.standings(i);
    absl::StrAppend(&text, "\n", one.place(), ". ", one.bot(), ": ", one.points(), " points in ",
                    Counted(one.games(), "game"));
  }
  if (told < tournament.standings_size()) {
    absl::StrAppend(&text, "\nand ", tournament.standings_size() - told, " more");
  }
  return text;
}

// "ann plays best with depth=7, pace=0.5".
std::string TunedText(const v1::TuningState& tuned) {
  const std::map<std::string, std::string> values(tuned.values().begin(), tuned.values().end());
  return absl::StrCat(tuned.bot(), " plays best with ", absl::StrJoin(values, ", ", absl::PairFormatter("=")));
}

// "ann wins", or that several share the first place, or what a test or a tuning has found.
std::string OutcomeText(const v1::Tournament& tournament) {
  if (tournament.tuned().iterations() > 0) return TunedText(tournament.tuned());
  switch (tournament.match().sprt().verdict()) {
    case v1::SprtState::VERDICT_ACCEPT_H0:
      return absl::StrCat("the test finds ", tournament.match().first(), " no better than ",
                          tournament.match().second());
    case v1::SprtState::VERDICT_ACCEPT_H1:
      return absl::StrCat("the test finds ", tournament.match().first(), " better than ", tournament.match().second());
    default:
      break;
  }
  std::vector<std::string> first;
  for (const v1::TournamentStanding& one : tournament.standings()) {
    if (one.place() == 1) first.push_back(one.bot());
  }
  if (tournament.games_stored() == 0 || first.empty()) return "without games";
  if (first.size() == 1) return absl::StrCat(first[0], " wins");
  if (first.size() > 3) return absl::StrCat(first.size(), " bots share the first place");
  return absl::StrCat(absl::StrJoin(first, ", "), " share the first place");
}

AtomEntry EndOf(const v1::Tournament& tournament, const FeedPlace& place) {
  return {.id = IdOf(tournament, {"end"}),
          .title = absl::StrCat(NameOf(tournament), ": ", OutcomeText(tournament)),
          .updated = MicrosOf(tournament.update_time()),
          .address = TournamentPageAt(place, tournament.id()),
          .text = absl::StrCat(SettingText(tournament), "; ", Counted(tournament.games_stored(), "game"), ".",
                               StandingsText(tournament))};
}

// That it is not going on just now, where it is so.
std::optional<AtomEntry> StandstillOf(const v1::Tournament& tournament, const FeedPlace& place) {
  const bool stands = tournament.state() == v1::Tournament::STATE_PAUSED ||
                      tournament.state() == v1::Tournament::STATE_CANCELLED ||
                      tournament.state() == v1::Tournament::STATE_STOPPED;
  if (!stands) return std::nullopt;
  const std::string word = EnumWord(tournament.state());
  const Micros since = MicrosOf(tournament.update_time());
  return AtomEntry{.id = IdOf(tournament, {"state", word, absl::StrCat(since.count())}),
                   .title = absl::StrCat(NameOf(tournament), " is ", word),
                   .updated = since,
                   .address = TournamentPageAt(place, tournament.id()),
                   .text = absl::StrCat(Counted(tournament.games_stored(), "game"), " of it stored.")};
}

std::string ResultText(const store::GameSummary& game) {
  const std::string score = game.outcome.result() == v1::RESULT_DRAW       ? "½–½"
                            : game.outcome.result() == v1::RESULT_RED_WINS ? "1–0"
                                                                           : "0–1";
  return absl::StrCat(game.red, " – ", game.blue, " ", score);
}

AtomEntry DayOf(const v1::Tournament& tournament, std::int64_t day, const std::vector<const store::GameSummary*>& games,
                bool is_whole, const FeedPlace& place) {
  const std::string date = google::protobuf::util::TimeUtil::ToString(TimestampOf(day * kDay)).substr(0, 10);
  AtomEntry entry{.id = IdOf(tournament, {"games", date}),
                  .title = absl::StrCat(NameOf(tournament), ": ", is_whole ? "" : "more than ",
                                        Counted(games.size(), "game"), " on ", date),
                  .address = absl::StrCat(place.site, "#/games?tournament=", tournament.id())};
  std::vector<std::string> lines;
  for (const store::GameSummary* game : games) {
    entry.updated = std::max(entry.updated, game->start_time + game->duration);
    if (lines.size() >= kGamesLinked) continue;
    lines.push_back(ResultText(*game));
    entry.related.push_back({.address = PageAt(place, "games", game->game_id), .title = lines.back()});
  }
  entry.text = absl::StrCat(games.size() > lines.size() ? "The newest of them:\n" : "", absl::StrJoin(lines, "\n"));
  return entry;
}

// The newest games by the days on which they ended, in UTC. The oldest of these days is left out where not all of its
// games were looked at, unless there is no other.
absl::Status AddDays(store::Database& database, const v1::Tournament& tournament, const FeedPlace& place,
                     AtomFeed& feed) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::GamePage page, store::ListGames(database, {.tournament_id = tournament.id()},
                                                                         /*before=*/std::nullopt, kGamesLookedAt));
  std::map<std::int64_t, std::vector<const store::GameSummary*>> days;
  for (const store::GameSummary& game : page.games) {
    days[(game.start_time + game.duration) / kDay].push_back(&game);
  }
  const bool is_one = days.size() == 1;
  if (page.next.has_value() && !is_one) days.erase(days.begin());
  const bool is_whole = !page.next.has_value() || !is_one;
  for (const auto& [day, games] : days) feed.entries.push_back(DayOf(tournament, day, games, is_whole, place));
  return absl::OkStatus();
}

// The bot's place in a tournament that is finished; empty where it has none.
std::string PlaceText(const v1::Tournament& tournament, const std::string& bot) {
  for (const v1::TournamentStanding& one : tournament.standings()) {
    if (one.bot() == bot) return absl::StrCat(", place ", one.place(), " of ", tournament.standings_size());
  }
  return "";
}

absl::Status AddTournamentsOf(store::Database& database, const store::Bot& bot, const FinishedSource& finished,
                              const FeedPlace& place, AtomFeed& feed) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::BotTournament> played,
                            store::NewestTournamentsOf(database, bot.name(), kTournamentsOfVersion));
  for (const store::BotTournament& one : played) {
    FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament stored, store::FindTournament(database, one.tournament_id));
    v1::Tournament tournament = queries::MessageOf(stored, /*games=*/0);
    const bool is_over = stored.state == v1::Tournament::STATE_FINISHED;
    if (is_over) {
      FLAGFALL_ASSIGN_OR_RETURN(const auto known, finished(database, tournament.id()));
      tournament = *known;
    }
    feed.entries.push_back(
        {.id = IdOf(bot, {"tournament", absl::StrCat(tournament.id()), absl::StrCat(stored.created_time.count())}),
         .title = absl::StrCat(bot.name(), " in ", NameOf(tournament),
                               is_over ? PlaceText(tournament, bot.name()) : ", so far"),
         .updated = is_over ? stored.updated_time : one.last_played,
         .address = TournamentPageAt(place, tournament.id()),
         .text = absl::StrCat(ScoreText(one.wins, one.draws, one.losses), ". ", SettingText(tournament), ".")});
  }
  return absl::OkStatus();
}

AtomEntry NewBotOf(const store::Bot& bot, const FeedPlace& place) {
  const v1::BotManifest& manifest = bot.manifest;
  return {
      .id = IdOf(bot, {"added"}),
      .title = absl::StrCat("New: ", bot.name(), manifest.version().empty() ? "" : ", version ", manifest.version()),
      .updated = bot.added_time,
      .address = PageAt(place, "bots", bot.name()),
      .text = absl::StrCat(manifest.description(), manifest.description().empty() ? "" : "\n",
                           bot.is_submitted() ? "It was built and has passed its check. " : "", "It plays ",
                           absl::StrJoin(manifest.rulesets(), ", "), ".")};
}

// The newest first, at most `count`.
void KeepNewest(std::vector<store::Bot>& bots, std::size_t count) {
  std::stable_sort(bots.begin(), bots.end(),
                   [](const store::Bot& a, const store::Bot& b) { return a.added_time > b.added_time; });
  if (bots.size() > count) bots.resize(count);
}

}  // namespace

absl::StatusOr<std::shared_ptr<const v1::Tournament>> NewFinished(store::Database& database, std::uint32_t id) {
  v1::GetTournamentRequest request;
  request.set_id(id);
  FLAGFALL_ASSIGN_OR_RETURN(v1::Tournament tournament, api::HomeApi(database).GetTournament(request));
  for (v1::TournamentStanding& one : *tournament.mutable_standings()) one.clear_against();
  tournament.mutable_spec()->clear_book();
  return std::make_shared<const v1::Tournament>(std::move(tournament));
}

absl::StatusOr<std::string> SiteFeed(store::Database& database, const std::string& title,
                                     const FinishedSource& finished, const FeedPlace& place) {
  v1::ListTournamentsRequest request;
  request.set_page_size(kTournamentsLookedAt);
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListTournamentsResponse all, api::HomeApi(database).ListTournaments(request));
  std::vector<const v1::Tournament*> over;
  for (const v1::Tournament& one : all.tournaments()) {
    if (one.state() == v1::Tournament::STATE_FINISHED) over.push_back(&one);
  }
  std::stable_sort(over.begin(), over.end(), [](const v1::Tournament* a, const v1::Tournament* b) {
    return MicrosOf(a->update_time()) > MicrosOf(b->update_time());
  });
  if (over.size() > kTournamentsTold) over.resize(kTournamentsTold);
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<store::Bot> bots, store::ListBots(database));
  // The arena's first bot is there for good.
  Micros first{};
  for (const store::Bot& bot : bots) first = first == Micros(0) ? bot.added_time : std::min(first, bot.added_time);
  AtomFeed feed{.id = AtomId({"site", absl::StrCat(first.count())}),
                .title = title.empty() ? "Flagfall" : title,
                .address = place.site,
                .own_address = place.own};
  for (const v1::Tournament* one : over) {
    FLAGFALL_ASSIGN_OR_RETURN(const auto tournament, finished(database, one->id()));
    feed.entries.push_back(EndOf(*tournament, place));
  }
  KeepNewest(bots, kBotsTold);
  for (const store::Bot& bot : bots) feed.entries.push_back(NewBotOf(bot, place));
  return AtomText(std::move(feed));
}

absl::StatusOr<std::string> TournamentFeed(store::Database& database, const v1::Tournament& tournament,
                                           const std::vector<TimedNotice>& notices, const FeedPlace& place) {
  AtomFeed feed{.id = IdOf(tournament, {"feed"}),
                .title = NameOf(tournament),
                .address = TournamentPageAt(place, tournament.id()),
                .own_address = place.own};
  const absl::StatusOr<store::GameSummary> first = store::FindGame(database, store::GameIdOf(tournament.id(), 1));
  if (!first.ok() && !absl::IsNotFound(first.status())) return first.status();
  if (first.ok()) {
    feed.entries.push_back({.id = IdOf(tournament, {"start"}),
                            .title = absl::StrCat(NameOf(tournament), " has begun"),
                            .updated = first->start_time,
                            .address = feed.address,
                            .text = absl::StrCat(SettingText(tournament), ".")});
  }
  FLAGFALL_RETURN_IF_ERROR(AddDays(database, tournament, place, feed));
  for (const TimedNotice& notice : notices) {
    feed.entries.push_back({.id = IdOf(tournament, {"notice", absl::StrCat(notice.time.count()), notice.text}),
                            .title = absl::StrCat(NameOf(tournament), ": ", notice.text),
                            .updated = notice.time,
                            .address = feed.address});
  }
  if (tournament.state() == v1::Tournament::STATE_FINISHED) feed.entries.push_back(EndOf(tournament, place));
  if (std::optional<AtomEntry> standstill = StandstillOf(tournament, place)) {
    feed.entries.push_back(*std::move(standstill));
  }
  return AtomText(std::move(feed));
}

absl::StatusOr<std::string> BotFeed(store::Database& database, const std::string& name, const FinishedSource& finished,
                                    const FeedPlace& place) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot asked, store::FindEntry(database, name));
  const std::string base_name = store::BaseNameOf(asked.name());
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<store::Bot> versions, store::ListBots(database));
  std::erase_if(versions, [&](const store::Bot& bot) { return store::BaseNameOf(bot.name()) != base_name; });
  // From the oldest, which stays.
  AtomFeed feed{.id = IdOf(versions.front(), {"feed"}),
                .title = base_name,
                .address = PageAt(place, "bots", base_name),
                .own_address = place.own};
  KeepNewest(versions, kVersionsTold);
  for (const store::Bot& version : versions) {
    feed.entries.push_back(NewBotOf(version, place));
    FLAGFALL_RETURN_IF_ERROR(AddTournamentsOf(database, version, finished, place, feed));
  }
  return AtomText(std::move(feed));
}

}  // namespace flagfall::arena::web_pages
