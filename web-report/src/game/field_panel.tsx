// `gogo`: the field over time, between both teams.
import type { GogoView } from "../data/messages";
import { roleNumber, roleSymbol, roleText } from "../data/words";
import { deckOf, teamSeen } from "../replay/gogo";
import { knowsOwn, type Color } from "../replay/observer";
import { Field, marksOf, timeText } from "./field_view";
import type { GogoModel } from "./model";
import { LostPieces, lostKinds } from "./lost_pieces";
import type { PanelProps } from "./panel";
import { Player } from "./player";

function RoleCounts({ title, counts }: { title: string; counts: readonly number[] }) {
  const shown = counts.map((count, role) => ({ role, count })).filter(({ count }) => count > 0);
  return (
    <p class="role-counts">
      <b>{title}:</b>{" "}
      {shown.length === 0 ? "none" : shown.map(({ role, count }) => `${count} ${roleText(role)}`).join(", ")}
    </p>
  );
}

type GogoProps = PanelProps<GogoModel>;

function Team({ side, props, view }: { side: Color; props: GogoProps; view: GogoView }) {
  const lost = lostKinds((view[side]?.lost ?? []).map(roleNumber), roleSymbol, roleText);
  return (
    <Player side={side} isAbove={side === "blue"} props={props}>
      <LostPieces side={side} kinds={lost} />
      {knowsOwn(props.observer, side) && (
        <RoleCounts title="In the deck" counts={deckOf(props.game.replay.deck ?? [], view[side])} />
      )}
    </Player>
  );
}

export function FieldPanel(props: GogoProps) {
  const { model, game, position, observer } = props;
  const view = game.view(position);
  const before = position > 0 ? game.view(position - 1) : null;
  const [red, blue] = [teamSeen(view, before, "red", observer), teamSeen(view, before, "blue", observer)];
  const what = position > 0 ? model.text(position) : "Nobody is in play yet.";
  return (
    <div class="panel">
      <Team side="blue" props={props} view={view} />
      <div class="field-box stage">
        <Field
          gogo={game.replay}
          view={view}
          marks={marksOf(red, blue)}
          observer={observer}
          label={`Field. ${timeText(view.situation)}: ${red.length} of Red and ${blue.length} of Blue in play`}
        />
        <p class="deed" aria-live="polite">
          {timeText(view.situation)}. {what}
        </p>
      </div>
      <Team side="red" props={props} view={view} />
    </div>
  );
}
