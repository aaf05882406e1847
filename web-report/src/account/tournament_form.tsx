// A new tournament. What is left empty has the server's defaults.
import { useState } from "preact/hooks";
import { call } from "../data/account";
import type { Tournament, TournamentSpec, TournamentSpec_Format } from "../data/messages";
import { formatText } from "../data/words";
import { Loaded } from "../ui/parts";
import { filledIn, idsOf, nameOf, playersOf, tagsOf, typedNumber } from "./account_words";
import { useKnown, type Known } from "./calls";
import { ActionForm, CheckField, ChecksField, optionsOf, SelectField, TextField } from "./fields";
import { Made } from "./tournament_list";

const FORMATS: readonly TournamentSpec_Format[] = [
  "FORMAT_ROUND_ROBIN",
  "FORMAT_SWISS",
  "FORMAT_KNOCKOUT",
  "FORMAT_GAUNTLET",
  "FORMAT_LADDER",
  "FORMAT_SPRT",
];
const TIMES = ["10+0.1", "60+0.6", "120+1", "300+3"];
const CHOSEN = "";

// What was typed, as the fields have it.
const EMPTY = { name: "", format: FORMATS[0] as string, rounds: "", games: "", time: TIMES[0]!, who: CHOSEN };

function useForm({ bots, rulesets }: Known) {
  const [typed, setTyped] = useState({ ...EMPTY, ruleset: rulesets[0]?.id ?? "" });
  const [chosen, setChosen] = useState<string[]>([]);
  const [isRated, setRated] = useState(true);
  const players = playersOf(bots, typed.ruleset);
  const entrants =
    typed.who === CHOSEN ? chosen.filter((name) => players.some((bot) => nameOf(bot) === name)) : [typed.who];
  const spec: TournamentSpec = filledIn({
    name: typed.name.trim(),
    bots: entrants,
    ruleset: { id: typed.ruleset },
    format: typed.format as TournamentSpec_Format,
    rounds: typedNumber(typed.rounds),
    games: typedNumber(typed.games),
    time_control: typed.time.trim(),
    rated: isRated,
  });
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onValue: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  return { typed, field, chosen, setChosen, isRated, setRated, players, spec };
}

function Form({ known, onMade }: { known: Known; onMade: () => void }) {
  const { typed, field, chosen, setChosen, isRated, setRated, players, spec } = useForm(known);
  const [made, setMade] = useState<Tournament>();
  const who = [
    [CHOSEN, "those that I choose"],
    ["all", "all that play it"],
    ...tagsOf(players).map((tag) => [`@tag:${tag}`, `all with the tag ${tag}`] as const),
  ] as const;
  const create = async () => {
    setMade(undefined);
    setMade(await call<Tournament>("CreateTournament", { spec }));
    onMade();
  };
  return (
    <>
      <ActionForm action="Make the tournament" onAction={create} isReady={(spec.bots ?? []).length > 0}>
        <TextField label="Name (may be empty)" {...field("name")} maxLength={100} />
        <SelectField label="Game" {...field("ruleset")} options={optionsOf(idsOf(known.rulesets))} />
        <SelectField
          label="Format"
          {...field("format")}
          options={FORMATS.map((format) => [format, formatText(format)] as const)}
        />
        <TextField label="Rounds" type="number" min={1} placeholder="default" {...field("rounds")} />
        <TextField label="Games a pairing" type="number" min={1} placeholder="default" {...field("games")} />
        <TextField
          label="Seconds for a game + for each ply"
          {...field("time")}
          required
          options={{ id: "tournament-times", values: TIMES }}
        />
        <SelectField label="Bots" {...field("who")} options={who} />
        <CheckField label="Rated" isOn={isRated} onChange={setRated} />
        {typed.who === CHOSEN && (
          <ChecksField label="Which bots" values={players.map(nameOf)} chosen={chosen} onChosen={setChosen} />
        )}
      </ActionForm>
      <Made what="tournament" made={made} />
    </>
  );
}

export function TournamentForm({ onMade }: { onMade: () => void }) {
  const resource = useKnown();
  return (
    <Loaded resource={resource} what="bots">
      {(known) => <Form known={known} onMade={onMade} />}
    </Loaded>
  );
}
