// A game of `cards` that somebody plays: what lies on the table as the player may know it, and what can be done.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Form, SelectField } from "../account/fields";
import type { Action, RulesetInfo } from "../data/messages";
import { pieceNumber, pieceText, PIECE_TYPES } from "../data/words";
import { CardRow, FrontLine } from "../game/cards_panel";
import { armySeen, type ArmySeen } from "../replay/cards";
import { colorOf, colorText, opponentOf, type Color } from "../replay/observer";
import { deedText } from "../replay/step_texts";
import { choicesAlong, frontSize, toggled, waysOf } from "./cards_choice";
import type { PlayGame } from "./play_state";
import { countsOf } from "./set_up";

const cardText = (type: number) => pieceText(type, "cards");

function Side({ seen, side, isOwn }: { seen: ArmySeen; side: Color; isOwn: boolean }) {
  const rest = seen.deck.length > 0 ? `, in no order: ${seen.deck.map(cardText).join(", ")}` : "";
  return (
    <section class="cards-army" aria-label={isOwn ? "Your cards" : "Your opponent's cards"}>
      <FrontLine front={seen.front} side={side} marked={[]} />
      <CardRow
        title={isOwn ? "Your hand" : "Hand"}
        types={seen.hand}
        side={side}
        note={seen.handIsSeen ? "seen by the opponent" : ""}
      />
      <details>
        <summary>
          {seen.deckSize} in the deck, {seen.lost.length} lost
        </summary>
        <p>
          Deck: {seen.deckSize}
          {rest}
        </p>
        <p>Lost: {seen.lost.map(cardText).join(", ") || "none"}</p>
      </details>
    </section>
  );
}

// The cards of a front line, chosen one by one from those that were dealt.
function FrontLineForm({ hand, act }: { hand: readonly number[]; act: (action: Action) => void }) {
  const [order, setOrder] = useState<readonly number[]>([]);
  const size = frontSize(hand);
  const types = order.map((card) => PIECE_TYPES[hand[card] ?? 0]!);
  return (
    <div role="group" aria-label="Your front line">
      <p>
        Choose {size} cards, from place 1 on: {order.map((card) => cardText(hand[card] ?? 0)).join(", ") || "none yet"}.
      </p>
      <div class="play-actions">
        {hand.map((type, card) => (
          <button
            key={card}
            type="button"
            aria-pressed={order.includes(card)}
            disabled={order.length === size && !order.includes(card)}
            onClick={() => setOrder(toggled(order, card, size))}
          >
            {order.includes(card) ? `${order.indexOf(card) + 1}: ${cardText(type)}` : cardText(type)}
          </button>
        ))}
        <button
          type="button"
          class="primary"
          disabled={order.length < size}
          onClick={() => act({ cards: { front_line: { types } } })}
        >
          Lay the front line
        </button>
      </div>
    </div>
  );
}

// A deed, or which cards fill the gaps: one choice after the other.
function DeedForm({
  legal,
  front,
  act,
}: {
  legal: readonly Action[];
  front: readonly number[];
  act: (action: Action) => void;
}) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { choices, action } = choicesAlong(waysOf(legal, front), chosen);
  return (
    <Form label="What you do" onSubmit={() => action && act(action)}>
      {choices.map(({ label, options, value }, i) => (
        <SelectField
          key={label}
          label={label}
          value={value}
          options={options.map((option) => [option, option])}
          onValue={(next) =>
            setChosen([...choices.slice(0, i).map((choice) => choice.value), next, ...chosen.slice(i + 1)])
          }
        />
      ))}
      <button type="submit" class="primary" disabled={!action}>
        Do it
      </button>
    </Form>
  );
}

export function CardsTable({
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
  const view = game.cards ?? {};
  const [own, other] = [side, opponentOf(side)].map((color) => armySeen(view, color, side, countsOf(ruleset)));
  const deed = view.last_deed;
  const front = own!.front.map(({ type }) => type);
  const hand = (view[side]?.hand?.types ?? []).map(pieceNumber);
  const isFrontLine = decision?.kind === "DECISION_KIND_SET_UP" || decision?.kind === "DECISION_KIND_FRONT_LINE";
  return (
    <div class="play-cards">
      <Side seen={other!} side={opponentOf(side)} isOwn={false} />
      <p class="deed" aria-live="polite">
        {deed?.side ? `${colorOf(deed.side) === side ? "You" : colorText(colorOf(deed.side))}: ${deedText(deed)}` : ""}
      </p>
      <Side seen={own!} side={side} isOwn />
      {children}
      {decision && isFrontLine && <FrontLineForm key={decision.number} hand={hand} act={act} />}
      {decision && !isFrontLine && <DeedForm key={decision.number} legal={decision.legal} front={front} act={act} />}
    </div>
  );
}
