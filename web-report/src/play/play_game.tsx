// A game that somebody plays, from the hello of their bot to the end.
import { useContext, useEffect, useReducer, useRef, useState } from "preact/hooks";
import { play, watchPlay } from "../data/account";
import type { Action, PlayRequest, PlayResponse, RulesetInfo } from "../data/messages";
import { pieceSymbol, pieceText, reasonText, resultText } from "../data/words";
import { colorText, opponentOf, type Color } from "../replay/observer";
import { clockText, plural } from "../ui/format";
import { GameLink, SideMark } from "../ui/parts";
import { RanksContext } from "../ui/ranks";
import { PlayBoard } from "./play_board";
import { answersOf, contestText } from "./bluffing";
import { ClaimForm } from "./claim_form";
import { actionsOf, answered, battleText, heard, lostBy, targetsOf, type PlayGame } from "./play_state";
import { SetUpPanel } from "./set_up_panel";

type Word = { message: PlayResponse } | { answered: true };

function next(game: PlayGame | null, word: Word): PlayGame | null {
  if ("message" in word) return heard(game, word.message);
  return game && answered(game);
}

interface PlayHook {
  game: PlayGame | null;
  // Whether the referee can be heard.
  isThere: boolean;
  // Why the bot plays here no more; empty while it does.
  ended: string;
  // Why the last answer did not reach the referee; empty where it did.
  trouble: string;
  send: (request: PlayRequest) => void;
}

// The games of a bot that plays here.
export function usePlay(bot: string): PlayHook {
  const [game, tell] = useReducer(next, null);
  const [isThere, setThere] = useState(false);
  const [ended, setEnded] = useState("");
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    setEnded("");
    return watchPlay(bot, {
      onOpen: () => setThere(true),
      onMessage: (message) => tell({ message }),
      onBroken: () => setThere(false),
      onEnd: (why) => {
        setThere(false);
        setEnded(why || "the arena cannot be reached");
      },
    });
  }, [bot]);
  const send = (request: PlayRequest) => {
    setTrouble("");
    if (request.act) tell({ answered: true });
    play(bot, request).catch((error: Error) => setTrouble(error.message));
  };
  return { game, isThere, ended, trouble, send };
}

