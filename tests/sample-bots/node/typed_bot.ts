// A bot in TypeScript, never run: the compiler reads it with the types that authors get.

import {
  BluffingState,
  CardsState,
  DecisionKind,
  GameState,
  GogoState,
  Player,
  RESIGNATION,
  Side,
  bluffing,
  cards,
  gogo,
  randomAction,
  run,
} from "flagfall-bot";
import type {
  Action,
  Choice,
  Game,
  GameOver,
  GameStarted,
  Options,
  Ply,
  Resignation,
  SetUp,
  TimeLeft,
} from "flagfall-bot";

class TypedPlayer extends Player {
  private readonly nerve: number;

  constructor(started: GameStarted, options: Options) {
    super(started, options);
    this.nerve = options.get("nerve", 0.5);
  }

  chooseSetUp(game: GameState, time: TimeLeft): SetUp {
    return super.chooseSetUp(game, time) as SetUp;
  }

  async choosePly(game: GameState, time: TimeLeft): Promise<Ply | { ply: Ply; comment: string } | Resignation> {
    if (time.budget() < this.nerve) return RESIGNATION;
    const attacks = game.legalPlies.filter((ply) => game.at(ply.to)?.type === null);
    return { ply: this.random.choice(attacks), comment: `${attacks.length} attacks` };
  }

  chooseAction(game: Game, kind: DecisionKind): Action {
    if (game instanceof BluffingState && game.contest)
      return bluffing.declare(game.pieces.get(game.contest.target)?.type ?? 1);
    if (game instanceof CardsState && kind === DecisionKind.FRONT_LINE)
      return cards.frontLine(game.own.hand.types.slice(0, 5));
    if (game instanceof GogoState && kind === DecisionKind.STEPS) {
      const flag = game.flag(game.side === Side.RED ? Side.BLUE : Side.RED);
      return gogo.steps(game.own.players.map((player) => gogo.stepTowards(player, flag, game.pace)));
    }
    return randomAction(game, kind, this.random);
  }

  onGameOver(game: Game, over: GameOver): void {
    console.log(over.outcome.detail, game.outcome?.reason);
  }
}

// @ts-expect-error: a square alone is no choice.
export const wrong: Choice = 12;

run(TypedPlayer, { concurrentGamesMax: 4 });
