// Challenges: a new one, and those that are not over.
import { useState } from "preact/hooks";
import { call } from "../data/account";
import type { Bot, ListTournamentsResponse, Tournament } from "../data/messages";
import { openPoolOf } from "../data/words";
import { Loaded, Note, Section } from "../ui/parts";
import { useArena } from "../ui/resource";
import type { PartProps } from "./part_props";
import {
  idsOf,
  isOwnChallenge,
  isPlayedOn,
  likelyOpponent,
  NEWEST,
  NEWEST_PAUSE,
  nameOf,
  opponentsFor,
  playersOf,
} from "./account_words";
import { useCall, useKnown, type Known } from "./calls";
import { ActionForm, CheckField, optionsOf, SelectField, TextField } from "./fields";
import { Made, TournamentList } from "./tournament_list";

const TIMES = ["10+0.1", "60+0.6", "120+1", "300+10"];

interface FormProps extends PartProps, Known {
  onMade: () => void;
}

// The chosen one where it can be had, and the first where not.
function oneOf(names: readonly string[], chosen: string): string {
  return names.includes(chosen) ? chosen : (names[0] ?? "");
}

function usePlayers({ bots, rulesets, user, isHost }: FormProps) {
  const own = bots.filter((bot) => isHost || bot.owner === user);
  // Those that a bot of one's own plays.
  const known = idsOf(rulesets).filter((id) => playersOf(own, id).length > 0);
  const [chosen, setChosen] = useState({ ruleset: "", mine: "", other: "" });
  const choose = (field: keyof typeof chosen) => (value: string) => setChosen({ ...chosen, [field]: value });
  const ruleset = oneOf(known, chosen.ruleset);
  const mine = playersOf(own, ruleset).map(nameOf);
  const opponents = opponentsFor(bots, ruleset, user, isHost);
  const others = opponents.map(nameOf);
  const self = oneOf(mine, chosen.mine);
  // A bot may play against itself too, but nobody means that before it is chosen.
  const likely = likelyOpponent(opponents, user, self);
  const other = others.includes(chosen.other) ? chosen.other : likely ? nameOf(likely) : self;
  return { known, mine, others, ruleset, self, other, choose };
}

function ChallengeForm(props: FormProps) {
  const { site } = useArena();
  const { known, mine, others, ruleset, self, other, choose } = usePlayers(props);
  const [games, setGames] = useState("2");
  const [time, setTime] = useState(TIMES[0]!);
  const [isRated, setRated] = useState(false);
  const [made, setMade] = useState<Tournament>();
  const start = async () => {
    setMade(undefined);
    const bots = [self, other];
    const spec = { bots, ruleset: { id: ruleset }, games: Number(games), time_control: time, rated: isRated };
    setMade(await call<Tournament>("CreateChallenge", { spec }));
    props.onMade();
  };
  if (known.length === 0) return <Note>You have no bot that can play.</Note>;
  return (
    <>
      <ActionForm action="Challenge" onAction={start} isReady={self !== "" && other !== ""}>
        <SelectField label="Game" value={ruleset} onValue={choose("ruleset")} options={optionsOf(known)} />
        <SelectField label="Your bot" value={self} onValue={choose("mine")} options={optionsOf(mine)} />
        <SelectField label="Against" value={other} onValue={choose("other")} options={optionsOf(others)} />
        <TextField label="Games" type="number" min={1} required value={games} onValue={setGames} />
        <TextField
          label="Seconds for a game + for each ply"
          required
          value={time}
          onValue={setTime}
          options={{ id: "challenge-times", values: TIMES }}
        />
        {site.rates_challenges && (
          <CheckField label={`Rated, in the pool ${openPoolOf(ruleset)}`} isOn={isRated} onChange={setRated} />
        )}
      </ActionForm>
      <Made what="challenge" made={made} />
    </>
  );
}

export function ChallengesPart(props: PartProps) {
  const bots = useKnown();
  const tournaments = useCall<ListTournamentsResponse>(
    "ListTournaments",
    { page_size: NEWEST },
    (list) => (list.tournaments ?? []).some((one) => one.spec?.challenger && isPlayedOn(one)),
    NEWEST_PAUSE,
  );
  const isMine = (one: Tournament, own: readonly Bot[]) =>
    isPlayedOn(one) && (props.isHost ? Boolean(one.spec?.challenger) : isOwnChallenge(one, props.user, own));
  return (
    <Loaded resource={bots} what="bots">
      {(known) => (
        <>
          <Section title="A new challenge">
            <ChallengeForm {...props} {...known} onMade={tournaments.reload} />
          </Section>
          <Section title={props.isHost ? "Challenges under way" : "Challenges of yours and of your bots under way"}>
            <Loaded resource={tournaments} what="challenges">
              {(list) => (
                <TournamentList
                  label="Challenges"
                  none="No challenge is under way."
                  tournaments={(list.tournaments ?? []).filter((one) => isMine(one, known.bots))}
                  isHost={props.isHost}
                  reload={tournaments.reload}
                />
              )}
            </Loaded>
          </Section>
        </>
      )}
    </Loaded>
  );
}
