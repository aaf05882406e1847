// Documents for tests and for looking at pages, made up: what the real ones say is tested against the server.
import type {
  Leaderboard,
  Replay,
  RoundMatch,
  Tally,
  TournamentPage,
  TournamentRound,
  TournamentSpec,
  TournamentSpec_Format,
  TournamentStanding,
} from "../src/data/messages";

export const HOSTILE_NAMES: readonly string[] = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '"><svg onload=alert(1)>',
  "javascript:alert(1)",
  "'; DROP TABLE bots; --",
  "../../etc/passwd",
  "{{constructor.constructor('alert(1)')()}}",
  "\u202Ereversed",
  "a".repeat(40),
  "&lt;b&gt;not bold&lt;/b&gt;",
];

// As protobuf's JSON has it; the generated types do not say so.
const INFINITE = "Infinity" as unknown as number;

// The same numbers each time.
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function leaderboard(bots: number, pool = "classic"): Leaderboard {
  const random = numbers(bots);
  const rows = Array.from({ length: bots }, (_, i) => {
    const elo = 2300 - (1600 * i) / bots + 10 * random();
    const games = 10 + Math.floor(400 * random());
    const wins = Math.floor((games * (elo - 500)) / 2000);
    const draws = Math.min(games - wins, Math.floor(games * 0.05));
    return {
      rated: {
        pool,
        place: i + 1,
        bot: HOSTILE_NAMES[i - 3] ?? `bot-${i + 1}`,
        elo,
        elo_change: 40 * random() - 20,
        games,
        wins,
        draws,
        losses: games - wins - draws,
        likelihood_elo: elo + 30 * random() - 15,
        likelihood_elo_error: i === 7 ? INFINITE : 600 / Math.sqrt(games),
        scale: 0,
      },
      trend: Array.from({ length: 24 }, () => Math.round(elo + 60 * random() - 30)),
      last_played_time: new Date(1.79e12 - 1e9 * random()).toISOString(),
      version: "1.0",
      language: ["C++", "Python", "Rust"][i % 3]!,
      author: HOSTILE_NAMES[i % 10]!,
      state: i % 17 === 5 ? ("STATE_SUSPENDED" as const) : ("STATE_READY" as const),
    };
  });
  return {
    pool: { name: pool, ruleset_id: pool, bots, games: 5000 },
    rows,
    fit: { pool, red_advantage_elo: 3.1, red_advantage_elo_error: 8, draw_rate: 0.05, scales: 1 },
  };
}

// Two pieces a side go to and fro.
export function longGame(plies: number): Replay {
  const cycle = [3040, 6050, 4030, 5060, 3141, 6151, 4131, 5161];
  const acts: number[] = [0, 1, 5, 5000, 10_000, 0, 2, 6, 6000, 10_000];
  const random = numbers(plies);
  for (let n = 1; n <= plies; ++n)
    acts.push(n, n % 2 === 1 ? 1 : 2, 10 * n, Math.floor(100 + 9000 * random()), 60_000 + n);
  const army = (origins: number[]) => ({ pieces: origins.flatMap((origin, i) => [origin, 1 + (i % 12)]) });
  const zone = Array.from({ length: 40 }, (_, i) => i);
  return {
    game: {
      game_id: "9-1",
      tournament_id: 9,
      red: "left",
      blue: "right",
      ruleset_id: "classic",
      plies,
      outcome: { result: "RESULT_DRAW", reason: "REASON_ADJUDICATED_MAX_PLIES" },
      start_time: "2026-01-31T12:00:00Z",
    },
    is_over: true,
    steps: plies,
    ruleset: { id: "classic", options: [{ name: "two_squares", value: "3" }] },
    red: { name: "left" },
    blue: { name: "right" },
    time_control: { base_micros: "60000000", increment_micros: "100000" },
    seed: "00",
    seed_sha256: "ff",
    acts,
    comments: Array.from({ length: plies }, (_, i) => ({
      step: i + 1,
      side: i % 2 === 0 ? ("SIDE_RED" as const) : ("SIDE_BLUE" as const),
      text: `${random() < 0.5 ? "+" : "-"}${random().toFixed(2)} ${HOSTILE_NAMES[i % 10]!}`,
    })),
    board: {
      red: army(zone),
      blue: army(zone.map((i) => 60 + i)),
      army: [0, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6, 1],
      plies: Array.from({ length: plies }, (_, i) => cycle[i % 8]!),
      threats: Array.from({ length: plies }, (_, i) => [0, 1, 0, 0, 0, 1, 0, 0][i % 8]!),
      removed: [],
      learnt: [7, 31, 2, 3],
      barred: [9, 3040, 1, 9, 3141, 2],
    },
    notes: [
      { step: 4, side: "SIDE_BLUE", at_ms: 41, kind: "KIND_OFFERED_DRAW" },
      { step: 8, side: "SIDE_RED", at_ms: 83, kind: "KIND_ILLEGAL_ACTION", text: HOSTILE_NAMES[0]!, clause: "R3.2" },
    ],
  };
}

