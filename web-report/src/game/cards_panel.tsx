// `cards`: each player's front line, hand, deck and losses.
import type { Observer, Side } from "../data/messages";
import type { CardsDeed } from "../data/replay_messages";
import { pieceSymbol, pieceText } from "../data/words";
import { armySeen, type ArmySeen, type CardSeen } from "../replay/cards";
import { deedText } from "../replay/words";
import { PlayerStrip } from "./army_strip";
import type { PanelProps } from "./board_panel";

function CardFace({ type, side }: { type: number; side: "red" | "blue" }) {
  return (
    <g>
      <rect class="card-body" x="1" y="1" width="58" height="82" rx="6" />
      <text class="card-rank" x="30" y="46">
        {type === 13 ? "1" : pieceSymbol(type)}
      </text>
      <text class="card-name" x="30" y="70">
        {pieceText(type, "cards").replace("Field ", "")}
      </text>
      {side === "red" ? (
        <rect class="card-side" x="6" y="6" width="8" height="8" rx="1.5" />
      ) : (
        <circle class="card-side" cx="10" cy="10" r="4.4" />
      )}
    </g>
  );
}

function CardBack({ side }: { side: "red" | "blue" }) {
  return (
    <g>
      <rect class="card-body back" x="1" y="1" width="58" height="82" rx="6" />
      <path class="card-lines" d="M12 72L48 12M12 48L36 12M24 72L48 36" />
      {side === "red" ? (
        <rect class="card-side" x="24" y="36" width="12" height="12" rx="2" />
      ) : (
        <circle class="card-side" cx="30" cy="42" r="6.4" />
      )}
    </g>
  );
}

function CardPicture({ type, side, label }: { type: number; side: "red" | "blue"; label: string }) {
  return (
    <svg class={`card ${side}`} viewBox="0 0 60 84" role="img" aria-label={label}>
      <title>{label}</title>
      {type === 0 ? <CardBack side={side} /> : <CardFace type={type} side={side} />}
    </svg>
  );
}

function knownTo(card: CardSeen): string {
  if (card.isShown) return "shown to all";
  return card.isPeeked ? "peeked at" : "";
}

// Which place acts, and which are acted upon, in the last deed.
function placesOf(deed: CardsDeed | undefined): { actor: number; targets: number[] } {
  const act = deed?.attack ?? deed?.peek ?? deed?.card_named ?? deed?.look_at_hand ?? deed?.redeal;
  const at = deed?.attack?.at ?? deed?.card_named?.at;
  return { actor: act?.place ?? 0, targets: deed?.peek?.at ?? (at ? [at] : []) };
}

function FrontLine({
  front,
  side,
  marked,
}: {
  front: readonly CardSeen[];
  side: "red" | "blue";
  marked: readonly number[];
}) {
  return (
    <ol class="front-line" aria-label="Front line">
      {Array.from({ length: 5 }, (_, i) => {
        const card = front[i];
        if (!card || card.isGap)
          return (
            <li key={i} class={`place gap ${marked.includes(i + 1) ? "marked" : ""}`}>
              <span class="gap-card" />
              <span class="place-note">{i + 1} gap</span>
            </li>
          );
        const name = card.type === 0 ? "unknown" : pieceText(card.type, "cards");
        const excluded =
          card.excluded.length > 0 ? `not ${card.excluded.map((type) => pieceText(type, "cards")).join(", ")}` : "";
        return (
          <li key={i} class={`place ${marked.includes(i + 1) ? "marked" : ""}`}>
            <CardPicture
              type={card.type}
              side={side}
              label={[`Place ${i + 1}: ${name}`, knownTo(card), excluded].filter(Boolean).join(", ")}
            />
            <span class="place-note">
              {i + 1} {knownTo(card) || excluded}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function CardRow({
  title,
  types,
  side,
  note,
}: {
  title: string;
  types: readonly number[];
  side: "red" | "blue";
  note?: string;
}) {
  return (
    <div class="card-row">
      <h3>
        {title}{" "}
        <span class="muted">
          {types.length}
          {note ? `, ${note}` : ""}
        </span>
      </h3>
      <ul class="small-cards">
        {types.map((type, i) => (
          <li key={i}>
            <CardPicture type={type} side={side} label={type === 0 ? "unknown" : pieceText(type, "cards")} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Deck({ seen, side }: { seen: ArmySeen; side: "red" | "blue" }) {
  const types = seen.deck.length === seen.deckSize ? seen.deck : new Array<number>(seen.deckSize).fill(0);
  return (
    <CardRow
      title="Deck"
      types={types}
      side={side}
      {...(seen.deckSize > 0 && seen.deck.length === seen.deckSize ? { note: "in no order" } : {})}
    />
  );
}

function Army({ side, props, deed }: { side: "red" | "blue"; props: PanelProps; deed: CardsDeed | undefined }) {
  const { model, position, observer } = props;
  const name: Side = side === "red" ? "SIDE_RED" : "SIDE_BLUE";
  const seen = armySeen(model.cards!(position), name, observer as Observer, model.replay.cards?.army ?? []);
  const { actor, targets } = placesOf(deed);
  const isRunning = side === "red" ? props.clocks.isRedRunning : props.clocks.isBlueRunning;
  return (
    <section class="cards-army" aria-label={side === "red" ? "Red" : "Blue"}>
      <PlayerStrip
        side={side}
        name={model.replay[side]?.name}
        version={model.replay[side]?.version}
        clock={props.clocks[side]}
        isRunning={isRunning}
      />
      <FrontLine front={seen.front} side={side} marked={deed?.side === name ? [actor] : targets} />
      <div class="card-rows">
        <CardRow
          title="Hand"
          types={seen.hand}
          side={side}
          {...(seen.handIsSeen ? { note: "seen by the opponent" } : {})}
        />
        <Deck seen={seen} side={side} />
        <CardRow title="Lost" types={seen.lost} side={side} />
      </div>
    </section>
  );
}

export function CardsPanel(props: PanelProps) {
  const view = props.model.cards!(props.position);
  const deed = props.position > 0 ? view.last_deed : undefined;
  const [above, below] = props.isFlipped ? (["red", "blue"] as const) : (["blue", "red"] as const);
  return (
    <div class="panel">
      <Army side={above} props={props} deed={deed} />
      <p class="deed" aria-live="polite">
        {deed ? `${deed.side === "SIDE_BLUE" ? "Blue" : "Red"}: ${deedText(deed)}` : "Both front lines are laid."}
      </p>
      <Army side={below} props={props} deed={deed} />
    </div>
  );
}
