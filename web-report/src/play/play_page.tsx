// Playing against a bot: who one is, whom one plays, and the game.
import { useState } from "preact/hooks";
import { Trouble, useDoing } from "../account/doing";
import { isRemote, NAME_PATTERN, nameOf, opponentsFor } from "../account/account_words";
import { useSession } from "../account/session";
import { SignInForm } from "../account/sign_in_form";
import { call, signOut } from "../data/account";
import type {
  Account,
  Bot,
  CreateRemoteBotResponse,
  ListBotsResponse,
  RulesetInfo,
  Tournament,
} from "../data/messages";
import { Heading, Loaded, Note, Section } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { PlayGameView, usePlay } from "./play_game";

// The rulesets that people can play here.
const PLAYED = ["barrage", "duel", "battle", "classic", "bluffing"];
const TIMES: readonly (readonly [string, string])[] = [
  ["300+10 setup=300", "5 min + 10 s a ply"],
  ["900+15 setup=600", "15 min + 15 s a ply"],
  ["1800+30 setup=900", "30 min + 30 s a ply"],
  ["120+5 setup=120", "2 min + 5 s a ply"],
];

function NameForm({ user, onMade }: { user: string; onMade: (bot: string) => void }) {
  const [name, setName] = useState(user);
  const [isDoing, trouble, run] = useDoing();
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          const manifest = { name, version: "1", rulesets: PLAYED, description: "a person, who plays on the site" };
          const made = await call<CreateRemoteBotResponse>("CreateRemoteBot", { manifest });
          onMade(made.bot?.manifest?.name ?? name);
        });
      }}
    >
      <label>
        The name to play under
        <input
          value={name}
          required
          maxLength={40}
          pattern={NAME_PATTERN}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={isDoing}>
        Take this name
      </button>
      <Trouble text={trouble} />
      <Note>Others see this name beside your games. It is yours from now on.</Note>
    </form>
  );
}

function Select({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function NewGame({ account, self, bots }: { account: Account; self: string; bots: readonly Bot[] }) {
  const [ruleset, setRuleset] = useState(PLAYED[0]!);
  const [chosen, setChosen] = useState("");
  const [time, setTime] = useState(TIMES[0]![0]);
  const [isDoing, trouble, run] = useDoing();
  const opponents = opponentsFor(bots, ruleset, account.user ?? "", account.role === "host");
  const names = opponents.map(nameOf).filter((name) => name !== self);
  const opponent = names.includes(chosen) ? chosen : (names[0] ?? "");
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        run(() =>
          call<Tournament>("CreateChallenge", {
            spec: { bots: [self, opponent], ruleset: { id: ruleset }, games: 1, time_control: time },
          }),
        );
      }}
    >
      <Select label="Game" value={ruleset} options={PLAYED.map((id) => [id, id])} onChange={setRuleset} />
      <Select label="Against" value={opponent} options={names.map((name) => [name, name])} onChange={setChosen} />
      <Select label="Time" value={time} options={TIMES} onChange={setTime} />
      <button type="submit" class="primary" disabled={isDoing || !opponent}>
        Play
      </button>
      <a href={hrefOf(["rules", ruleset])}>How {ruleset} is played</a>
      {!opponent && <Note>No bot here takes challenges in {ruleset}.</Note>}
      <Trouble text={trouble} />
    </form>
  );
}

function Seat({
  account,
  self,
  bots,
  rulesets,
}: {
  account: Account;
  self: string;
  bots: readonly Bot[];
  rulesets: readonly RulesetInfo[];
}) {
  const { game, isThere, ended, trouble, send } = usePlay(self);
  const ruleset = rulesets.find((one) => one.id === game?.started.ruleset?.id);
  if (ended) {
    return (
      <div class="note bad" role="alert">
        <p>You play here no more: {ended}.</p>
        <p>
          <button type="button" onClick={() => location.reload()}>
            Come back
          </button>
        </p>
      </div>
    );
  }
  return (
    <>
      {!isThere && (
        <div class="loading" role="status">
          Connecting to the referee…
        </div>
      )}
      <Trouble text={trouble} />
      {game && ruleset && <PlayGameView key={game.started.game_id} game={game} ruleset={ruleset} send={send} />}
      {isThere && (!game || game.over) && (
        <Section title={game ? "Another game" : "A new game"}>
          <NewGame account={account} self={self} bots={bots} />
        </Section>
      )}
    </>
  );
}

function Player({ account, reload }: { account: Account; reload: () => void }) {
  const { source } = useArena();
  const [made, setMade] = useState("");
  const resource = useResource("play", async () => {
    const [all, known] = await Promise.all([call<ListBotsResponse>("ListBots", {}), source.rulesets()]);
    return { bots: all.bots ?? [], rulesets: known.rulesets ?? [] };
  });
  return (
    <Loaded resource={resource} what="bots">
      {({ bots, rulesets }) => {
        const own = bots.filter((bot) => bot.owner === account.user && bot.state === "STATE_READY" && isRemote(bot));
        const self = made || (own[0] ? nameOf(own[0]) : "");
        return (
          <>
            <p class="play-who">
              {self ? `${account.user ?? ""}, playing as ${self}` : (account.user ?? "")}{" "}
              <button type="button" class="link" onClick={() => signOut().then(reload)}>
                Sign out
              </button>
            </p>
            {self ? (
              <Seat account={account} self={self} bots={bots} rulesets={rulesets} />
            ) : (
              <NameForm user={account.user ?? ""} onMade={setMade} />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function LivePlay() {
  const resource = useSession();
  return (
    <Loaded resource={resource} what="your account">
      {(account) =>
        account.user ? (
          <Player account={account} reload={resource.reload} />
        ) : (
          <>
            <p class="lead">Play against a bot, by the same referee, the same clocks and the same rules as bots do.</p>
            <SignInForm onSignedIn={resource.reload} />
          </>
        )
      }
    </Loaded>
  );
}

export function PlayPage() {
  const { source } = useArena();
  return (
    <>
      <Heading>Play</Heading>
      {source.isLive ? <LivePlay /> : <Note>These pages are files. To play takes a server.</Note>}
    </>
  );
}
