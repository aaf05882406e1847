// A game of `gogo` that somebody plays: the field as the player may know it, and what can be done there.
import type { ComponentChildren } from "preact";
import type { Action, RulesetInfo } from "../data/messages";
import { sentence } from "../data/live";
import { roleNumber, roleSymbol, roleText } from "../data/words";
import { Field, marksOf, timeText, type Mark } from "../game/field_view";
import { LostPieces, lostKinds } from "../game/lost_pieces";
import type { Point } from "../game/spread";
import { teamSeen } from "../replay/gogo";
import { colorText, opponentOf, type Color } from "../replay/observer";
import { challengersOf, challengeOf, targetsFor } from "./field_combat";
import { FieldAnswer } from "./field_answer";
import { Chosen, Placing, Planned } from "./field_overlays";
import { nearest, sentTo, targetOf, type Team } from "./field_plan";
import { basesAt, fieldRulesOf, groundOf, lineOf, type FieldNow } from "./field_state";
import type { PlayGame } from "./play_state";
import { useChoice, type ChoiceHook } from "./use_field_choice";
import { useFieldPointer } from "./use_field_pointer";

const placesOf = (marks: readonly Mark[], side: Color, numbers: readonly number[]) =>
  marks
    .filter((mark) => mark.side === side && numbers.includes(mark.player.number))
    .map((mark) => [mark.player.number, mark.shown] as const);

// What a pointer on the field does, by the decision that is open.
function usePointer(
  game: PlayGame,
  team: Team,
  marks: readonly Mark[],
  [choice, choose]: ChoiceHook,
  act: (action: Action) => void,
) {
  const { decision, side } = game;
  const { plan, chosen } = choice;
  const legal = decision?.legal ?? [];
  const isMove = decision?.kind === "DECISION_KIND_STEPS";
  const own = () =>
    isMove
      ? [
          ...marks.filter((mark) => mark.side === side).map((mark) => [mark.player.number, mark.shown] as const),
          ...[...plan].map(([number]) => [number, targetOf(team, plan, number)] as const),
        ]
      : placesOf(marks, side, challengersOf(legal));
  const challenge = (number: number, place: Point, reach: number) => {
    const target = nearest(placesOf(marks, opponentOf(side), targetsFor(legal, number)), place, reach);
    if (target > 0) act(challengeOf(number, target));
    return target > 0;
  };
  const playerAt = (place: Point, reach: number) => nearest(own(), place, reach);
  return useFieldPointer({
    playerAt,
    onTap: (place, reach) => {
      if (!isMove && chosen > 0 && challenge(chosen, place, reach)) return;
      const number = playerAt(place, reach);
      if (number > 0) choose({ chosen: number === chosen ? 0 : number });
      else if (isMove && chosen > 0) choose({ plan: sentTo(team, plan, chosen, place) });
    },
    onDrag: (number, place) =>
      choose({ chosen: number, ...(isMove ? { plan: sentTo(team, plan, number, place) } : {}) }),
    onDrop: (number, place, reach) => {
      if (!isMove) challenge(number, place, reach);
    },
  });
}

function Losses({ field, side }: { field: FieldNow; side: Color }) {
  const lost = (field.view[side]?.lost ?? []).map(roleNumber);
  return <LostPieces side={side} kinds={lostKinds(lost, roleSymbol, roleText)} />;
}

export function FieldTable({
  game,
  ruleset,
  act,
  children,
}: {
  game: PlayGame;
  ruleset: RulesetInfo;
  act: (action: Action) => void;
  // The player's own line.
  children: ComponentChildren;
}) {
  const { side, decision } = game;
  const field = game.field!;
  const { view, before } = field;
  const observer = game.over ? "all" : side;
  const rules = fieldRulesOf(ruleset, game.started.ruleset);
  const team: Team = { rules, view, side };
  const marks = marksOf(teamSeen(view, before, "red", observer), teamSeen(view, before, "blue", observer));
  const chosen = useChoice(decision?.number ?? 0);
  const [choice] = chosen;
  const handlers = usePointer(game, team, marks, chosen, act);
  const end = lineOf(rules, view, side);
  const bases = choice.bases ?? basesAt(rules, end);
  const legal = decision?.legal ?? [];
  return (
    <div class="play-field">
      <Losses field={field} side={opponentOf(side)} />
      <Field
        gogo={groundOf(rules)}
        view={view}
        marks={marks}
        observer={observer}
        label={`The field; you play ${colorText(side)}`}
        handlers={handlers}
      >
        {decision?.kind === "DECISION_KIND_BASES" && <Placing x={end} bases={bases} pace={rules.pace} side={side} />}
        {decision?.kind === "DECISION_KIND_STEPS" && <Planned team={team} choice={choice} />}
        <Chosen marks={marks} side={side} choice={choice} targets={targetsFor(legal, choice.chosen)} />
      </Field>
      <p class="deed" aria-live="polite">
        {timeText(view.situation)}. {sentence(field.said)}
      </p>
      <Losses field={field} side={side} />
      {children}
      <FieldAnswer game={game} team={team} marks={marks} choice={chosen} bases={bases} act={act} />
    </div>
  );
}
