// Webhooks: where a server reports what has happened.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/base/names.h"
#include "arena/cli/commands.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

struct WebhookFlags {
  std::string url;
  std::string events = "game,tournament,check";
};

struct DeliveryFlags {
  std::uint64_t webhook = 0;
  std::string delivery;
};

std::string EventsOf(const v1::Webhook& webhook) {
  return absl::StrJoin(webhook.events(), ",", [](std::string* out, int event) {
    out->append(EnumWord(static_cast<v1::Webhook::Event>(event)));
  });
}

absl::Status AddOne(const Invocation& invocation, const WebhookFlags& flags) {
  v1::CreateWebhookRequest request;
  request.set_url(flags.url);
  for (const absl::string_view word : absl::StrSplit(flags.events, ',', absl::SkipEmpty())) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Webhook::Event event, EnumNamed<v1::Webhook::Event>(word));
    request.add_events(event);
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::NewWebhook made, api->CreateWebhook(request));
  const Console& console = invocation.console;
  Print(console, made, absl::StrCat(made.secret(), "\n"));
  if (!console.json) {
    console.err << "With this secret reports to webhook " << made.webhook().id()
                << " are signed. It is shown this once; `flagfall webhook test " << made.webhook().id()
                << "` sends a report.\n";
  }
  return absl::OkStatus();
}

absl::Status PrintWebhooks(const Invocation& invocation) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListWebhooksResponse response, api->ListWebhooks({}));
  Listing listing(invocation.console, {"id", "user", "url", "events", "pending", "state"});
  for (const v1::Webhook& webhook : response.webhooks()) {
    listing.Add(
        webhook,
        {absl::StrCat(webhook.id()), webhook.user(), webhook.url(), EventsOf(webhook), absl::StrCat(webhook.pending()),
         webhook.disabled_reason().empty() ? "good" : absl::StrCat("disabled: ", webhook.disabled_reason())});
  }
  listing.Print("No webhooks; `flagfall webhook add URL` registers one.\n");
  return absl::OkStatus();
}

absl::Status RemoveOne(const Invocation& invocation, std::uint64_t id) {
  v1::RemoveWebhookRequest request;
  request.set_id(id);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Webhook gone, api->RemoveWebhook(request));
  Print(invocation.console, gone, absl::StrCat("Removed webhook ", id, ".\n"));
  return absl::OkStatus();
}

absl::Status TestOne(const Invocation& invocation, std::uint64_t id) {
  v1::TestWebhookRequest request;
  request.set_id(id);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::WebhookDelivery delivery, api->TestWebhook(request));
  Print(invocation.console, delivery,
        absl::StrCat("Sending ", delivery.id(), "; `flagfall webhook deliveries ", id, "` tells how that went.\n"));
  return absl::OkStatus();
}

absl::Status PrintDeliveries(const Invocation& invocation, std::uint64_t id) {
  v1::ListWebhookDeliveriesRequest request;
  request.set_webhook_id(id);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListWebhookDeliveriesResponse response, api->ListWebhookDeliveries(request));
  Listing listing(invocation.console, {"id", "event", "state", "attempts", "last tried", "answer"});
  for (const v1::WebhookDelivery& delivery : response.deliveries()) {
    listing.Add(
        delivery,
        {delivery.id(), EnumWord(delivery.event()), EnumWord(delivery.state()), absl::StrCat(delivery.attempts()),
         delivery.has_attempt_time() ? TimeText(delivery.attempt_time()) : "-",
         delivery.trouble().empty() && delivery.status() != 0 ? absl::StrCat(delivery.status()) : delivery.trouble()});
  }
  listing.Print("Nothing was sent to it yet.\n");
  return absl::OkStatus();
}

absl::Status SendAgain(const Invocation& invocation, const DeliveryFlags& flags) {
  v1::RedeliverWebhookRequest request;
  request.set_webhook_id(flags.webhook);
  request.set_id(flags.delivery);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::WebhookDelivery delivery, api->RedeliverWebhook(request));
  Print(invocation.console, delivery, absl::StrCat("Sending ", delivery.id(), " again.\n"));
  return absl::OkStatus();
}

// A command that takes a webhook's id.
void AddCommandOnOne(Command webhook, Invocation& invocation, const std::string& name, const std::string& description,
                     absl::Status (*run)(const Invocation& invocation, std::uint64_t id)) {
  const auto id = std::make_shared<std::uint64_t>(0);
  AddCommand(webhook, invocation, name, description, absl::StrCat("flagfall webhook ", name, " 1"),
             [&invocation, run, id] { return run(invocation, *id); })
      .AddOption("ID", *id, "As `webhook list` prints it")
      .Required()
      .Positive();
}

}  // namespace

void AddWebhookCommands(Command app, Invocation& invocation) {
  Command webhook = app.AddGroup("webhook", "Registers addresses to which a server reports what has happened",
                                 "flagfall webhook list");
  const auto flags = std::make_shared<WebhookFlags>();
  Command add = AddCommand(webhook, invocation, "add", "Registers an address, and prints the secret of its signatures",
                           "flagfall webhook add https://example.org/flagfall --events game,check",
                           [&invocation, flags] { return AddOne(invocation, *flags); });
  add.AddOption("URL", flags->url, "https://..., which the internet must reach").Required();
  add.AddOption("--events", flags->events, "Of game, tournament and check, with commas between").ShowDefault();
  AddCommand(webhook, invocation, "list", "Lists the webhooks", "flagfall webhook list",
             [&invocation] { return PrintWebhooks(invocation); });
  AddCommandOnOne(webhook, invocation, "remove", "Removes a webhook with all that waits for it", RemoveOne);
  AddCommandOnOne(webhook, invocation, "test", "Sends a report that says nothing; a good answer enables it again",
                  TestOne);
  AddCommandOnOne(webhook, invocation, "deliveries", "Lists what was sent to a webhook, and what came of it",
                  PrintDeliveries);
  const auto again = std::make_shared<DeliveryFlags>();
  Command redeliver = AddCommand(webhook, invocation, "redeliver", "Sends a report again",
                                 "flagfall webhook redeliver 1 msg_8bqkWo2vVd0nJ1sG9cR4Qw",
                                 [&invocation, again] { return SendAgain(invocation, *again); });
  redeliver.AddOption("ID", again->webhook, "The webhook, as `webhook list` prints it").Required().Positive();
  redeliver.AddOption("DELIVERY", again->delivery, "As `webhook deliveries` prints it").Required();
}

}  // namespace flagfall::arena::cli