const spec = (format: TournamentSpec_Format, bots: number, name: string): TournamentSpec => ({
  name,
  bots: Array.from({ length: bots }, (_, i) => `bot-${i + 1}`),
  format,
  rounds: 7,
  games: 2,
  time_control: "10+0.1",
  seed: "17",
  ruleset: { id: "barrage", options: [] },
});

function standings(bots: number, hasCrosstable: boolean): TournamentStanding[] {
  const random = numbers(bots + 1);
  return Array.from({ length: bots }, (_, i) => {
    const against: Tally[] = Array.from({ length: bots }, (_, j) => {
      const wins = i === j ? 0 : Math.floor(3 * random());
      return i === j ? {} : { wins, draws: wins < 2 && random() < 0.3 ? 1 : 0, losses: 2 - wins };
    });
    const standing = {
      place: i + 1,
      bot: `bot-${i + 1}`,
      points: 14 - (14 * i) / bots,
      games: 14,
      wins: 14 - i,
      draws: 0,
      losses: i,
      buchholz: 90.5 - i,
      sonneborn_berger: 40.25 - i,
    };
    return hasCrosstable ? { ...standing, against } : standing;
  });
}

function knockoutRound(number: number, entrants: readonly string[], id: { game: number }): TournamentRound {
  const matches: RoundMatch[] = [];
  for (let i = 0; i < entrants.length; i += 2) {
    const [first, second] = [entrants[i]!, entrants[i + 1]!];
    matches.push({
      first,
      second,
      first_points: 1.5,
      second_points: 0.5,
      games_stored: 2,
      games: [++id.game, ++id.game],
      winner: first,
      is_by_lot: i === 2,
    });
  }
  return { number, matches };
}

export function knockout(bots: number): TournamentPage {
  const rounds: TournamentRound[] = [];
  const id = { game: 0 };
  let entrants = Array.from({ length: bots }, (_, i) => `bot-${i + 1}`);
  for (let number = 1; entrants.length > 1; ++number) {
    rounds.push(knockoutRound(number, entrants, id));
    entrants = entrants.filter((_, i) => i % 2 === 0);
  }
  rounds[0]!.matches![1] = { first: "bot-3", winner: "bot-3" };
  const final = rounds[rounds.length - 1]!.matches!;
  final[0] = { ...final[0]!, winner: "", is_running: true };
  final.push({
    first: "bot-5",
    second: "bot-13",
    first_points: 2,
    winner: "bot-5",
    games: [id.game + 1, id.game + 2],
    is_for_third_place: true,
  });
  return {
    tournament: {
      id: 21,
      spec: spec("FORMAT_KNOCKOUT", bots, "Winter cup"),
      state: "STATE_FINISHED",
      games_stored: id.game,
      games_total: id.game,
      create_time: "2026-01-31T12:00:00Z",
      standings: standings(bots, true),
    },
    progress: { state: "STATE_FINISHED", games_stored: id.game, games_total: id.game },
    bracket: rounds,
    bracket_rounds: rounds.length,
  };
}

export function swiss(bots: number): TournamentPage {
  return {
    tournament: {
      id: 22,
      spec: spec("FORMAT_SWISS", bots, "Open Swiss"),
      state: "STATE_FINISHED",
      games_stored: 7 * bots,
      games_total: 7 * bots,
      create_time: "2026-01-31T12:00:00Z",
      standings: standings(bots, bots <= 64),
    },
    progress: { state: "STATE_FINISHED", games_stored: 7 * bots, games_total: 7 * bots },
    rounds: 7,
    notices: ["bot-3 did not come to game 22-5", HOSTILE_NAMES[1]!],
  };
}

export function sprt(pairs: number): TournamentPage {
  const random = numbers(pairs);
  let llr = 0;
  const course = Array.from({ length: pairs }, () => (llr += 0.2 * random() - 0.08));
  return {
    tournament: {
      id: 23,
      spec: spec("FORMAT_SPRT", 2, "Is the new search better?"),
      state: "STATE_FINISHED",
      games_stored: 2 * pairs,
      games_total: 100_000,
      create_time: "2026-01-31T12:00:00Z",
      standings: standings(2, true),
      match: {
        first: "bot-1",
        second: "bot-2",
        games: { wins: 61, draws: 5, losses: 40 },
        elo: 33.4,
        elo_error: 21.2,
        normalized_elo: 60.2,
        normalized_elo_error: INFINITE,
        los: 0.998,
        pentanomial: [3, 10, 20, 15, 6],
        draw_ratio: 0.05,
        sprt: {
          llr: course[pairs - 1]!,
          lower: -2.94,
          upper: 2.94,
          elo0: 0,
          elo1: 5,
          verdict: "VERDICT_ACCEPT_H1",
          pairs,
        },
      },
    },
    progress: { state: "STATE_FINISHED", games_stored: 2 * pairs, games_total: 100_000 },
    sprt: { lower: -2.94, upper: 2.94, pairs: course.map((_, i) => i + 1), llr: course },
  };
}
