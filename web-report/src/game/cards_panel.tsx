// `cards`: each player's front line, hand, deck and losses.
import type { CardsDeed } from "../data/messages";
import { oneOf } from "../data/one_of";
import { pieceSymbol, pieceText } from "../data/words";
import { armySeen, type ArmySeen, type CardSeen } from "../replay/cards";
import { colorOf, colorText, opponentOf, type Color } from "../replay/observer";
import { DEED_KINDS, deedText } from "../replay/step_texts";
import type { CardsModel } from "./model";
import { LostPieces, lostKinds } from "./lost_pieces";
import type { PanelProps } from "./panel";
import { Player } from "./player";

function cardSign(type: number): string {
  return type === 13 ? "1" : pieceSymbol(type);
}

function CardFace({ type, side }: { type: number; side: Color }) {
  return (
    <g>
      <rect class="card-body" x="1" y="1" width="58" height="82" rx="6" />
      <text class="card-rank" x="30" y="46">
        {cardSign(type)}
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

function CardBack({ side }: { side: Color }) {
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

function CardPicture({ type, side, label }: { type: number; side: Color; label: string }) {
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

// The place of the card that acts in a deed (0 for none), and the opponent's places that it is aimed at.
function placesOf(deed: CardsDeed): { actor: number; targets: number[] } {
  const done = oneOf(deed, DEED_KINDS);
  switch (done?.kind) {
    case "attack":
    case "card_named":
      return { actor: done.value.place ?? 0, targets: [done.value.at ?? 0] };
    case "peek":
      return { actor: done.value.place ?? 0, targets: done.value.at ?? [] };
    case "look_at_hand":
    case "redeal":
      return { actor: done.value.place ?? 0, targets: [] };
    default:
      return { actor: 0, targets: [] };
  }
}

export function FrontLine({
  front,
  side,
  marked,
}: {
  front: readonly CardSeen[];
  side: Color;
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

export function CardRow({
  title,
  types,
  side,
  note,
}: {
  title: string;
  types: readonly number[];
  side: Color;
  // Empty for none.
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

function Deck({ seen, side }: { seen: ArmySeen; side: Color }) {
  const types = seen.deck.length === seen.deckSize ? seen.deck : new Array<number>(seen.deckSize).fill(0);
  return (
    <CardRow
      title="Deck"
      types={types}
      side={side}
      note={seen.deckSize > 0 && seen.deck.length === seen.deckSize ? "in no order" : ""}
    />
  );
}

type CardsProps = PanelProps<CardsModel>;

function seenOf({ game, position, observer }: CardsProps, side: Color): ArmySeen {
  return armySeen(game.view(position), side, observer, game.replay.army ?? []);
}

// A player's front line and hand, which lie on the table.
function Army({ side, props, deed }: { side: Color; props: CardsProps; deed: CardsDeed }) {
  const seen = seenOf(props, side);
  const { actor, targets } = placesOf(deed);
  return (
    <section class="cards-army" aria-label={colorText(side)}>
      <FrontLine front={seen.front} side={side} marked={colorOf(deed.side) === side ? [actor] : targets} />
      <CardRow title="Hand" types={seen.hand} side={side} note={seen.handIsSeen ? "seen by the opponent" : ""} />
    </section>
  );
}

function Side({ side, isAbove, props }: { side: Color; isAbove: boolean; props: CardsProps }) {
  const seen = seenOf(props, side);
  const lost = lostKinds(seen.lost, cardSign, (type) => pieceText(type, "cards"));
  return (
    <Player side={side} isAbove={isAbove} props={props}>
      <Deck seen={seen} side={side} />
      <LostPieces side={side} kinds={lost} />
    </Player>
  );
}

export function CardsPanel(props: CardsProps) {
  // At position 0 there is none yet.
  const deed = (props.position > 0 && props.game.view(props.position).last_deed) || {};
  const above: Color = props.isFlipped ? "red" : "blue";
  return (
    <div class="panel">
      <Side side={above} isAbove props={props} />
      <div class="table-top stage">
        <Army side={above} props={props} deed={deed} />
        <p class="deed" aria-live="polite">
          {deed.side ? `${colorText(colorOf(deed.side))}: ${deedText(deed)}` : "Both front lines are laid."}
        </p>
        <Army side={opponentOf(above)} props={props} deed={deed} />
      </div>
      <Side side={opponentOf(above)} isAbove={false} props={props} />
    </div>
  );
}
