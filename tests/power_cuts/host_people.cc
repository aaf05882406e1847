// What a host does with users, their tokens and webhooks, and workers.
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/store/games.h"
#include "arena/store/invitations.h"
#include "arena/store/judged_workers.h"
#include "arena/store/second_games.h"
#include "arena/store/sign_in_links.h"
#include "arena/store/users.h"
#include "arena/store/webhook_deliveries.h"
#include "arena/store/webhooks.h"
#include "arena/store/workers.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"
#include "tests/power_cuts/host.h"

namespace flagfall::power_cuts {

namespace store = arena::store;

namespace {

std::string NumberText(std::int64_t number) { return absl::StrCat(number); }

// The secrets of invitations and links follow from small numbers, so that those that were made are found again.
std::string SecretHash(std::mt19937_64& random, const char* of) { return Sha256Of(absl::StrCat(of, random() % 2)); }

// Makes a user by an invitation.
absl::Status Register(store::Database& ledger, const std::string& code_hash, const std::string& name, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Invitation invitation, store::UseInvitation(ledger, code_hash, now));
  return store::AddUser(ledger, name, v1::User::ROLE_OWNER, now, static_cast<std::int64_t>(invitation.id()));
}

absl::Status RegisterAtOnce(store::Database& ledger, const std::string& code_hash, const std::string& name,
                            Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(ledger));
  FLAGFALL_RETURN_IF_ERROR(Register(ledger, code_hash, name, now));
  return transaction.Commit();
}

Action DrawRegistration(std::mt19937_64& random, Micros now, bool splits) {
  const std::string code = SecretHash(random, "code");
  const std::string name = absl::StrCat("user", random() % 40);
  Action action =
      Single("register a user", [=](store::Database& to) { return OutcomeOf(RegisterAtOnce(to, code, name, now)); });
  if (!splits) return action;
  action.whole = [=](store::Database& to, std::size_t& acknowledged) {
    const absl::Status status = Register(to, code, name, now);
    acknowledged = status.ok() ? 1 : 0;
    return OutcomeOf(status);
  };
  return action;
}

Action DrawTokenAction(std::mt19937_64& random, const std::string& user, Micros now) {
  const std::string hash = DrawHash(random);
  const auto token = static_cast<std::int64_t>(1 + random() % 8);
  const Micros later = now + std::chrono::minutes(10);
  switch (random() % 3) {
    case 0:
      return Single("add a token", [=](store::Database& to) {
        return OutcomeOf(store::AddToken(to, {.user = user, .label = "laptop"}, hash, now), NumberText);
      });
    case 1:
      return Single("revoke a token",
                    [=](store::Database& to) { return OutcomeOf(store::RevokeToken(to, token, now)); });
    default:
      return Single("add a session", [=](store::Database& to) {
        return OutcomeOf(store::AddSession(to, user, 0, later, hash, now), NumberText);
      });
  }
}

Action DrawLinkAction(std::mt19937_64& random, const std::string& user, Micros now) {
  const std::string secret = SecretHash(random, "link");
  const Micros later = now + std::chrono::minutes(10);
  if (random() % 2 == 0) {
    return Single("add a sign-in link", [=](store::Database& to) {
      return OutcomeOf(store::AddSignInLink(to, {.user = user}, later, secret, now));
    });
  }
  return Single("take a sign-in link", [=](store::Database& to) {
    return OutcomeOf(store::TakeSignInLink(to, secret, now), [](const store::SignInLink& link) { return link.user; });
  });
}

// Tells webhooks of the oldest event and forgets it, as the server does.
absl::Status MakeDeliveries(store::Database& ledger, const std::string& name, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(ledger));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::WebhookEvent> events, store::WebhookEvents(ledger, 1));
  for (const store::WebhookEvent& event : events) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::WebhookToTell> webhooks,
                              store::WebhooksToTell(ledger, event.event));
    for (const store::WebhookToTell& webhook : webhooks) {
      FLAGFALL_RETURN_IF_ERROR(store::AddDelivery(ledger,
                                                  {.webhook = webhook.id,
                                                   .name = absl::StrCat(name, "-", webhook.id),
                                                   .event = event.event,
                                                   .body = event.about},
                                                  now)
                                   .status());
    }
    FLAGFALL_RETURN_IF_ERROR(store::DropWebhookEvents(ledger, event.id));
  }
  return transaction.Commit();
}

}  // namespace

