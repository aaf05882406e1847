// What each piece, card or role means, beside the game: its sign, and what it does as no other does. It is folded away where
// there is little room.
import { useContext, useState } from "preact/hooks";
import type { PieceKind } from "../data/messages";
import { pieceSymbol, roleSymbol } from "../data/words";
import type { BoardPiece } from "../replay/board";
import { ClauseText } from "../ui/clauses";
import { hrefOf } from "../ui/route";
import { RanksContext } from "../ui/ranks";
import type { GameModel, KindModel } from "./model";
import { Piece } from "./piece";

// Wide enough for the list beside the game.
const ROOM = "(min-width: 62.5em) and (min-height: 37.5em)";

// A piece as it stands on the board, of no game.
function pieceOf(type: number): BoardPiece {
  return { origin: -1, side: "red", type, square: 0, hasMoved: false, isPublic: false, isRemoved: false };
}

function Sign({ kind, game }: { kind: PieceKind; game: KindModel }) {
  const type = kind.type ?? 0;
  if (game.kind === "board")
    return (
      <svg class="legend-sign" viewBox="-5 -5 10 10" aria-hidden="true">
        <Piece
          piece={pieceOf(type)}
          x={0}
          y={0}
          isGliding={false}
          claim={0}
          isSelected={false}
          label={kind.name ?? ""}
          onSelect={() => undefined}
        />
      </svg>
    );
  const sign = game.kind === "gogo" ? roleSymbol(type) : type === 13 ? "1" : pieceSymbol(type);
  return (
    <b class="legend-sign" aria-hidden="true">
      {sign}
    </b>
  );
}

// The rank in words, for those who do not see the sign.
function rankWords({ rank, type = 0 }: PieceKind, game: KindModel, sign: string): string {
  if (rank === undefined) return "";
  if (game.kind === "gogo") return `strength ${rank}`;
  return game.kind === "board" && type > 1 ? `rank ${sign}` : `rank ${rank}`;
}

function Row({ kind, game, ruleset }: { kind: PieceKind; game: KindModel; ruleset: string }) {
  const ranks = useContext(RanksContext);
  const words = [rankWords(kind, game, pieceSymbol(kind.type ?? 0, ranks)), kind.special ?? ""].filter(Boolean);
  return (
    <li>
      <Sign kind={kind} game={game} />
      <span>
        <b>{kind.name}</b>
        {words.length > 0 && (
          <>
            : <ClauseText text={words.join("; ")} ruleset={ruleset} />
          </>
        )}
      </span>
    </li>
  );
}

export function Legend({ model }: { model: GameModel }) {
  const [isOpen] = useState(() => matchMedia(ROOM).matches);
  const { game, replay } = model;
  const kinds = replay.pieces ?? [];
  const ruleset = replay.ruleset?.id ?? "";
  if (kinds.length === 0) return null;
  const what = game.kind === "cards" ? "cards" : game.kind === "gogo" ? "roles" : "pieces";
  return (
    <details class="legend" open={isOpen}>
      <summary>What the {what} mean</summary>
      <ul>
        {kinds.map((kind) => (
          <Row key={kind.name} kind={kind} game={game} ruleset={ruleset} />
        ))}
      </ul>
      <p class="hint">
        <a href={hrefOf(["rules", ruleset])}>The rules of this game, in pictures</a>
      </p>
    </details>
  );
}