// Milliseconds on the clocks as they run since the referee said them.
function useClocksNow(game: PlayGame): Record<Color, number> {
  const [now, setNow] = useState(performance.now());
  const since = useRef(now);
  const isRunning = game.decision !== null;
  useEffect(() => {
    since.current = performance.now();
    setNow(since.current);
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, [game.decision?.number, isRunning]);
  const spent = isRunning ? now - since.current : 0;
  return { ...game.clocks, [game.side]: Math.max(0, game.clocks[game.side] - spent) };
}

function Seat({ game, color, clock }: { game: PlayGame; color: Color; clock: number }) {
  const isSelf = color === game.side;
  const ranks = useContext(RanksContext);
  const lost = lostBy(game, color);
  return (
    <div class={isSelf && game.decision ? "play-seat on" : "play-seat"}>
      <SideMark side={color} />
      <strong>{isSelf ? "You" : (game.started.opponent_name ?? "Your opponent")}</strong>
      {lost.length > 0 && (
        <span class="play-lost" title={`Lost: ${lost.map((type) => pieceText(type)).join(", ")}`}>
          <span class="sr-only">{`Lost: ${lost.map((type) => pieceText(type)).join(", ")}`}</span>
          <span aria-hidden="true">{`− ${lost.map((type) => pieceSymbol(type, ranks)).join(" ")}`}</span>
        </span>
      )}
      {game.started.ruleset?.id === "bluffing" && (
        <span class="muted">{plural(game.bluffing.tokens[color], "token")}</span>
      )}
      <span class="clock">{Number.isNaN(clock) ? "–" : clockText(clock)}</span>
    </div>
  );
}

function endText(game: PlayGame): string {
  const outcome = game.over?.outcome ?? {};
  const won = outcome.result === (game.side === "red" ? "RESULT_RED_WINS" : "RESULT_BLUE_WINS");
  const lost = outcome.result === (game.side === "red" ? "RESULT_BLUE_WINS" : "RESULT_RED_WINS");
  const result = won ? "You have won" : lost ? "You have lost" : resultText(outcome.result);
  return `${result[0]!.toUpperCase()}${result.slice(1)}: ${reasonText(outcome.reason)}.`;
}

function statusText(game: PlayGame): string {
  if (game.over) return endText(game);
  if (game.refusal) return `Not taken: ${game.refusal}`;
  switch (game.decision?.kind) {
    case "DECISION_KIND_SET_UP":
      return `You play ${colorText(game.side)}. Set up your army.`;
    case "DECISION_KIND_PLY":
      return `Your turn. ${battleText(game)} ${game.bluffing.lastCall}`;
    case "DECISION_KIND_DEFENCE":
      return "You are attacked: believe or call, or say what your piece is.";
    case "DECISION_KIND_CALL":
      return "Do you believe what was said of the attacked piece?";
    default:
      return `Your opponent thinks. ${battleText(game)} ${game.bluffing.lastCall}`;
  }
}

function Offers({ game, send }: { game: PlayGame; send: (request: PlayRequest) => void }) {
  const [isSure, setSure] = useState(false);
  const id = game.started.game_id ?? "";
  return (
    <div class="play-actions">
      {game.isDrawOffered ? (
        <button type="button" class="primary" onClick={() => send({ accept_draw: { game_id: id } })}>
          Accept the draw
        </button>
      ) : (
        <button type="button" onClick={() => send({ offer_draw: { game_id: id } })}>
          Offer a draw
        </button>
      )}
      {isSure ? (
        <>
          <button type="button" class="danger" onClick={() => send({ resign: { game_id: id } })}>
            Yes, resign
          </button>
          <button type="button" onClick={() => setSure(false)}>
            Play on
          </button>
        </>
      ) : (
        <button type="button" onClick={() => setSure(true)}>
          Resign
        </button>
      )}
    </div>
  );
}

// The board of a game that is under way, and what `bluffing` asks for besides.
function Plies({ game, act }: { game: PlayGame; act: (action: Action) => void }) {
  const { decision, bluffing } = game;
  const [claiming, setClaiming] = useState<{ from: number; actions: Action[] } | null>(null);
  useEffect(() => setClaiming(null), [decision?.number]);
  const move = (from: number, to: number) => {
    const actions = actionsOf(decision, from, to);
    if (actions.length === 1 && !actions[0]!.bluffing?.attack) act(actions[0]!);
    else setClaiming({ from, actions });
  };
  const contest = contestText(bluffing);
  const truth = game.pieces.find((piece) => !piece.isRemoved && piece.square === claiming?.from)?.type ?? 0;
  return (
    <>
      <PlayBoard
        pieces={game.pieces}
        isFlipped={game.side === "blue"}
        lastPly={game.lastPly}
        claims={bluffing.claims}
        label={`The board; you play ${colorText(game.side)}`}
        mayTake={(square) => targetsOf(decision, square).length > 0}
        targetsOf={(square) => targetsOf(decision, square)}
        onMove={move}
      />
      {contest && <p class="play-contest">{contest}</p>}
      {claiming && (
        <ClaimForm
          actions={claiming.actions}
          truth={truth}
          onAct={(action) => {
            setClaiming(null);
            act(action);
          }}
          onCancel={() => setClaiming(null)}
        />
      )}
      <div class="play-actions">
        {answersOf(decision?.legal ?? []).map(([text, action]) => (
          <button key={text} type="button" onClick={() => act(action)}>
            {text}
          </button>
        ))}
      </div>
    </>
  );
}

export function PlayGameView({
  game,
  ruleset,
  send,
}: {
  game: PlayGame;
  ruleset: RulesetInfo;
  send: (request: PlayRequest) => void;
}) {
  const clocks = useClocksNow(game);
  const isFlipped = game.side === "blue";
  const { decision } = game;
  const act = (action: Action) =>
    decision && send({ act: { game_id: game.started.game_id ?? "", decision: decision.number, action } });
  const isSettingUp = decision?.kind === "DECISION_KIND_SET_UP" || (game.plyCount === 0 && game.pieces.length === 0);
  return (
    <div class="play" data-decision={decision?.number ?? 0}>
      <p class="play-status" role="status">
        {statusText(game)} {game.over && <GameLink id={game.started.game_id}>Look at the game</GameLink>}
      </p>
      <Seat game={game} color={opponentOf(game.side)} clock={clocks[opponentOf(game.side)]} />
      {isSettingUp && !game.over ? (
        <SetUpPanel ruleset={ruleset} side={game.side} isFlipped={isFlipped} onReady={decision ? act : undefined} />
      ) : (
        <Plies game={game} act={act} />
      )}
      <Seat game={game} color={game.side} clock={clocks[game.side]} />
      {!game.over && !isSettingUp && <Offers game={game} send={send} />}
    </div>
  );
}