Action DrawPeopleAction(std::mt19937_64& random, store::Database& ledger, Micros now, bool splits_registration) {
  std::vector<std::string> names;
  for (const v1::User& user : Must(store::ListUsers(ledger))) names.push_back(user.name());
  if (names.empty()) {
    return Single("add a user", [=](store::Database& to) {
      return OutcomeOf(store::AddUser(to, "farm", v1::User::ROLE_WORKER, now));
    });
  }
  const std::string user = Pick(random, names);
  switch (random() % 10) {
    case 0:
    case 1: {
      const std::string hash = SecretHash(random, "code");
      return Single("invite users", [=](store::Database& to) {
        return OutcomeOf(
            store::AddInvitation(to, {.label = "course", .uses_max = 3, .expire_time = now + std::chrono::hours(9)},
                                 hash, now),
            NumberText);
      });
    }
    case 2:
    case 3:
    case 4:
      return DrawRegistration(random, now, splits_registration);
    case 5:
      if (user == "farm") return DrawTokenAction(random, user, now);
      return Single("remove a user", [=](store::Database& to) { return OutcomeOf(store::RemoveUser(to, user, now)); });
    case 6:
    case 7:
      return DrawLinkAction(random, user, now);
    default:
      return DrawTokenAction(random, user, now);
  }
}

Action DrawWorkerAction(std::mt19937_64& random, store::Database& ledger, Micros now) {
  const store::WorkerName worker{.user = "farm", .name = absl::StrCat("node", random() % 3)};
  const auto key = static_cast<std::int64_t>(1 + random() % 3);
  switch (random() % 4) {
    case 0: {
      const std::vector<store::WorkerNote> notes = {
          {.worker = worker, .seen = now, .plies_per_second = 90'000, .returned_games = 2},
          {.worker = {.user = "farm", .name = "node3"}, .seen = now, .bot_faults = 1}};
      return Single("note workers", [=](store::Database& to) { return OutcomeOf(store::NoteWorkers(to, notes)); });
    }
    case 1:
      return Single("suspect a worker", [=](store::Database& to) {
        return OutcomeOf(store::SuspectWorker(to, key, "its bots lose too often"));
      });
    case 2:
      return Single("trust a worker",
                    [=](store::Database& to) { return OutcomeOf(store::TrustWorker(to, worker, now)); });
    default:
      break;
  }
  const auto page = Must(store::ListGames(ledger, {}, std::nullopt, 10));
  if (page.games.empty()) {
    return Single("note a look", [=](store::Database& to) { return OutcomeOf(store::NoteLook(to, key, 50)); });
  }
  store::SecondGame second{.worker = worker, .end = now};
  second.record = Must(store::FindRecord(ledger, Pick(random, page.games).game_id));
  second.record.set_plies(second.record.plies() + 1);
  return Single("store a second game",
                [=](store::Database& to) { return OutcomeOf(store::StoreSecondGame(to, second)); });
}

Action DrawWebhookAction(std::mt19937_64& random, store::Database& ledger, Micros now) {
  const std::vector<v1::Webhook> webhooks = Must(store::ListWebhooks(ledger, std::nullopt));
  if (webhooks.empty() || random() % 10 == 0) {
    const std::string key = DrawHash(random);
    return Single("add a webhook", [=](store::Database& to) {
      return OutcomeOf(store::AddWebhook(to,
                                         {.url = "https://example.org/hook",
                                          .events = {v1::Webhook::EVENT_GAME, v1::Webhook::EVENT_TOURNAMENT},
                                          .signing_key = key},
                                         now),
                       NumberText);
    });
  }
  if (random() % 12 == 0) {
    const auto id = static_cast<std::int64_t>(webhooks.front().id());
    return Single("remove a webhook", [=](store::Database& to) { return OutcomeOf(store::RemoveWebhook(to, id)); });
  }
  const auto due = Must(store::DueDeliveries(ledger, {}, 1, now));
  if (due.empty() || random() % 3 == 0) {
    const std::string name = absl::StrCat("delivery", random());
    return Single("make deliveries", [=](store::Database& to) { return OutcomeOf(MakeDeliveries(to, name, now)); });
  }
  const store::DeliveryAttempt attempt =
      random() % 2 == 0 ? store::DeliveryAttempt{.status = 200}
                        : store::DeliveryAttempt{.status = 500, .trouble = "it failed", .next = now};
  const std::string name = due.front().name;
  return Single("record an attempt",
                [=](store::Database& to) { return OutcomeOf(store::RecordAttempt(to, name, attempt, now)); });
}

}  // namespace flagfall::power_cuts
