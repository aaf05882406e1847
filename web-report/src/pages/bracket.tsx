// A knockout, from left to right. Each round is a column, and a match stands beside the two whose winners meet in it.
import type { RoundMatch, TournamentRound } from "../data/messages";
import { pointsText } from "../ui/format";
import { BotLink, GameLink, Note, Scroll } from "../ui/parts";

// "Final", "Semi-finals", "Round 2".
export function roundTitle(number: number, total: number): string {
  const left = total - number;
  return left === 0 ? "Final" : left === 1 ? "Semi-finals" : left === 2 ? "Quarter-finals" : `Round ${number}`;
}

function Entrant({ name, points, match }: { name: string | undefined; points: number | undefined; match: RoundMatch }) {
  const isWinner = name !== undefined && name !== "" && match.winner === name;
  return (
    <div class={`entrant ${isWinner ? "winner" : ""}`}>
      {name ? <BotLink name={name} /> : <span class="muted">bye</span>}
      {isWinner && <span class="sr-only"> won</span>}
      <span class="number">{match.second ? pointsText(points) : ""}</span>
    </div>
  );
}

export function GameNumbers({ id, games }: { id: number; games: readonly number[] }) {
  return (
    <span class="game-numbers">
      {games.map((number) => (
        <GameLink key={number} id={`${id}-${number}`}>
          {number}
        </GameLink>
      ))}
    </span>
  );
}

function Match({ match, id }: { match: RoundMatch; id: number }) {
  return (
    <li class={`match ${match.is_running ? "running" : ""} ${match.is_for_third_place ? "third" : ""}`}>
      <div class="match-box">
        {match.is_for_third_place && <span class="muted">for the third place</span>}
        <Entrant name={match.first} points={match.first_points} match={match} />
        <Entrant name={match.second} points={match.second_points} match={match} />
        <span class="match-foot">
          {(match.games ?? []).length > 0 && (
            <>
              games <GameNumbers id={id} games={match.games ?? []} />
            </>
          )}
          {match.is_by_lot && " by lot"}
          {match.is_running && " running"}
        </span>
      </div>
    </li>
  );
}

export function Bracket({ rounds, total, id }: { rounds: readonly TournamentRound[]; total: number; id: number }) {
  if (rounds.length === 0) return <Note>No match is drawn yet.</Note>;
  return (
    <Scroll label="Bracket">
      <div class="bracket">
        {rounds.map((round) => (
          <section key={round.number} class="bracket-round">
            <h3>{roundTitle(round.number ?? 0, total || rounds.length)}</h3>
            <ol>
              {(round.matches ?? []).map((match, i) => (
                <Match key={i} match={match} id={id} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Scroll>
  );
}
