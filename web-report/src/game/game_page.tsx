import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Replay } from "../data/messages";
import { isGameId } from "../data/source";
import { reasonText, resultText, type Ranks } from "../data/words";
import { countText, pliesText, plural } from "../ui/format";
import { Badge, GameLink, Heading, Loaded, Note, Section, SideName, Time } from "../ui/parts";
import { ClauseText } from "../ui/clauses";
import { useArena, useResource } from "../ui/resource";
import { hrefOf, setQuery } from "../ui/route";
import { useTitle } from "../ui/title";
import { useClocks } from "./clocks";
import { Controls } from "./controls";
import { GameDetails } from "./game_details";
import { Comments, MatchNotes, PositionInWords } from "./game_notes";
import { GamePlots } from "./game_plots";
import {
  hasPlies,
  commentedFor,
  modelOf,
  observerIn,
  OBSERVERS,
  namesPosition,
  pliesAt,
  positionIn,
  positionQuery,
  type GameModel,
} from "./model";
import { Panel } from "./kind_panel";
import { Legend } from "./legend";
import { useLiveReplay } from "./live_replay";
import { useGliding, useKeys, usePlayback } from "./playback";
import { StepList } from "./step_list";
import { UncertaintyNotes } from "./uncertainty_parts";
import { useShow, Ways } from "./ways";
import type { Observer } from "../replay/observer";
import { RanksChoice, RanksContext, useRanks } from "../ui/ranks";

// The address follows the position after a pause, since browsers refuse many new addresses a second.
const ADDRESS_PAUSE_MS = 250;

function useAddress(replay: Replay, position: number): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const timer = setTimeout(() => setQuery(positionQuery(replay, position)), ADDRESS_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [position]);
}

function Title({ model }: { model: GameModel }) {
  const { replay, plyWord, isOver } = model;
  const { game, red, blue } = replay;
  const outcome = game?.outcome;
  return (
    <>
      <Heading extra={isOver ? <Badge>{resultText(outcome?.result)}</Badge> : <Badge kind="live">running</Badge>}>
        <SideName side="red" name={red?.name ?? game?.red} isBot={!game?.is_imported} />{" "}
        <span class="versus">against</span>{" "}
        <SideName side="blue" name={blue?.name ?? game?.blue} isBot={!game?.is_imported} />
      </Heading>
      <p class="game-line">
        {game?.tournament_id ? (
          <a href={hrefOf(["tournaments", String(game.tournament_id)])}>Tournament {game.tournament_id}</a>
        ) : null}
        <span>game {game?.game_id}</span>
        {game?.is_imported && <span>imported: played elsewhere, and in no rating</span>}
        <span>{replay.ruleset?.id}</span>
        <Time time={game?.start_time} />
        {isOver && <span>{plyWord === "ply" ? pliesText(game?.plies ?? 0) : plural(game?.plies ?? 0, plyWord)}</span>}
        {isOver && (
          <span>
            {reasonText(outcome?.reason)}
            {outcome?.detail && (
              <>
                : <ClauseText text={outcome.detail} ruleset={replay.ruleset?.id} />
              </>
            )}
          </span>
        )}
      </p>
    </>
  );
}

function valueText(model: GameModel, position: number): string {
  const word = model.plyWord;
  const plies = hasPlies(model.replay) ? `, ${word} ${countText(pliesAt(model.replay, position))}` : "";
  const name = hasPlies(model.replay) ? "step" : word;
  return `${name} ${countText(position)} of ${countText(model.steps)}${plies}${position > 0 ? `: ${model.text(position)}` : ""}`;
}

// The position in words, the list of steps, and the comments on this one.
function Steps({ model, position, onGo }: { model: GameModel; position: number; onGo: (position: number) => void }) {
  return (
    <>
      <p class="position-said">{valueText(model, position)}</p>
      <StepList model={model} position={position} onGo={onGo} />
      <Comments model={model} position={position} />
      <MatchNotes model={model} onGo={onGo} />
      <p class="hint keys">
        Keys: ← → step, Page up and down ten, Home End, space play, f turn
        {model.game.kind === "board" ? ", n and p a piece" : ""}
        {model.isOver ? ", 1 to 4 view" : ""}.
      </p>
    </>
  );
}

// What the signs of the game mean, and how its ranks are written.
function Signs({ model, ranks, onRanks }: { model: GameModel; ranks: Ranks; onRanks: (ranks: Ranks) => void }) {
  return (
    <>
      <Legend model={model} />
      {model.game.kind === "board" && <RanksChoice ranks={ranks} onChange={onRanks} />}
    </>
  );
}

// The game with what the observer that the address names is shown.
function useModel(replay: Replay, query: URLSearchParams, ranks: Ranks): { model: GameModel; observer: Observer } {
  const whole = useMemo(() => modelOf(replay, ranks), [replay, ranks]);
  const observer = observerIn(query, whole.isOver);
  const model = useMemo(() => commentedFor(whole, observer), [whole, observer]);
  return { model, observer };
}

