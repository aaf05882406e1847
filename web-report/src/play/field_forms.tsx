// What somebody who plays `gogo` does beside the field: the same as on it, by buttons and keys, and what cannot be pointed at.
import { useState } from "preact/hooks";
import { Form, SelectField } from "../account/fields";
import type { Action, GogoChallenge } from "../data/messages";
import { roleText } from "../data/words";
import { blockersOf, blockOf, challengersOf, challengeOf, PASS, targetsFor } from "./field_combat";
import { Note } from "../ui/parts";
import { APART_MIN, areApart, LINE_MAX, type Bases } from "./field_state";
import {
  deckLeft,
  inPlay,
  mayEnter,
  movesOf,
  nudged,
  plannedText,
  roleOf,
  withAllEntering,
  withdrawn,
  withEntry,
  type Plan,
  type Team,
} from "./field_plan";

const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

// By which parts of a pace an arrow key moves a player, without and with the shift key.
const [NUDGE, FINE_NUDGE] = [5, 30];

// A row of players, one of which is chosen.
function Players({
  label,
  numbers,
  chosen,
  textOf,
  onChoose,
  onArrow,
}: {
  label: string;
  numbers: readonly number[];
  chosen: number;
  textOf: (number: number) => string;
  onChoose: (number: number) => void;
  // An arrow key was pressed on a player: which way, and whether only a little.
  onArrow?: (number: number, way: readonly [x: number, y: number], isFine: boolean) => void;
}) {
  return (
    <div class="play-actions" role="group" aria-label={label}>
      {numbers.map((number) => (
        <button
          key={number}
          type="button"
          data-player={number}
          aria-pressed={number === chosen}
          onClick={() => onChoose(number === chosen ? 0 : number)}
          onKeyDown={(event) => {
            const way = ARROWS[event.key];
            if (!way || !onArrow) return;
            event.preventDefault();
            onArrow(number, way, event.shiftKey);
          }}
        >
          {textOf(number)}
        </button>
      ))}
    </div>
  );
}

// A player enters with a card of the deck.
function EntryForm({ team, plan, onPlan }: { team: Team; plan: Plan; onPlan: (plan: Plan, chosen: number) => void }) {
  const [wanted, setWanted] = useState({ number: 0, role: 0 });
  const numbers = mayEnter(team, plan);
  const left = deckLeft(team, plan);
  const roles = left.flatMap((count, role) => (count > 0 ? [role] : []));
  if (!numbers[0] || !roles[0]) return null;
  const number = numbers.includes(wanted.number) ? wanted.number : numbers[0];
  const role = roles.includes(wanted.role) ? wanted.role : roles[0];
  return (
    <Form label="Who enters" onSubmit={() => onPlan(withEntry(team, plan, number, role), number)}>
      <SelectField
        label="Player"
        value={String(number)}
        options={numbers.map((each) => [String(each), String(each)])}
        onValue={(value) => setWanted({ number: Number(value), role })}
      />
      <SelectField
        label="Role"
        value={String(role)}
        options={roles.map((each) => [String(each), `${roleText(each)} (${left[each]} left)`])}
        onValue={(value) => setWanted({ number, role: Number(value) })}
      />
      <button type="submit">Enter</button>
      <button type="button" onClick={() => onPlan(withAllEntering(team, plan), 0)}>
        Enter all by chance
      </button>
    </Form>
  );
}

interface MovesProps {
  team: Team;
  plan: Plan;
  // The number of the player that is moved now; 0 for none.
  chosen: number;
  onPlan: (plan: Plan, chosen: number) => void;
  // The steps that were made last may be made again; absent where nobody can.
  onRepeat: (() => void) | undefined;
  act: (action: Action) => void;
}

