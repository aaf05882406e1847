// What a visitor of a tournament asks first: what is played and how, who has won, and which bots were suspended, and why.
import type { ComponentChildren } from "preact";
import type { Bot, TournamentPage, TournamentSpec } from "../data/messages";
import { entryOf, formatText } from "../data/words";
import { countText } from "../ui/format";
import { BotLink, Facts, RulesetLink } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { ClauseText } from "../ui/clauses";
import { Verdict } from "./match_view";

// Where it is scaled, the one of a machine of the reference's speed.
export function specControlText(spec: TournamentSpec): string {
  const control = spec.time_control || "–";
  const reference = spec.time_control_reference;
  return reference ? `${control} on a machine of ${countText(reference)} plies a second, scaled on others` : control;
}

// The bots that have won, or lead; more than one where they are level. None before the first game.
export function winnersOf({ tournament = {}, bracket = [], bracket_rounds: rounds = 0 }: TournamentPage): string[] {
  if (rounds > 0) {
    const final = bracket.find(({ number }) => number === rounds)?.matches?.find((match) => !match.is_for_third_place);
    return final?.winner ? [final.winner] : [];
  }
  const standings = tournament.standings ?? [];
  if (standings.every(({ games = 0 }) => games === 0)) return [];
  return standings.filter(({ place }) => place === 1).map(({ bot = "" }) => bot);
}

function winnerFact(page: TournamentPage, isOver: boolean): [string, ComponentChildren] {
  const winners = winnersOf(page);
  const title = isOver ? (winners.length > 1 ? "Winners, level" : "Winner") : "In the lead";
  const names = winners.map((name, i) => (
    <span key={name}>
      {i > 0 && ", "}
      <b>
        <BotLink name={name} />
      </b>
    </span>
  ));
  return [title, names.length > 0 && names];
}

// The bots of a tournament that may not play on.
export function suspendedOf(spec: TournamentSpec, bots: readonly Bot[]): Bot[] {
  const own = new Set((spec.bots ?? []).map(entryOf));
  return bots.filter((bot) => bot.suspended_reason && own.has(bot.manifest?.name ?? ""));
}

function Suspended({ spec }: { spec: TournamentSpec }) {
  const { source } = useArena();
  const list = useResource("bots", () => source.bots());
  const suspended = suspendedOf(spec, list.data?.bots ?? []);
  if (suspended.length === 0) return null;
  return (
    <ul class="note suspended">
      {suspended.map((bot) => (
        <li key={bot.manifest?.name}>
          <BotLink name={bot.manifest?.name} /> is suspended: {bot.suspended_reason}
        </li>
      ))}
    </ul>
  );
}

export function Summary({ page, isOver }: { page: TournamentPage; isOver: boolean }) {
  const spec = page.tournament?.spec ?? {};
  const match = page.tournament?.match;
  return (
    <>
      <Facts
        facts={[
          ["Ruleset", <RulesetLink key="r" id={spec.ruleset?.id} />],
          ["Format", formatText(spec.format)],
          ["Time control", specControlText(spec)],
          winnerFact(page, isOver),
          ["Verdict", match?.sprt && <Verdict key="v" match={match} />],
        ]}
      />
      <Suspended spec={spec} />
      {(page.notices ?? []).length > 0 && (
        <details class="note">
          <summary>Notices ({page.notices!.length})</summary>
          <ul>
            {page.notices!.map((notice, i) => (
              <li key={i}>
                <ClauseText text={notice} ruleset={spec.ruleset?.id} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
