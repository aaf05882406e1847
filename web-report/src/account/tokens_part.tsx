// The tokens of whoever is signed in and of the user's bots, or all of them for a host.
import { useState } from "preact/hooks";
import { call } from "../data/account";
import type { ListTokensResponse, NewToken, SignInLink, Token } from "../data/messages";
import { Badge, BotLink, Loaded, Note, Section, Time } from "../ui/parts";
import type { PartProps } from "./part_props";
import { LIFETIMES, newestFirst, siteLink, tokenState } from "./account_words";
import { Action } from "./action";
import { useCall } from "./calls";
import { Entries, Entry, Folded } from "./entries";
import { ActionForm, SelectField, TextField } from "./fields";
import { Searched } from "./searched";
import { Secret } from "./secret";

// A new token of a user.
export function TokenForm({ user, isOwn, onMade }: { user: string; isOwn?: boolean; onMade?: () => void }) {
  const [label, setLabel] = useState("");
  const [lifetime, setLifetime] = useState(LIFETIMES[0]![0]);
  const [secret, setSecret] = useState("");
  const create = async () => {
    const made = await call<NewToken>("CreateToken", { user, label: label.trim(), lifetime });
    setSecret(made.secret ?? "");
    setLabel("");
    onMade?.();
  };
  return (
    <>
      {secret && <Secret of={user} secret={secret} onClose={() => setSecret("")} />}
      <ActionForm action="Make a token" onAction={create}>
        <TextField
          label="What it is for"
          placeholder="laptop"
          value={label}
          onValue={setLabel}
          required
          maxLength={100}
        />
        <SelectField label="It holds for" value={lifetime} onValue={setLifetime} options={LIFETIMES} />
        {isOwn && (
          <Note>
            It holds for no longer than the token with which you are signed in here, and is revoked with that.
          </Note>
        )}
      </ActionForm>
    </>
  );
}

// Signs another browser in, without a token that somebody would have to type there.
function LinkForm({ user }: { user: string }) {
  const [link, setLink] = useState("");
  const create = async () => {
    const made = await call<SignInLink>("CreateSignInLink", {});
    setLink(siteLink("link", made.secret ?? ""));
  };
  return (
    <>
      {link && <Secret of={user} kind="link" secret={link} onClose={() => setLink("")} />}
      <ActionForm action="Make a sign-in link" onAction={create}>
        <Note>
          Open the link on the other device within 10 minutes. It works once, and signs in there for a week at most: for
          no longer than the token holds with which you are signed in here.
        </Note>
      </ActionForm>
    </>
  );
}

function TokenEntry({ token, reload }: { token: Token; reload: () => void }) {
  const state = tokenState(token, Date.now());
  const title = `Token ${token.id}`;
  return (
    <Entry
      title={title}
      marks={<Badge kind={state === "holds" ? "good" : "quiet"}>{state}</Badge>}
      facts={[
        ["For", token.label],
        ["With token", Number(token.parent_id) > 0 && token.parent_id],
        ["User", token.user],
        ["Bot", token.bot && <BotLink name={token.bot} />],
        ["Made", <Time key="made" time={token.create_time} />],
        ["Holds until", token.expire_time ? <Time key="until" time={token.expire_time} /> : "it is revoked"],
        ["Revoked", token.revoke_time && <Time key="revoked" time={token.revoke_time} />],
      ]}
      actions={
        state === "holds" && (
          <Action
            text="Revoke"
            of={title}
            done={`${title} is revoked.`}
            isDangerous
            question={`Whoever uses ${title.toLowerCase()} is out at once, you too where you have signed in with it. Revoke it?`}
            run={() => call<Token>("RevokeToken", { id: token.id }).then(reload)}
          />
        )
      }
    />
  );
}

export function TokensPart({ user, isHost }: PartProps) {
  const resource = useCall<ListTokensResponse>("ListTokens");
  const { reload } = resource;
  const list = (tokens: readonly Token[]) => (
    <Entries label="Tokens" none="There is none.">
      {tokens.map((token) => (
        <TokenEntry key={token.id} token={token} reload={reload} />
      ))}
    </Entries>
  );
  return (
    <>
      <Section title="A new token for yourself">
        <TokenForm user={user} isOwn onMade={reload} />
      </Section>
      <Section title="Sign in on another device">
        <LinkForm user={user} />
      </Section>
      <Section title={isHost ? "All tokens" : "Your tokens and those of your bots"}>
        <Loaded resource={resource} what="tokens">
          {(answer) => {
            const tokens = newestFirst(answer.tokens ?? []);
            const held = tokens.filter((token) => tokenState(token, Date.now()) === "holds");
            const over = tokens.filter((token) => !held.includes(token));
            return (
              <>
                <Searched rows={held} what="user, bot or label" texts={({ user, bot, label }) => [user, bot, label]}>
                  {list}
                </Searched>
                {over.length > 0 && <Folded title={`Expired or revoked (${over.length})`}>{list(over)}</Folded>}
              </>
            );
          }}
        </Loaded>
      </Section>
    </>
  );
}