export function MovesForm({ team, plan, chosen, onPlan, onRepeat, act }: MovesProps) {
  const entering = [...plan].filter(([, { role }]) => role > 0).map(([number]) => number);
  const { pace } = team.rules;
  return (
    <>
      <Players
        label="Your players"
        numbers={[...inPlay(team), ...entering].sort((a, b) => a - b)}
        chosen={chosen}
        textOf={(number) => `${number} ${roleText(roleOf(team, plan, number))} ${plannedText(team, plan, number)}`}
        onChoose={(number) => onPlan(plan, number)}
        onArrow={(number, [x, y], isFine) => {
          const by = Math.max(1, Math.round(pace / (isFine ? FINE_NUDGE : NUDGE)));
          onPlan(nudged(team, plan, number, { x: x * by, y: y * by }), number);
        }}
      />
      <p class="hint">
        Drag a player, or choose one and point to where it goes; or move the chosen one by the arrow keys, with Shift by
        less. Nobody goes further than the circle.
      </p>
      <EntryForm team={team} plan={plan} onPlan={onPlan} />
      <div class="play-actions">
        <button type="button" class="primary" onClick={() => act(movesOf(team, plan))}>
          Make these moves
        </button>
        <button type="button" disabled={!plan.has(chosen)} onClick={() => onPlan(withdrawn(plan, chosen), chosen)}>
          Take it back
        </button>
        <button type="button" disabled={!onRepeat} onClick={onRepeat}>
          Same steps again
        </button>
      </div>
    </>
  );
}

interface FightProps {
  legal: readonly Action[];
  // Names of own and of opposing players, by their numbers.
  own: (number: number) => string;
  opposing: (number: number) => string;
  act: (action: Action) => void;
}

export function ChallengeForm({
  legal,
  own,
  opposing,
  act,
  chosen,
  onChoose,
}: FightProps & { chosen: number; onChoose: (number: number) => void }) {
  const challengers = challengersOf(legal);
  return (
    <>
      {challengers.length > 0 ? (
        <Players label="Who challenges" numbers={challengers} chosen={chosen} textOf={own} onChoose={onChoose} />
      ) : (
        // R9.1: a side whose only player within reach is a hidden Trap is asked all the same.
        <Note>None of yours may challenge here, because a Trap may not. You are asked so that nobody learns that.</Note>
      )}
      <div class="play-actions" role="group" aria-label="Whom">
        {targetsFor(legal, chosen).map((target) => (
          <button key={target} type="button" class="primary" onClick={() => act(challengeOf(chosen, target))}>
            Challenge {opposing(target)}
          </button>
        ))}
        <button type="button" onClick={() => act(PASS)}>
          Pass
        </button>
      </div>
    </>
  );
}

export function BlockForm({ legal, own, act, challenge }: FightProps & { challenge: GogoChallenge }) {
  return (
    <div class="play-actions" role="group" aria-label="Who takes the attack">
      {blockersOf(legal).map((number) => (
        <button key={number} type="button" onClick={() => act(blockOf(number))}>
          {number === 0 ? `Nobody blocks: ${own(challenge.target ?? 0)} takes it` : `${own(number)} blocks`}
        </button>
      ))}
    </div>
  );
}

// By how much the sliders of base and flag move them.
const LINE_STEP = 50;

export function BasesForm({
  bases,
  onBases,
  act,
}: {
  bases: Bases;
  onBases: (bases: Bases) => void;
  act: (action: Action) => void;
}) {
  const slider = (label: string, name: keyof Bases) => (
    <label>
      {label}: {bases[name]}
      <input
        type="range"
        min={0}
        max={LINE_MAX}
        step={LINE_STEP}
        value={bases[name]}
        onInput={(event) => onBases({ ...bases, [name]: Number(event.currentTarget.value) })}
      />
    </label>
  );
  return (
    <Form
      label="Where base and flag stand"
      onSubmit={() => act({ gogo: { bases: { base_y: bases.base, flag_y: bases.flag } } })}
    >
      {slider("Base", "base")}
      {slider("Flag", "flag")}
      <button type="submit" class="primary" disabled={!areApart(bases)}>
        Place them
      </button>
      <p class="hint">At least {APART_MIN} apart. Both become known when your opponent has placed its own.</p>
    </Form>
  );
}