function Game({ replay, query }: { replay: Replay; query: URLSearchParams }) {
  const [ranks, setRanks] = useRanks();
  const { model, observer } = useModel(replay, query, ranks);
  const [start] = useState(() => positionIn(query, replay));
  const [asksForStart] = useState(() => namesPosition(query) && start === 0);
  const playback = usePlayback(model.steps, start, asksForStart);
  const { position, go } = playback;
  const [isFlipped, setFlipped] = useState(false);
  const clocks = useClocks(model, position);
  const isGliding = useGliding(position);
  useAddress(replay, position);
  const setObserver = useCallback((next: Observer) => setQuery({ view: next === "all" ? "" : next }), []);
  const flip = useCallback(() => setFlipped((old) => !old), []);
  const { board, show } = useShow(go);
  useKeys({
    playback,
    steps: model.steps,
    flip,
    view: (number) => model.isOver && setObserver(OBSERVERS[number - 1]![0]),
  });
  return (
    <RanksContext.Provider value={model.game.kind === "board" ? ranks : "high-is-10"}>
      <div class={`game ${model.game.kind === "board" ? "" : "wide"}`}>
        <Title model={model} />
        <div class="game-board" ref={board}>
          <Panel
            model={model}
            game={model.game}
            position={position}
            observer={observer}
            isFlipped={isFlipped}
            isGliding={isGliding}
            clocks={clocks}
          />
        </div>
        <div class="game-side">
          <Controls
            playback={playback}
            steps={model.steps}
            valueText={valueText(model, position)}
            observer={observer}
            isOver={model.isOver}
            onObserver={setObserver}
            isFlipped={isFlipped}
            onFlip={flip}
          />
          <Steps model={model} position={position} onGo={go} />
          <Ways model={model} position={position} observer={observer} onGo={show} />
          <Signs model={model} ranks={ranks} onRanks={setRanks} />
        </div>
      </div>
      {model.isOver && <Plots model={model} position={position} onGo={go} />}
      <Words model={model} position={position} observer={observer} />
      <GameDetails id={replay.game?.game_id ?? ""} replay={replay} />
    </RanksContext.Provider>
  );
}

function Plots({ model, position, onGo }: { model: GameModel; position: number; onGo: (position: number) => void }) {
  return (
    <Section title="Plots">
      <GamePlots model={model} position={position} onGo={onGo} />
      <UncertaintyNotes model={model} onGo={onGo} />
    </Section>
  );
}

// The table of pieces is long, and made only while it is open.
function Words({ model, position, observer }: { model: GameModel; position: number; observer: Observer }) {
  const [isOpen, setOpen] = useState(false);
  if (model.game.kind !== "board") return null;
  const { board } = model.game;
  const ruleset = model.replay.ruleset?.id ?? "";
  return (
    <details class="section" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Position in words</summary>
      {isOpen && <PositionInWords board={board} ruleset={ruleset} position={position} observer={observer} />}
    </details>
  );
}

export function GamePage({ id, query }: { id: string; query: URLSearchParams }) {
  if (!isGameId(id))
    return (
      <>
        <Heading>No such game</Heading>
        <Note>
          A game's id is two numbers, as in 1-7, with a word before those of a game from elsewhere, as in import-1-7.
        </Note>
      </>
    );
  return <LoadedGame key={id} id={id} query={query} />;
}

// Who played: "scout against random".
function titleOf(replay: Replay | undefined): string {
  const [red, blue] = [replay?.red?.name ?? replay?.game?.red, replay?.blue?.name ?? replay?.game?.blue];
  return red && blue ? `${red} against ${blue}` : "";
}

// The way on for whoever watched a game to its end: another one that is running, of its own tournament rather than of others.
function WatchOn({ tournament }: { tournament: number | undefined }) {
  const { source } = useArena();
  const { data } = useResource("running", () => source.status());
  const games = data?.games ?? [];
  const next = games.find((game) => game.tournament_id === tournament) ?? games[0];
  return (
    <p class="note" role="status">
      This game is over.{" "}
      {next ? (
        <>
          Now running: <GameLink id={next.game_id}>{`${next.red} against ${next.blue}`}</GameLink>
        </>
      ) : (
        data && "No other game is running."
      )}
    </p>
  );
}

// Whether the game was running when the page was opened, and is over now.
function useEnded(replay: Replay | undefined): boolean {
  const wasRunning = useRef(false);
  if (replay && !replay.is_over) wasRunning.current = true;
  return wasRunning.current && replay?.is_over === true;
}

function LoadedGame({ id, query }: { id: string; query: URLSearchParams }) {
  const resource = useLiveReplay(id);
  useTitle(titleOf(resource.data), `game ${id}`);
  const hasEnded = useEnded(resource.data);
  return (
    <>
      {!resource.data && <Heading>Game {id}</Heading>}
      <Loaded resource={resource} what={`game ${id}`}>
        {(replay) => (
          <>
            {resource.stepsLost > 0 && (
              <p class="note" role="status">
                This game was interrupted after {countText(resource.stepsLost)} steps and is played again from the
                start.
              </p>
            )}
            {hasEnded && <WatchOn tournament={replay.game?.tournament_id} />}
            <Game replay={replay} query={query} />
          </>
        )}
      </Loaded>
    </>
  );
}
