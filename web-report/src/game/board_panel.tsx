// The board games and `bluffing`: the board between the two players.
import { useState } from "preact/hooks";
import type { Observer } from "../data/messages";
import { pieceNumber, pieceText, plyText } from "../data/words";
import { barredAt, leftOf, piecesAt, threatenedAt, type PieceNow } from "../replay/board";
import type { TableTalk } from "../replay/bluffing";
import { plural } from "../ui/format";
import { ArmyLeft, PlayerStrip } from "./army_strip";
import { BoardView } from "./board_view";
import { barredText, nextPiece, pieceLabel, threatText } from "./board_words";
import type { ClocksNow } from "./clocks";
import type { GameModel } from "./model";
import { isFalse } from "./piece";
import { useOwnKeys } from "./playback";

export interface PanelProps {
  model: GameModel;
  position: number;
  observer: Observer;
  isFlipped: boolean;
  // The position before this one was shown last.
  isGliding: boolean;
  clocks: ClocksNow;
}

function Tokens({ count }: { count: number }) {
  return (
    <span class="tokens" title="Attack tokens">
      {plural(count, "token")}
    </span>
  );
}

function Side({
  side,
  props,
  pieces,
  talk,
}: {
  side: "red" | "blue";
  props: PanelProps;
  pieces: readonly PieceNow[];
  talk: TableTalk | null;
}) {
  const { replay, board } = props.model;
  const { byType, faceDown } = leftOf(board!, side === "red" ? 1 : 2, pieces);
  const isRunning = side === "red" ? props.clocks.isRedRunning : props.clocks.isBlueRunning;
  return (
    <div>
      <PlayerStrip
        side={side}
        name={replay[side]?.name}
        version={replay[side]?.version}
        clock={props.clocks[side]}
        isRunning={isRunning}
      >
        {talk && <Tokens count={side === "red" ? talk.redTokens : talk.blueTokens} />}
      </PlayerStrip>
      <ArmyLeft side={side} army={board!.army} byType={byType} faceDown={faceDown} />
    </div>
  );
}

// An attack that both still argue about.
function Contest({ talk, pieces }: { talk: TableTalk; pieces: readonly PieceNow[] }) {
  if (!talk.contest) return null;
  const { attack, declaration } = talk.contest;
  const on = (square: number | undefined) => pieces.find((piece) => !piece.isRemoved && piece.square === (square ?? 0));
  const [attacker, target] = [on(attack.ply?.from), on(attack.ply?.to)];
  const truth = (piece: PieceNow | undefined, claim: number) =>
    piece && piece.type !== 0 ? (
      <span class={isFalse(claim, piece.type) ? "lie" : "truth"}>
        {" "}
        ({isFalse(claim, piece.type) ? `in truth ${pieceText(piece.type)}` : "true"})
      </span>
    ) : null;
  const claim = pieceNumber(attack.claim);
  return (
    <p class="contest">
      {attacker?.course.side === 1 ? "Red" : "Blue"} attacks as {pieceText(claim)}
      {truth(attacker, claim)}
      {attack.tokens ? ` with ${plural(attack.tokens, "token")}` : ""}
      {declaration !== 0 && (
        <>
          ; {target?.course.side === 1 ? "Red" : "Blue"} says {pieceText(declaration)}
          {truth(target, declaration)}
        </>
      )}
    </p>
  );
}

function talkText(piece: PieceNow, talk: TableTalk | null): string {
  const said = talk?.talk.get(piece.course.origin);
  if (!said) return "";
  const claim = said.claim ? `; last said to be ${pieceText(said.claim)}` : "";
  const possible =
    said.possible.length > 0 && piece.type === 0
      ? `; it can be ${said.possible.map((type) => pieceText(type)).join(", ")}`
      : "";
  return claim + possible;
}

// What there is to say beneath the board; its room is always there.
function Said({
  props,
  pieces,
  talk,
  selected,
}: {
  props: PanelProps;
  pieces: readonly PieceNow[];
  talk: TableTalk | null;
  selected: number;
}) {
  const board = props.model.board!;
  const piece = pieces.find((one) => one.course.origin === selected && !one.isRemoved);
  const barred = barredAt(board, props.position, pieces);
  const threatened = threatenedAt(board, props.position);
  return (
    <div class="said" aria-live="polite">
      {piece && (
        <p class="piece-said">
          {pieceLabel(piece, props.observer)}
          {talkText(piece, talk)}.
        </p>
      )}
      {talk && <Contest talk={talk} pieces={pieces} />}
      {barred.length > 0 && (
        <p class="barred-said">
          Barred now: {barred.slice(0, 4).map(barredText).join("; ")}
          {barred.length > 4 ? `; and ${barred.length - 4} more` : ""}
        </p>
      )}
      {threatened.length > 0 && <p class="barred-said">{threatText(threatened)}</p>}
      {!piece && barred.length + threatened.length === 0 && !talk?.contest && (
        <p class="hint">Tap a piece, or press n, to see what is known of it. A dot marks what everybody knows.</p>
      )}
    </div>
  );
}

function plyShown(talk: TableTalk | null, ply: number): number {
  const contested = talk?.contest?.attack.ply;
  return contested ? 100 * (contested.from ?? 0) + (contested.to ?? 0) : ply;
}

function positionLabel(props: PanelProps, ply: number): string {
  const last = ply !== 0 ? `; last ply ${plyText(ply)}` : "";
  return `Board after step ${props.position}${last}, as ${props.observer === "all" ? "all" : props.observer} may know it`;
}

export function BoardPanel(props: PanelProps) {
  const { model, position, observer, isFlipped } = props;
  const [selected, select] = useState(-1);
  const board = model.board!;
  const pieces = piecesAt(board, position, observer);
  const talk = model.talk?.(position) ?? null;
  useOwnKeys((key) => {
    if (key === "n" || key === "p") select((old) => nextPiece(pieces, old, key === "n" ? 1 : -1));
  });
  const ply = plyShown(talk, board.plies[position - 1] ?? 0);
  const side = (color: "red" | "blue") => <Side side={color} props={props} pieces={pieces} talk={talk} />;
  return (
    <div class="panel">
      {side(isFlipped ? "red" : "blue")}
      <BoardView
        pieces={pieces}
        observer={observer}
        isFlipped={isFlipped}
        isGliding={props.isGliding}
        ply={ply}
        threatened={threatenedAt(board, position)}
        barred={barredAt(board, position, pieces)}
        talk={talk?.talk ?? null}
        selected={selected}
        onSelect={select}
        label={positionLabel(props, ply)}
      />
      {side(isFlipped ? "blue" : "red")}
      <Said props={props} pieces={pieces} talk={talk} selected={selected} />
    </div>
  );
}
