// The board games and `bluffing`: the board between the two players.
import { useContext, useState } from "preact/hooks";
import { pieceNumber, pieceSymbol, pieceText, plyNumber, plyText } from "../data/words";
import { barredAt, leftOf, lostOf, piecesAt, chasedAt, type PieceNow } from "../replay/board";
import type { BluffingState } from "../replay/bluffing";
import { colorText, viewText, type Color } from "../replay/observer";
import { ClauseText } from "../ui/clauses";
import { plural } from "../ui/format";
import { RanksContext } from "../ui/ranks";
import { LostPieces, lostKinds } from "./lost_pieces";
import { BoardView } from "./board_view";
import { barredText, nextPiece, pieceLabel, chaseText } from "./board_words";
import { MayBe, MayBeRoom, mayBeLines } from "./may_be";
import type { BoardModel } from "./model";
import type { PanelProps } from "./panel";
import { isFalse } from "./piece";
import { useOwnKeys } from "./playback";
import { ArmyLeft, Player } from "./player";

type BoardProps = PanelProps<BoardModel>;

function Side({
  side,
  isAbove,
  props,
  pieces,
  bluffing,
}: {
  side: Color;
  isAbove: boolean;
  props: BoardProps;
  pieces: readonly PieceNow[];
  bluffing: BluffingState | null;
}) {
  const { board } = props.game;
  const { byType, faceDown } = leftOf(board, side, pieces);
  const ranks = useContext(RanksContext);
  const lost = lostKinds(
    lostOf(pieces, side),
    (type) => pieceSymbol(type, ranks),
    (type) => pieceText(type),
  );
  const tokens = bluffing && (
    <span class="tokens" title="Attack tokens">
      {plural(bluffing.tokens[side], "token")}
    </span>
  );
  return (
    <Player side={side} isAbove={isAbove} props={props} extra={tokens}>
      <ArmyLeft side={side} army={board.army} byType={byType} faceDown={faceDown} />
      <LostPieces side={side} kinds={lost} />
    </Player>
  );
}

// An attack that is not settled yet, with what was claimed and, for an observer who knows the piece, whether that is true.
export function Contest({ bluffing, pieces }: { bluffing: BluffingState; pieces: readonly PieceNow[] }) {
  if (!bluffing.contest) return null;
  const { attack, declaration } = bluffing.contest;
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
      {colorText(attacker?.side ?? "blue")} attacks as {pieceText(claim)}
      {truth(attacker, claim)}
      {attack.tokens ? ` with ${plural(attack.tokens, "token")}` : ""}
      {declaration !== 0 && (
        <>
          ; {colorText(target?.side ?? "blue")} says {pieceText(declaration)}
          {truth(target, declaration)}
        </>
      )}
    </p>
  );
}

// The last claim about a piece, and the types that calls have left possible.
function claimText(piece: PieceNow, bluffing: BluffingState | null): string {
  const said = bluffing?.claims.get(piece.origin);
  if (!said) return "";
  const claim = said.claim ? `; last said to be ${pieceText(said.claim)}` : "";
  const possible =
    said.possible.length > 0 && piece.type === 0
      ? `; it can be ${said.possible.map((type) => pieceText(type)).join(", ")}`
      : "";
  return claim + possible;
}

// The lines of text beneath the board. They take the same space whether or not there is anything to say.
function Said({
  props,
  pieces,
  bluffing,
  selected,
}: {
  props: BoardProps;
  pieces: readonly PieceNow[];
  bluffing: BluffingState | null;
  selected: number;
}) {
  const { board } = props.game;
  const ruleset = props.model.replay.ruleset?.id;
  const piece = pieces.find((one) => one.origin === selected && !one.isRemoved);
  const barred = barredAt(board, props.position, pieces);
  const threatened = chasedAt(board, props.position);
  return (
    <div class="said">
      <MayBeRoom uncertainty={props.game.uncertainty} observer={props.observer} />
      <div aria-live="polite">
        {piece && (
          <p class="piece-said">
            <ClauseText text={pieceLabel(piece, props.observer)} ruleset={ruleset} />
            {claimText(piece, bluffing)}.
          </p>
        )}
        {piece && <MayBe piece={piece} uncertainty={props.game.uncertainty} position={props.position} />}
        {bluffing && <Contest bluffing={bluffing} pieces={pieces} />}
        {barred.length > 0 && (
          <p class="barred-said">
            Barred now: <ClauseText text={barred.slice(0, 4).map(barredText).join("; ")} ruleset={ruleset} />
            {barred.length > 4 ? `; and ${barred.length - 4} more` : ""}
          </p>
        )}
        {threatened.length > 0 && (
          <p class="barred-said">
            <ClauseText text={chaseText(threatened)} ruleset={ruleset} />
          </p>
        )}
        {!piece && barred.length + threatened.length === 0 && !bluffing?.contest && (
          <p class="hint">Tap a piece, or press n, to see what is known of it. A dot marks what everybody knows.</p>
        )}
      </div>
    </div>
  );
}

// The ply that is marked on the board: that of an open attack, else the last one.
export function plyShown(bluffing: BluffingState | null, ply = 0): number {
  const contested = bluffing?.contest?.attack.ply;
  return contested ? plyNumber(contested) : ply;
}

function positionLabel(props: BoardProps, ply: number): string {
  const last = ply !== 0 ? `; last ply ${plyText(ply)}` : "";
  return `Board after step ${props.position}${last}, ${viewText(props.observer)}`;
}

export function BoardPanel(props: BoardProps) {
  const { game, position, observer, isFlipped } = props;
  const [selected, select] = useState(-1);
  const { board } = game;
  const pieces = piecesAt(board, position, observer);
  const bluffing = game.bluffing(position);
  useOwnKeys((key) => {
    if (key === "n" || key === "p") select((old) => nextPiece(pieces, old, key === "n" ? 1 : -1));
  });
  const ply = plyShown(bluffing, board.plies[position - 1]);
  const side = (color: Color, isAbove: boolean) => (
    <Side side={color} isAbove={isAbove} props={props} pieces={pieces} bluffing={bluffing} />
  );
  return (
    <div class="panel">
      {side(isFlipped ? "red" : "blue", true)}
      <BoardView
        pieces={pieces}
        observer={observer}
        isFlipped={isFlipped}
        isGliding={props.isGliding}
        ply={ply}
        threatened={chasedAt(board, position)}
        barred={barredAt(board, position, pieces)}
        claims={bluffing?.claims}
        more={mayBeLines(game.uncertainty, position)}
        selected={selected}
        onSelect={select}
        label={positionLabel(props, ply)}
      />
      {side(isFlipped ? "blue" : "red", false)}
      <Said props={props} pieces={pieces} bluffing={bluffing} selected={selected} />
    </div>
  );
}
