// The forms by which somebody takes a name to play under, and asks for a game.
import { useState } from "preact/hooks";
import { NAME_PATTERN, nameOf, opponentsFor } from "../account/account_words";
import { Trouble, useDoing } from "../account/doing";
import { ActionForm, CheckField, optionsOf, SelectField, TextField } from "../account/fields";
import { call } from "../data/account";
import type { Account, Bot, CreateRemoteBotResponse, Tournament } from "../data/messages";
import { Note } from "../ui/parts";
import { useArena } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { PLAYED, ratedNote, rematchOf, TIMES, tournamentOf } from "./new_game";
import type { PlayGame } from "./play_state";

export function NameForm({ user, onMade }: { user: string; onMade: (bot: string) => void }) {
  const [name, setName] = useState(user);
  const take = async () => {
    const manifest = { name, version: "1", rulesets: PLAYED, description: "a person, who plays on the site" };
    const made = await call<CreateRemoteBotResponse>("CreateRemoteBot", { manifest });
    onMade(made.bot?.manifest?.name ?? name);
  };
  return (
    <>
      <ActionForm action="Take this name" onAction={take}>
        <TextField
          label="The name to play under"
          value={name}
          onValue={setName}
          required
          maxLength={40}
          pattern={NAME_PATTERN}
        />
      </ActionForm>
      <Note>Others see this name beside your games. It is yours from now on.</Note>
    </>
  );
}

export function NewGameForm({ account, self, bots }: { account: Account; self: string; bots: readonly Bot[] }) {
  const { site } = useArena();
  // A name that was taken when fewer games could be played here has those.
  const own = bots.find((bot) => nameOf(bot) === self)?.manifest?.rulesets ?? PLAYED;
  const games = PLAYED.filter((id) => own.includes(id));
  const [ruleset, setRuleset] = useState(games[0] ?? "");
  const [chosen, setChosen] = useState("");
  const [time, setTime] = useState(TIMES[0]![0]);
  const [isRated, setRated] = useState(false);
  const opponents = opponentsFor(bots, ruleset, account.user ?? "", account.role === "host");
  const names = opponents.map(nameOf).filter((name) => name !== self);
  const opponent = names.includes(chosen) ? chosen : (names[0] ?? "");
  const start = () =>
    call<Tournament>("CreateChallenge", {
      spec: { bots: [self, opponent], ruleset: { id: ruleset }, games: 1, time_control: time, rated: isRated },
    });
  return (
    <>
      <ActionForm action="Play" onAction={start} isReady={opponent !== ""}>
        <SelectField label="Game" value={ruleset} options={optionsOf(games)} onValue={setRuleset} />
        <SelectField label="Against" value={opponent} options={optionsOf(names)} onValue={setChosen} />
        <SelectField label="Time" value={time} options={TIMES} onValue={setTime} />
        {site.rates_challenges && <CheckField label="Rated" isOn={isRated} onChange={setRated} />}
      </ActionForm>
      {isRated && <Note>{ratedNote(ruleset)}</Note>}
      <p>
        <a href={hrefOf(["rules", ruleset])}>How {ruleset} is played</a>
      </p>
      {!opponent && <Note>No bot here takes challenges in {ruleset}.</Note>}
    </>
  );
}

// A game that is over, once more with sides changed.
export function Rematch({ game, self }: { game: PlayGame; self: string }) {
  const [isDoing, trouble, run] = useDoing();
  const opponent = game.started.opponent_name ?? "";
  const start = async () => {
    const { spec } = await call<Tournament>("GetTournament", { id: tournamentOf(game.started.game_id ?? "") });
    const request = rematchOf(spec ?? {}, self, game.side, opponent);
    if (!request) throw new Error("This opponent cannot be asked again from here.");
    await call<Tournament>("CreateChallenge", request);
  };
  return (
    <>
      <p>
        <button type="button" class="primary" disabled={isDoing} onClick={() => run(start)}>
          Play again, sides changed
        </button>
      </p>
      <Trouble text={trouble} />
    </>
  );
}
