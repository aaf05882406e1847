// What a host does with tournaments, bots and submissions.
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/base/timestamps.h"
#include "arena/store/bots.h"
#include "arena/store/host_bots.h"
#include "arena/store/series.h"
#include "arena/store/submissions.h"
#include "arena/store/tournaments.h"
#include "arena/store/users.h"
#include "tests/power_cuts/host.h"
#include "tests/store/ledger.h"

namespace flagfall::power_cuts {

namespace store = arena::store;

namespace {

using State = v1::Tournament;

std::string KeyText(std::int64_t number) { return absl::StrCat(number); }

std::vector<std::string> BotsThatMayEnter(store::Database& ledger) {
  std::vector<std::string> names;
  for (const store::Bot& bot : Must(store::ListBots(ledger))) {
    if (bot.retired_reason.empty() && !bot.is_submitted()) names.push_back(bot.name());
  }
  return names;
}

Action Create(const v1::TournamentSpec& spec, Micros now, v1::Tournament::State state) {
  return Single("create a tournament", [=](store::Database& ledger) {
    return OutcomeOf(store::CreateTournament(ledger, spec, store::kPool, now, state), KeyText);
  });
}

Action SetState(std::mt19937_64& random, std::int64_t id, Micros now) {
  constexpr v1::Tournament::State kStates[] = {State::STATE_RUNNING,  State::STATE_RUNNING, State::STATE_QUEUED,
                                               State::STATE_PAUSED,   State::STATE_STOPPED, State::STATE_FINISHED,
                                               State::STATE_CANCELLED};
  const v1::Tournament::State state = kStates[random() % std::size(kStates)];
  const std::string error = state == State::STATE_STOPPED ? "a bot was missing" : "";
  return Single(
      absl::StrCat("set tournament ", id, " to ", v1::Tournament::State_Name(state)),
      [=](store::Database& ledger) { return OutcomeOf(store::SetTournamentState(ledger, id, state, now, error)); });
}

// Moves the newest submission on, or begins one.
Action Submit(std::mt19937_64& random, store::Database& ledger, Micros now) {
  const auto under_way = Must(store::ListSubmissions(ledger, {.only_under_way = true}, std::nullopt, 1));
  if (under_way.empty()) {
    const std::string owner = random() % 2 == 0 ? "" : "farm";
    const auto id_text = [](const v1::Submission& submission) { return absl::StrCat(submission.id()); };
    return Single("begin a submission",
                  [=](store::Database& to) { return OutcomeOf(store::BeginSubmission(to, owner, now), id_text); });
  }
  const auto id = static_cast<std::int64_t>(under_way.front().id());
  if (random() % 6 == 0) {
    return Single("fail a submission",
                  [=](store::Database& to) { return OutcomeOf(store::FailSubmission(to, id, "it crashed", now)); });
  }
  if (under_way.front().entry().empty()) {
    const std::string hash = DrawHash(random);
    const std::string name = under_way.front().owner().empty() ? "guest" : "visitor";
    return Single("name a submission", [=](store::Database& to) {
      return OutcomeOf(store::NameSubmission(to, id, name, hash, now),
                       [](const v1::Submission& submission) { return submission.ShortDebugString(); });
    });
  }
  const v1::BotManifest manifest = store::ManifestOf("guest");
  return Single("finish a submission", [=](store::Database& to) {
    return OutcomeOf(store::FinishSubmission(to, id, manifest, "/bots/guest", now));
  });
}

Action AddHostBot(std::mt19937_64& random, Micros now) {
  const std::vector<std::string> names = {"ann", "bob", "cid", "dot", "eve"};
  const std::string before = DrawHash(random);
  const std::string after = DrawHash(random);
  const store::HostBot bot{.manifest = store::ManifestOf(Pick(random, names)),
                           .folder = "/bots/host",
                           .files_before_build = before,
                           .files_after_build = after};
  return Single("add a bot of the host's", [=](store::Database& ledger) {
    return OutcomeOf(store::AddHostBot(ledger, bot, now), [](const store::AddedHostBot& added) { return added.entry; });
  });
}

}  // namespace

Action CreateRunning(std::mt19937_64& random, store::Database& ledger, Micros now) {
  v1::TournamentSpec spec = store::CompleteSpecOf(BotsThatMayEnter(ledger));
  spec.set_seed(1 + random());
  spec.set_rated(random() % 4 != 0);
  return Create(spec, now, State::STATE_RUNNING);
}

Action DrawTournamentAction(std::mt19937_64& random, store::Database& ledger, Micros now) {
  const std::vector<store::Tournament> all = Must(store::ListTournaments(ledger, std::nullopt, 20));
  const std::int64_t id = Pick(random, all).id;
  v1::TournamentSpec spec = store::CompleteSpecOf(BotsThatMayEnter(ledger));
  switch (random() % 8) {
    case 0:
      return CreateRunning(random, ledger, now);
    case 1:
      spec.set_challenger("farm");
      return Create(spec, now, State::STATE_QUEUED);
    case 2:
      spec.clear_bots();
      *spec.mutable_start_time() = arena::TimestampOf(now + std::chrono::hours(1));
      return Create(spec, now, State::STATE_SCHEDULED);
    case 3:
      spec.clear_bots();
      *spec.mutable_start_time() = arena::TimestampOf(now + std::chrono::hours(1));
      spec.set_every_seconds(7 * 24 * 3600);
      return Single("create a series",
                    [=](store::Database& to) { return OutcomeOf(store::CreateSeries(to, spec, now), KeyText); });
    case 4:
      return Single("note games that wait", [=](store::Database& to) {
        return OutcomeOf(store::NoteWaitingGames(to, id, 3, "no worker has so much memory"));
      });
    case 5:
      return Single("note a pause", [=](store::Database& to) { return OutcomeOf(store::NotePause(to, id, now)); });
    default:
      break;
  }
  for (const store::Tournament& tournament : all) {
    if (!tournament.spec.bots().empty()) continue;
    v1::TournamentSpec closed = tournament.spec;
    *closed.mutable_bots() = spec.bots();
    const std::int64_t scheduled = tournament.id;
    return Single("close the entries",
                  [=](store::Database& to) { return OutcomeOf(store::CloseEntries(to, scheduled, closed)); });
  }
  return SetState(random, id, now);
}

Action DrawBotAction(std::mt19937_64& random, store::Database& ledger, Micros now) {
  const std::vector<store::Bot> bots = Must(store::ListBots(ledger));
  if (bots.size() < 4) return AddHostBot(random, now);
  const std::string name = Pick(random, bots).name();
  switch (random() % 10) {
    case 0:
    case 1:
      return AddHostBot(random, now);
    case 2:
      return Single("suspend a bot",
                    [=](store::Database& to) { return OutcomeOf(store::SuspendBot(to, name, "it is too slow")); });
    case 3:
      return Single("readmit a bot", [=](store::Database& to) { return OutcomeOf(store::ReadmitBot(to, name)); });
    case 4: {
      const std::string tag = absl::StrCat("tag", random() % 20);
      const bool has_tag = random() % 3 != 0;
      return Single("tag a bot", [=](store::Database& to) {
        return OutcomeOf(store::SetBotTag(to, store::BaseNameOf(name), tag, has_tag));
      });
    }
    case 5:
      return Single("hold a name",
                    [=](store::Database& to) { return OutcomeOf(store::HoldName(to, "guest", "it cheats")); });
    case 6:
      return Single("release a name", [=](store::Database& to) { return OutcomeOf(store::ReleaseName(to, "guest")); });
    default:
      return Submit(random, ledger, now);
  }
}

}  // namespace flagfall::power_cuts
