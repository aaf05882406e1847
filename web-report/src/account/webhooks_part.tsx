// Addresses to which the arena reports what happens: an owner's bots, or for a host everything.
import { useState } from "preact/hooks";
import { call } from "../data/account";
import type {
  ListWebhookDeliveriesResponse,
  ListWebhooksResponse,
  NewWebhook,
  Webhook,
  Webhook_Event,
  WebhookDelivery,
} from "../data/messages";
import { stateText } from "../data/words";
import { countText } from "../ui/format";
import { Badge, Loaded, Note, Section, Time } from "../ui/parts";
import type { PartProps } from "./part_props";
import { eventName, newestFirst } from "./account_words";
import { Action } from "./action";
import { useCall } from "./calls";
import { Entries, Entry } from "./entries";
import { ActionForm, CheckField, TextField } from "./fields";
import { Secret } from "./secret";

const EVENTS: readonly (readonly [Webhook_Event, string])[] = [
  ["EVENT_GAME", "A game is over"],
  ["EVENT_TOURNAMENT", "A tournament is over"],
  ["EVENT_CHECK", "A submission was checked"],
];

function WebhookForm({ onMade }: { onMade: () => void }) {
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<readonly Webhook_Event[]>(EVENTS.map(([event]) => event));
  const [secret, setSecret] = useState("");
  const create = async () => {
    const made = await call<NewWebhook>("CreateWebhook", { url: url.trim(), events });
    setSecret(made.secret ?? "");
    setUrl("");
    onMade();
  };
  return (
    <>
      {secret && <Secret of="the new webhook" kind="key" secret={secret} onClose={() => setSecret("")} />}
      <ActionForm action="Register it" onAction={create}>
        <TextField
          label="Address"
          placeholder="https://example.org/flagfall"
          value={url}
          onValue={setUrl}
          required
          maxLength={2000}
        />
        {EVENTS.map(([event, text]) => (
          <CheckField
            key={event}
            label={text}
            isOn={events.includes(event)}
            onChange={(isOn) => setEvents(isOn ? [...events, event] : events.filter((one) => one !== event))}
          />
        ))}
      </ActionForm>
    </>
  );
}

function DeliveryEntry({ delivery, reload }: { delivery: WebhookDelivery; reload: () => void }) {
  const { state, status, trouble, attempts = 0 } = delivery;
  const kind = state === "STATE_DELIVERED" ? "good" : state === "STATE_FAILED" ? "bad" : "live";
  const title = `${eventName(delivery.event)} ${delivery.id}`;
  return (
    <Entry
      title={title}
      marks={<Badge kind={kind}>{stateText(state)}</Badge>}
      facts={[
        ["Attempts", countText(attempts)],
        ["Answer", status ? String(status) : undefined],
        ["Trouble", trouble],
        ["Last tried", delivery.attempt_time && <Time key="tried" time={delivery.attempt_time} />],
        ["Next", delivery.next_time && <Time key="next" time={delivery.next_time} />],
      ]}
      actions={
        state !== "STATE_PENDING" && (
          <Action
            text="Send again"
            of={title}
            done={`${title} is sent again.`}
            run={() =>
              call<WebhookDelivery>("RedeliverWebhook", { webhook_id: delivery.webhook_id, id: delivery.id }).then(
                reload,
              )
            }
          />
        )
      }
    />
  );
}

function Deliveries({ id }: { id: string }) {
  const resource = useCall<ListWebhookDeliveriesResponse>("ListWebhookDeliveries", { webhook_id: id }, () => true);
  return (
    <Loaded resource={resource} what="deliveries">
      {({ deliveries = [] }) => (
        <Entries label="Deliveries" none="Nothing was sent there yet.">
          {deliveries.map((delivery) => (
            <DeliveryEntry key={delivery.id} delivery={delivery} reload={resource.reload} />
          ))}
        </Entries>
      )}
    </Loaded>
  );
}

function WebhookEntry({ webhook, isHost, reload }: { webhook: Webhook; isHost: boolean; reload: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { id = "", disabled_reason: reason, pending = 0, dropped } = webhook;
  const title = `Webhook ${id}`;
  return (
    <Entry
      title={title}
      marks={<Badge kind={reason ? "bad" : "good"}>{reason ? "disabled" : "works"}</Badge>}
      facts={[
        ["Address", webhook.url],
        ["User", isHost && (webhook.user || "the host")],
        ["Reports", (webhook.events ?? []).map(eventName).join(", ")],
        ["Waiting", pending > 0 && countText(pending)],
        ["Dropped, as too many waited", dropped && countText(Number(dropped))],
        ["Why nothing is sent", reason && `${reason}. A test that is answered well enables it again.`],
      ]}
      actions={
        <>
          <Action
            text="Test"
            of={title}
            done={`${title} is sent a test.`}
            run={() => call<WebhookDelivery>("TestWebhook", { id }).then(() => setOpen(true))}
          />
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Deliveries<span class="sr-only"> of {title}</span>
          </button>
          <Action
            text="Remove"
            of={title}
            done={`${title} is removed.`}
            isDangerous
            question={`Nothing would be sent there any more, and what waits would be dropped. Remove ${title.toLowerCase()}?`}
            run={() => call<Webhook>("RemoveWebhook", { id }).then(reload)}
          />
        </>
      }
    >
      {isOpen && <Deliveries id={id} />}
    </Entry>
  );
}

export function WebhooksPart({ isHost }: PartProps) {
  const resource = useCall<ListWebhooksResponse>("ListWebhooks");
  return (
    <>
      <Section title="A new webhook">
        <WebhookForm onMade={resource.reload} />
        <Note>
          The arena sends a POST with JSON there, signed as standardwebhooks.com says. An address that fails for hours
          is disabled.
        </Note>
      </Section>
      <Section title="Webhooks">
        <Loaded resource={resource} what="webhooks">
          {({ webhooks = [] }) => (
            <Entries label="Webhooks" none="There is none.">
              {newestFirst(webhooks).map((webhook) => (
                <WebhookEntry key={webhook.id} webhook={webhook} isHost={isHost} reload={resource.reload} />
              ))}
            </Entries>
          )}
        </Loaded>
      </Section>
    </>
  );
}
