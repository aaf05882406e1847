// The bots' comments on a step, what else happened in the match, and the position in words.
import type { ReplayNote, ReplayNote_Kind } from "../data/messages";
import { pieceText, squareText } from "../data/words";
import { piecesAt, type BoardGame } from "../replay/board";
import { durationText } from "../ui/format";
import { ClauseText } from "../ui/clauses";
import { SideMark } from "../ui/parts";
import { knowledgeText } from "./board_words";
import type { GameModel } from "./model";
import { colorOf, colorText, type Observer } from "../replay/observer";

export function Comments({ model, position }: { model: GameModel; position: number }) {
  if (!model.isOver) return <p class="comment-room hint">Comments of the bots are shown when the game is over.</p>;
  const comments = model.comments.get(position) ?? [];
  return (
    <div class="comment-room">
      {comments.length === 0 && <p class="hint">No comment with this step.</p>}
      {comments.map((comment, i) => (
        <p key={i} class="comment">
          <SideMark side={colorOf(comment.side)} />
          <span class="sr-only">{colorText(colorOf(comment.side))}'s bot: </span>
          <span class="comment-text">{comment.text}</span>
        </p>
      ))}
    </div>
  );
}

const KINDS: Record<ReplayNote_Kind, string> = {
  KIND_UNSPECIFIED: "something happened",
  KIND_ILLEGAL_ACTION: "illegal action",
  KIND_LATE_ACTION: "action came too late",
  KIND_OFFERED_DRAW: "offers a draw",
  KIND_ACCEPTED_DRAW: "accepts the draw",
  KIND_RESIGNED: "resigns",
  KIND_DISCONNECTED: "lost its connection",
  KIND_CONNECTED_AGAIN: "is back",
  KIND_ABORTED: "aborted by the host",
};

function noteText({ kind = "KIND_UNSPECIFIED", text, clause }: ReplayNote): string {
  return (KINDS[kind] ?? KINDS.KIND_UNSPECIFIED) + (text ? `: ${text}` : "") + (clause ? ` (${clause})` : "");
}

export function MatchNotes({ model, onGo }: { model: GameModel; onGo: (position: number) => void }) {
  const notes = model.replay.notes ?? [];
  if (notes.length === 0) return null;
  const who = ({ side }: ReplayNote) => (side && side !== "SIDE_UNSPECIFIED" ? colorText(colorOf(side)) : "The arena");
  return (
    <ul class="match-notes" aria-label="What else happened">
      {notes.map((note, i) => (
        <li key={i}>
          <button type="button" class="link" onClick={() => onGo(note.step ?? 0)}>
            {durationText(note.at_ms ?? 0)}
          </button>{" "}
          {who(note)} <ClauseText text={noteText(note)} ruleset={model.replay.ruleset?.id} />
        </li>
      ))}
    </ul>
  );
}

// For those who do not see the board.
export function PositionInWords({
  board,
  position,
  observer,
  ruleset,
}: {
  board: BoardGame;
  ruleset: string;
  position: number;
  observer: Observer;
}) {
  const pieces = piecesAt(board, position, observer)
    .filter((piece) => !piece.isRemoved)
    .sort((a, b) => a.square - b.square);
  return (
    <table class="words">
      <thead>
        <tr>
          <th scope="col">Square</th>
          <th scope="col">Piece</th>
          <th scope="col">What is known</th>
        </tr>
      </thead>
      <tbody>
        {pieces.map((piece) => (
          <tr key={piece.origin}>
            <td>{squareText(piece.square)}</td>
            <td>
              {colorText(piece.side)} {piece.type === 0 ? "unknown" : pieceText(piece.type)}
            </td>
            <td>
              <ClauseText text={knowledgeText(piece, observer)} ruleset={ruleset} />
              {piece.hasMoved ? "; has moved" : ""}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
