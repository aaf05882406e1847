// HomeApi's calls about webhooks.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/api/home_api.h"
#include "arena/store/webhook_deliveries.h"
#include "arena/store/webhooks.h"
#include "arena/webhooks/reports.h"
#include "arena/webhooks/signature.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::api {

absl::StatusOr<v1::Webhook> HomeApi::PermittedWebhook(store::Database& ledger, absl::string_view method,
                                                      std::uint64_t id) const {
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, method, /*owner=*/std::nullopt));
  FLAGFALL_ASSIGN_OR_RETURN(v1::Webhook webhook, store::FindWebhook(ledger, static_cast<std::int64_t>(id)));
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, method, webhook.user()));
  return webhook;
}

absl::StatusOr<v1::NewWebhook> HomeApi::CreateWebhook(const v1::CreateWebhookRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "CreateWebhook", /*owner=*/std::nullopt));
  FLAGFALL_RETURN_IF_ERROR(webhooks::CheckWebhookUrl(webhook_rule_, request.url()));
  store::WebhookToAdd webhook{
      .user = caller_.user, .url = request.url(), .events = {}, .signing_key = webhooks::DrawSigningKey()};
  for (const int event : request.events()) webhook.events.push_back(static_cast<v1::Webhook::Event>(event));
  v1::NewWebhook made;
  made.set_secret(webhooks::SecretOf(webhook.signing_key));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, store::AddWebhook(*ledger, webhook, submissions_.now()));
  FLAGFALL_ASSIGN_OR_RETURN(*made.mutable_webhook(), store::FindWebhook(*ledger, id));
  return made;
}

absl::StatusOr<v1::ListWebhooksResponse> HomeApi::ListWebhooks(const v1::ListWebhooksRequest& /*request*/) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::string> owner,
                            accounts::OwnerToList(caller_, "ListWebhooks", /*named=*/""));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::Webhook> webhooks, store::ListWebhooks(*ledger, owner));
  v1::ListWebhooksResponse response;
  response.mutable_webhooks()->Assign(webhooks.begin(), webhooks.end());
  return response;
}

absl::StatusOr<v1::Webhook> HomeApi::RemoveWebhook(const v1::RemoveWebhookRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(v1::Webhook webhook, PermittedWebhook(*ledger, "RemoveWebhook", request.id()));
  FLAGFALL_RETURN_IF_ERROR(store::RemoveWebhook(*ledger, static_cast<std::int64_t>(webhook.id())));
  return webhook;
}

absl::StatusOr<v1::WebhookDelivery> HomeApi::TestWebhook(const v1::TestWebhookRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Webhook webhook, PermittedWebhook(*ledger, "TestWebhook", request.id()));
  return webhooks::PlanTest(*ledger, static_cast<std::int64_t>(webhook.id()), submissions_.now());
}

absl::StatusOr<v1::ListWebhookDeliveriesResponse> HomeApi::ListWebhookDeliveries(
    const v1::ListWebhookDeliveriesRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Webhook webhook,
                            PermittedWebhook(*ledger, "ListWebhookDeliveries", request.webhook_id()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::WebhookDelivery> deliveries,
                            store::ListDeliveries(*ledger, static_cast<std::int64_t>(webhook.id())));
  v1::ListWebhookDeliveriesResponse response;
  response.mutable_deliveries()->Assign(deliveries.begin(), deliveries.end());
  return response;
}

absl::StatusOr<v1::WebhookDelivery> HomeApi::RedeliverWebhook(const v1::RedeliverWebhookRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Webhook webhook,
                            PermittedWebhook(*ledger, "RedeliverWebhook", request.webhook_id()));
  const auto id = static_cast<std::int64_t>(webhook.id());
  FLAGFALL_RETURN_IF_ERROR(store::Redeliver(*ledger, id, request.id(), submissions_.now()));
  return store::FindDelivery(*ledger, id, request.id());
}

}  // namespace flagfall::arena::api
