// The form for the decision of `gogo` that is open.
import { useRef } from "preact/hooks";
import type { Action } from "../data/messages";
import { roleText } from "../data/words";
import type { Mark } from "../game/field_view";
import type { Point } from "../game/spread";
import { colorText, opponentOf } from "../replay/observer";
import { BasesForm, BlockForm, ChallengeForm, MovesForm } from "./field_forms";
import { roleOf, vectorsOf, withVectors, type Team } from "./field_plan";
import type { Bases } from "./field_state";
import type { PlayGame } from "./play_state";
import type { ChoiceHook } from "./use_field_choice";

// Names of players by their numbers, as far as the player knows them.
function namesOf(team: Team, marks: readonly Mark[]) {
  const opponent = opponentOf(team.side);
  return {
    own: (number: number) => `${number} ${roleText(roleOf(team, new Map(), number))}`,
    opposing: (number: number) => {
      const role = marks.find((mark) => mark.side === opponent && mark.player.number === number)?.player.role ?? 0;
      return `${colorText(opponent)} ${number}${role > 0 ? ` (${roleText(role)})` : ""}`;
    },
  };
}

export function FieldAnswer({
  game,
  team,
  marks,
  choice: [choice, choose],
  bases,
  act,
}: {
  game: PlayGame;
  team: Team;
  marks: readonly Mark[];
  choice: ChoiceHook;
  bases: Bases;
  act: (action: Action) => void;
}) {
  // The steps of the moves made last.
  const last = useRef<Map<number, Point>>(new Map());
  const { plan, chosen } = choice;
  const legal = game.decision?.legal ?? [];
  const fight = { legal, act, ...namesOf(team, marks) };
  switch (game.decision?.kind) {
    case "DECISION_KIND_BASES":
      return <BasesForm bases={bases} onBases={(next) => choose({ bases: next })} act={act} />;
    case "DECISION_KIND_STEPS":
      return (
        <MovesForm
          team={team}
          plan={plan}
          chosen={chosen}
          onPlan={(next, number) => choose({ plan: next, chosen: number })}
          onRepeat={last.current.size > 0 ? () => choose({ plan: withVectors(team, plan, last.current) }) : undefined}
          act={(action) => {
            last.current = vectorsOf(team, plan);
            act(action);
          }}
        />
      );
    case "DECISION_KIND_CHALLENGE":
      return <ChallengeForm {...fight} chosen={chosen} onChoose={(number) => choose({ chosen: number })} />;
    case "DECISION_KIND_BLOCK":
      return <BlockForm {...fight} challenge={team.view.situation?.challenge ?? {}} />;
    default:
      return null;
  }
}
