// A game that somebody plays, from the hello of their bot to the end.
import type { ComponentChildren } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Action, PlayRequest, RulesetInfo } from "../data/messages";
import { pieceSymbol, pieceText } from "../data/words";
import { colorText, opponentOf, type Color } from "../replay/observer";
import { clockText, plural } from "../ui/format";
import { GameLink, Loading, SideMark } from "../ui/parts";
import { lostKinds } from "../game/lost_pieces";
import { lazily } from "../ui/lazy";
import { RanksContext } from "../ui/ranks";
import { PlayBoard } from "./play_board";
import { answersOf, contestText } from "./bluffing";
import { CardsTable } from "./cards_table";
import { ClaimForm } from "./claim_form";
import { actionsOf, idleText, lostBy, targetsOf, type PlayGame } from "./play_state";
import { lostSigns, lostWords, statusText } from "./play_words";
import { SetUpPanel } from "./set_up_panel";

// Milliseconds on the clocks as they run since the referee said them. What has run off is kept until it says more: nobody gets
// time back for having answered.
function useClocksNow(game: PlayGame): Record<Color, number> {
  const [now, setNow] = useState(performance.now());
  const since = useRef(now);
  const isRunning = game.decision !== null;
  useLayoutEffect(() => {
    since.current = performance.now();
    setNow(since.current);
  }, [game.clocks]);
  useEffect(() => {
    if (!isRunning) return undefined;
    const tick = () => setNow(performance.now());
    const timer = setInterval(tick, 200);
    return () => {
      clearInterval(timer);
      tick();
    };
  }, [isRunning]);
  return { ...game.clocks, [game.side]: Math.max(0, game.clocks[game.side] - (now - since.current)) };
}

function PlayerLine({ game, color, clock }: { game: PlayGame; color: Color; clock: number }) {
  const isSelf = color === game.side;
  const ranks = useContext(RanksContext);
  const lost = lostKinds(
    lostBy(game, color),
    (type) => pieceSymbol(type, ranks),
    (type) => pieceText(type),
  );
  return (
    <div class={isSelf && game.decision ? "play-seat on" : "play-seat"}>
      <SideMark side={color} />
      <strong>{isSelf ? "You" : (game.started.opponent_name ?? "Your opponent")}</strong>
      {lost.length > 0 && (
        <span class="play-lost" title={lostWords(lost)}>
          <span class="sr-only">{lostWords(lost)}</span>
          <span aria-hidden="true">{lostSigns(lost)}</span>
        </span>
      )}
      {game.started.ruleset?.id === "bluffing" && (
        <span class="muted">{plural(game.bluffing.tokens[color], "token")}</span>
      )}
      <span class="clock">{Number.isNaN(clock) ? "–" : clockText(clock)}</span>
    </div>
  );
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
function Plies({
  game,
  act,
  onIdle,
}: {
  game: PlayGame;
  act: (action: Action) => void;
  onIdle: (square: number) => void;
}) {
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
        onIdle={onIdle}
        decision={decision?.number ?? 0}
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

function isBeforePlay(game: PlayGame): boolean {
  if (game.field) return false;
  if (game.cards) return (game.cards.turn?.number ?? 0) === 0;
  return game.decision?.kind === "DECISION_KIND_SET_UP" || (game.plyCount === 0 && game.pieces.length === 0);
}

interface TableProps {
  game: PlayGame;
  ruleset: RulesetInfo;
  act: (action: Action) => void;
  // The player's own line.
  children: ComponentChildren;
}

// Its code is fetched for games of `gogo` alone.
const FieldTable = lazily<TableProps>(
  async () => (await import("./field_table")).FieldTable,
  ({ children }) => (
    <>
      <Loading what="the field" />
      {children}
    </>
  ),
);

// What lies between the players' lines, and what can be done there.
function Table({ onIdle, ...props }: TableProps & { onIdle: (square: number) => void }) {
  const { game, ruleset, act, children } = props;
  if (game.field) return <FieldTable {...props} />;
  if (game.cards) {
    return (
      <CardsTable game={game} ruleset={ruleset} act={act}>
        {children}
      </CardsTable>
    );
  }
  if (isBeforePlay(game) && !game.over) {
    const { side, decision } = game;
    return (
      <SetUpPanel ruleset={ruleset} side={side} isFlipped={side === "blue"} onReady={decision ? act : undefined}>
        {children}
      </SetUpPanel>
    );
  }
  return (
    <>
      <Plies game={game} act={act} onIdle={onIdle} />
      {children}
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
  const { decision } = game;
  // A game that follows another one begins at the top, wherever its predecessor was left.
  useEffect(() => scrollTo(0, 0), []);
  // What a piece that was pressed in vain is answered with, until the game goes on.
  const [notice, setNotice] = useState("");
  useEffect(() => setNotice(""), [game]);
  const act = (action: Action) =>
    decision && send({ act: { game_id: game.started.game_id ?? "", decision: decision.number, action } });
  const isSettingUp = isBeforePlay(game);
  return (
    <div class={`play ${game.cards ? "of-cards" : game.field ? "of-field" : ""}`} data-decision={decision?.number ?? 0}>
      <p class="play-status" role="status">
        {notice || statusText(game)} {game.over && <GameLink id={game.started.game_id}>Look at the game</GameLink>}
      </p>
      <PlayerLine game={game} color={opponentOf(game.side)} clock={clocks[opponentOf(game.side)]} />
      <Table game={game} ruleset={ruleset} act={act} onIdle={(square) => setNotice(idleText(game, square))}>
        <PlayerLine game={game} color={game.side} clock={clocks[game.side]} />
      </Table>
      {!game.over && !isSettingUp && <Offers game={game} send={send} />}
    </div>
  );
}
