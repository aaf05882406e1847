// One bot, and what its owner or a host may do with it.
import { useState } from "preact/hooks";
import { call } from "../data/account";
import type { Bot, NewToken } from "../data/messages";
import { stateText } from "../data/words";
import { plural } from "../ui/format";
import { Badge, BotLink } from "../ui/parts";
import { isRemote, nameOf } from "./account_words";
import { Action } from "./action";
import { BotLogs } from "./bot_logs";
import { Entry } from "./entries";
import { Secret } from "./secret";

const KINDS: Record<string, "good" | "bad" | "quiet"> = { STATE_READY: "good", STATE_SUSPENDED: "bad" };

function Marks({ bot }: { bot: Bot }) {
  return (
    <>
      <Badge kind={KINDS[bot.state ?? ""] ?? "quiet"}>{stateText(bot.state)}</Badge>
      {bot.takes_challenges && <Badge kind="quiet">takes challenges</Badge>}
      {(bot.tags ?? []).map((tag) => (
        <Badge key={tag} kind="quiet">
          {tag}
        </Badge>
      ))}
    </>
  );
}

interface ActionsProps {
  bot: Bot;
  reload: () => void;
}

function Play({ bot, reload }: ActionsProps) {
  const name = nameOf(bot);
  const act = (method: string, more: object) => call<Bot>(method, { name, ...more }).then(reload);
  const takes = !bot.takes_challenges;
  return (
    <>
      <Action
        text={takes ? "Allow challenges" : "Refuse challenges"}
        of={name}
        done={`${name} takes ${takes ? "challenges" : "no challenges"} now.`}
        run={() => act("SetBotChallenges", { takes_challenges: takes })}
      />
      {bot.state === "STATE_SUSPENDED" ? (
        <Action text="Resume" of={name} done={`${name} plays again.`} run={() => act("ResumeBot", {})} />
      ) : (
        <Action
          text="Suspend"
          of={name}
          done={`${name} is suspended.`}
          asksReason
          run={(reason) => act("SuspendBot", { reason })}
        />
      )}
      <Action
        text="Retire"
        of={name}
        done={`${name} is retired.`}
        isDangerous
        asksReason
        question={`${name} would enter no more tournaments.${bot.is_submitted ? " This is final." : ""} Retire it?`}
        run={(reason) => act("RetireBot", { reason })}
      />
    </>
  );
}

export function BotEntry({ bot, isHost, reload }: ActionsProps & { isHost: boolean }) {
  const [secret, setSecret] = useState("");
  const [isOpen, setOpen] = useState(false);
  const name = nameOf(bot);
  const isRetired = bot.state === "STATE_RETIRED";
  const renew = async () => {
    const made = await call<NewToken>("CreateBotToken", { bot: name });
    setSecret(made.secret ?? "");
  };
  return (
    <Entry
      title={<BotLink name={name} />}
      marks={<Marks bot={bot} />}
      facts={[
        ["Owner", isHost && (bot.owner || "the host")],
        ["Kind", isRemote(bot) ? "remote" : bot.is_submitted ? "submitted" : "from a folder of the host"],
        ["Plays", (bot.manifest?.rulesets ?? []).join(", ")],
        ["Faults", (bot.faults ?? 0) > 0 && plural(bot.faults ?? 0, "fault")],
        ["Why suspended", bot.suspended_reason],
        ["Why retired", bot.retired_reason],
      ]}
      actions={
        <>
          {!isRetired && <Play bot={bot} reload={reload} />}
          {!isRetired && isRemote(bot) && (
            <Action
              text="New token"
              of={name}
              done={`${name} has a new token.`}
              question={`The token that ${name} has now would hold no more. Make a new one?`}
              run={renew}
            />
          )}
          {!isRemote(bot) && (
            <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              Logs<span class="sr-only"> of {name}</span>
            </button>
          )}
        </>
      }
    >
      {secret && <Secret of={name} secret={secret} onClose={() => setSecret("")} />}
      {isOpen && <BotLogs bot={bot} />}
    </Entry>
  );
}
