// Invitations, by whose codes people register. For hosts.
import { useState } from "preact/hooks";
import { call } from "../data/account";
import type { Invitation, ListInvitationsResponse, NewInvitation } from "../data/messages";
import { Badge, Loaded, Section, Time } from "../ui/parts";
import { invitationState, LIFETIMES_OF_INVITATIONS, roleName, siteLink } from "./account_words";
import { Action } from "./action";
import { useCall } from "./calls";
import { Entries, Entry, Folded } from "./entries";
import { ActionForm, SelectField, TextField } from "./fields";
import { Secret } from "./secret";

function InvitationForm({ onMade }: { onMade: () => void }) {
  const [label, setLabel] = useState("");
  const [uses, setUses] = useState("1");
  const [lifetime, setLifetime] = useState(LIFETIMES_OF_INVITATIONS[0]![0]);
  const [link, setLink] = useState("");
  const create = async () => {
    const made = await call<NewInvitation>("CreateInvitation", {
      label: label.trim(),
      uses_max: Number(uses),
      lifetime,
    });
    setLink(siteLink("register", made.code ?? ""));
    setLabel("");
    onMade();
  };
  return (
    <>
      {link && <Secret of="the new invitation" kind="link" secret={link} onClose={() => setLink("")} />}
      <ActionForm action="Invite" onAction={create}>
        <TextField label="For whom it is" placeholder="course" value={label} onValue={setLabel} maxLength={100} />
        <TextField
          label="How many may come by it"
          type="number"
          value={uses}
          onValue={setUses}
          required
          min={1}
          max={10_000}
        />
        <SelectField label="It holds for" value={lifetime} onValue={setLifetime} options={LIFETIMES_OF_INVITATIONS} />
      </ActionForm>
    </>
  );
}

function InvitationEntry({ invitation, reload }: { invitation: Invitation; reload: () => void }) {
  const state = invitationState(invitation, Date.now());
  const title = `Invitation ${invitation.id}`;
  return (
    <Entry
      title={title}
      marks={<Badge kind={state === "open" ? "good" : "quiet"}>{state}</Badge>}
      facts={[
        ["For", invitation.label],
        ["Used", `${invitation.uses ?? 0} of ${invitation.uses_max ?? 0}`],
        ["Role", roleName(invitation.role)],
        ["Made", <Time key="made" time={invitation.create_time} />],
        ["Holds until", <Time key="until" time={invitation.expire_time} />],
      ]}
      actions={
        state === "open" && (
          <Action
            text="Revoke"
            of={title}
            done={`${title} is revoked.`}
            isDangerous
            question={`Nobody could come by ${title.toLowerCase()} any more; users who have stay. Revoke it?`}
            run={() => call<Invitation>("RevokeInvitation", { id: invitation.id }).then(reload)}
          />
        )
      }
    />
  );
}

export function Invitations() {
  const resource = useCall<ListInvitationsResponse>("ListInvitations");
  const { reload } = resource;
  const list = (invitations: readonly Invitation[]) => (
    <Entries label="Invitations" none="There is none.">
      {invitations.map((invitation) => (
        <InvitationEntry key={invitation.id} invitation={invitation} reload={reload} />
      ))}
    </Entries>
  );
  return (
    <>
      <Section title="A new invitation">
        <InvitationForm onMade={reload} />
      </Section>
      <Section title="Invitations">
        <Loaded resource={resource} what="invitations">
          {({ invitations = [] }) => {
            const open = invitations.filter((one) => invitationState(one, Date.now()) === "open");
            const over = invitations.filter((one) => !open.includes(one));
            return (
              <>
                {list(open)}
                {over.length > 0 && (
                  <Folded title={`Used up, expired or revoked (${over.length})`}>{list(over)}</Folded>
                )}
              </>
            );
          }}
        </Loaded>
      </Section>
    </>
  );
}
