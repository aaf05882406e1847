import type { Bot, BotPage as BotData } from "../data/messages";
import { sumOf } from "../data/bot_sum";
import { hasBits, stateText } from "../data/words";
import { changeText, countText, errorText, plural, ratingText } from "../ui/format";
import { Badge, BotLink, Facts, Heading, Loaded, Note, Section, Time } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { FeedLink } from "../ui/feed_link";
import { GamesDownload } from "../ui/games_download";
import { hrefOf } from "../ui/route";
import { RulesetTabs } from "../ui/tabs";
import { Bits } from "./bot_bits";
import { LikelihoodPlot, RatingPlot } from "./bot_plots";
import { Record } from "./bot_record";

function About({ page }: { page: BotData }) {
  const bot = page.bot ?? {};
  const manifest = bot.manifest ?? {};
  const versions = page.versions ?? [];
  return (
    <>
      {manifest.description && <p class="lead">{manifest.description}</p>}
      <Facts
        facts={[
          ["Version", manifest.version || "–"],
          ["Author", manifest.author || "–"],
          ["Language", manifest.language || "–"],
          ["Owner", bot.owner || "the host"],
          ["Tags", bot.tags?.join(", ")],
          ["Plays", (manifest.rulesets ?? []).join(", ") || "–"],
          ["Added", <Time key="t" time={bot.add_time} />],
          ["Faults", countText(bot.faults)],
          ["Versions", versions.length > 1 && <Versions key="v" page={page} />],
        ]}
      />
      {bot.suspended_reason && <p class="note bad">Suspended: {bot.suspended_reason}</p>}
      {bot.retired_reason && <Note>Retired: {bot.retired_reason}</Note>}
    </>
  );
}

function Versions({ page }: { page: BotData }) {
  const own = page.bot?.manifest?.name;
  return (
    <>
      {(page.versions ?? []).map((version, i) => (
        <span key={version.name}>
          {i > 0 && ", "}
          {version.name === own ? <b>{version.name}</b> : <BotLink name={version.name} />}
        </span>
      ))}
    </>
  );
}

function Ratings({ bot }: { bot: Bot }) {
  const ratings = bot.ratings ?? [];
  if (ratings.length === 0) return <Note>Not rated yet.</Note>;
  return (
    <>
      <ul class="cards-list">
        {ratings.map((rated) => (
          <li key={rated.pool}>
            <a href={hrefOf(["leaderboards", rated.pool ?? ""])}>{rated.pool}</a>
            <b class="big-number">{ratingText(rated.likelihood_elo)}</b>
            <span class="muted">
              {errorText(rated.likelihood_elo_error)}, {rated.place ? `place ${rated.place}` : "place not computed yet"}
              , {plural(rated.games ?? 0, "rated game")}
              {rated.is_provisional && " (provisional)"}; running Elo {ratingText(rated.elo)},{" "}
              {changeText(rated.elo_change)} in the newest tournament
            </span>
          </li>
        ))}
      </ul>
      <p class="hint">
        The rating is the likeliest one given all rated games of the pool at once, with its 95 % interval; places are by
        it. Provisional: fewer than 30 rated games. The running Elo is a history, which begins at 1500 and moves with
        every game.
      </p>
    </>
  );
}

// The tab of all rulesets together.
const ALL = "all";

// One ruleset at a time, with the ratings of its pools, or all together.
function Records({ page, bot, query }: { page: BotData; bot: string; query: URLSearchParams }) {
  const { source } = useArena();
  const records = page.records ?? [];
  const asked = query.get("ruleset");
  const isSum = asked === ALL && records.length > 1;
  const record = isSum ? sumOf(records) : (records.find(({ ruleset_id: id }) => id === asked) ?? records[0]);
  if (!record) return <Note>No games yet.</Note>;
  const ruleset = record.ruleset_id ?? "";
  const histories = (page.histories ?? []).filter(
    ({ pool = "" }) => !isSum && (pool === ruleset || pool.startsWith(`${ruleset}[`)),
  );
  const tabs = [...records.map(({ ruleset_id: id = "" }) => id), ...(records.length > 1 ? [ALL] : [])];
  return (
    <>
      <RulesetTabs ids={tabs} current={isSum ? ALL : ruleset} />
      {histories.map((history) => (
        <div key={history.pool}>
          <LikelihoodPlot bot={page.bot?.manifest?.name ?? bot} pool={history.pool ?? ""} />
          <RatingPlot history={history} />
        </div>
      ))}
      <Record key={ruleset} record={record} bot={bot} query={query} />
      {source.isLive && hasBits(ruleset) && <Bits key={`${ruleset} bits`} bot={bot} ruleset={ruleset} />}
    </>
  );
}

export function BotPage({ name, query }: { name: string; query: URLSearchParams }) {
  const { source } = useArena();
  const page = useResource(name, () => source.bot(name));
  const state = page.data?.bot?.state;
  return (
    <>
      <Heading
        extra={
          state && (
            <>
              <Badge kind={state === "STATE_READY" ? "good" : "quiet"}>{stateText(state)}</Badge>
              <FeedLink of={{ bot: page.data?.bot?.manifest?.name ?? name }} title={name} />
            </>
          )
        }
      >
        {name}
      </Heading>
      <Loaded resource={page} what={name}>
        {(data) => (
          <>
            <About page={data} />
            <Section title="Ratings">
              <Ratings bot={data.bot ?? {}} />
            </Section>
            <Records page={data} bot={name} query={query} />
            {(data.records ?? []).length > 0 && (
              <p>
                <a href={hrefOf(["games"], { bot: name })}>All games of {name}</a>
                <GamesDownload filter={{ bot: name }} />
              </p>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
