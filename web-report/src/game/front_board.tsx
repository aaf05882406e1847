// The board of the front page: a running game at its newest ply, or one that is over and plays by itself.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { piecesAt } from "../replay/board";
import { countText } from "../ui/format";
import { GameLink, SideName } from "../ui/parts";
import { BoardView } from "./board_view";
import { useLiveReplay } from "./live_replay";
import { modelOf, type BoardModel, type GameModel } from "./model";
import { usePlayback, type Playback } from "./playback";

const SPEED_MS = 700;

const NOTHING_SELECTED = -1;

function Board({ model, game, position }: { model: GameModel; game: BoardModel; position: number }) {
  const observer = model.isOver ? "all" : "spectator";
  const { board } = game;
  return (
    <BoardView
      pieces={piecesAt(board, position, observer)}
      observer={observer}
      isFlipped={false}
      isGliding={true}
      ply={board.plies[position - 1] ?? 0}
      threatened={[]}
      barred={[]}
      claims={undefined}
      selected={NOTHING_SELECTED}
      onSelect={() => undefined}
      label={`Board after step ${position}`}
    />
  );
}

function Line({ model, playback }: { model: GameModel; playback: Playback }) {
  const { position, isPlaying, play } = playback;
  return (
    <div class="front-foot">
      <SideName side="red" name={model.replay.red?.name ?? model.replay.game?.red} />
      <span class="front-count">
        {model.plyWord} {countText(position)}
        {model.isOver && ` of ${countText(model.steps)}`}
      </span>
      {model.isOver && (
        <button type="button" onClick={() => play(!isPlaying)}>
          {isPlaying ? "Pause" : "Play"}
        </button>
      )}
    </div>
  );
}

function Shown({ model, game, isStill }: { model: GameModel; game: BoardModel; isStill: boolean }) {
  const start = model.isOver && !isStill ? 0 : model.steps;
  const playback = usePlayback(model.steps, start, model.isOver);
  useEffect(() => {
    playback.setSpeed(SPEED_MS);
    if (model.isOver && !isStill) playback.play(true);
  }, []);
  const { replay } = model;
  return (
    <>
      <div class="front-head">
        <SideName side="blue" name={replay.blue?.name ?? replay.game?.blue} />
        <GameLink id={replay.game?.game_id}>{model.isOver ? "Look at the game" : "Follow the game"}</GameLink>
      </div>
      <Board model={model} game={game} position={playback.position} />
      <Line model={model} playback={playback} />
    </>
  );
}

// `onUnfit` is called for a game that cannot be shown here: one that is gone, or is not played on a board.
export function FrontBoard({ id, onUnfit }: { id: string; onUnfit: (id: string) => void }) {
  const { data, error } = useLiveReplay(id);
  const model = useMemo(() => (data ? modelOf(data) : undefined), [data]);
  const isUnfit = error !== undefined || (model !== undefined && model.game.kind !== "board");
  useEffect(() => {
    if (isUnfit) onUnfit(id);
  }, [isUnfit]);
  // A visitor who has seen the game's end come does not want it from the start.
  const wasRunning = useRef(false);
  if (model && !model.isOver) wasRunning.current = true;
  const isStill = wasRunning.current || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (model?.game.kind !== "board") return null;
  return <Shown key={String(model.isOver)} model={model} game={model.game} isStill={isStill} />;
}
