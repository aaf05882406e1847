// The frame around every page, and which page an address means.
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { BotsPage } from "./pages/bots_page";
import { GamesPage } from "./pages/games_page";
import { HomePage } from "./pages/home_page";
import { LeaderboardPage } from "./pages/leaderboard_page";
import { StatusPage } from "./pages/status_page";
import { TournamentsPage } from "./pages/tournaments_page";
import { AccountLink } from "./account/account_link";
import { idIn } from "./data/source";
import { shortHead } from "./ui/format";
import { Heading, Loading, Note, Time } from "./ui/parts";
import { focusHeading } from "./ui/heading_focus";
import { lazily } from "./ui/lazy";
import { ConnectionNote } from "./ui/connection_note";
import { useArena } from "./ui/resource";
import { markOf } from "./ui/tabs";
import { titleText } from "./ui/title";
import { hrefOf, useRoute, type Route } from "./ui/route";
import { keepScroll, restoreScroll } from "./ui/scroll";
import { applyTheme, nextTheme, storedTheme } from "./ui/theme";

const GamePage = lazily(
  async () => (await import("./game/game_page")).GamePage,
  ({ id }) => <Loading what={`game ${id}`} />,
);
const BotPage = lazily(
  async () => (await import("./pages/bot_page")).BotPage,
  ({ name }) => <Loading what={name} />,
);

// A page of which it can be said what is being loaded before its address is read.
function lazyPage<Props extends object>(fetchPage: () => Promise<ComponentType<Props>>, what: string) {
  return lazily(fetchPage, () => <Loading what={what} />);
}

const RulesPage = lazyPage(async () => (await import("./pages/rules_page")).RulesPage, "rules");
const TournamentPage = lazyPage(async () => (await import("./pages/tournament_page")).TournamentPage, "the tournament");
const HeadToHeadPage = lazyPage(async () => (await import("./pages/head_to_head_page")).HeadToHeadPage, "games");
const SetUpsPage = lazyPage(async () => (await import("./pages/set_ups_page")).SetUpsPage, "set-ups");
const PlayPage = lazyPage(async () => (await import("./play/play_page")).PlayPage, "the board");
const GuidesPage = lazyPage(async () => (await import("./guides/guides_page")).GuidesPage, "guides");
const AccountPage = lazyPage(async () => (await import("./account/account_page")).AccountPage, "your account");
const SubmitPage = lazyPage(async () => (await import("./pages/submit_page")).SubmitPage, "the guide");
const LinkPage = lazyPage(async () => (await import("./account/link_page")).LinkPage, "the link");
const RegisterPage = lazyPage(async () => (await import("./account/register_page")).RegisterPage, "the invitation");

function Page({ path: [first = "", second = "", third = "", fourth = ""], query }: Route) {
  switch (first) {
    case "":
      return <HomePage />;
    case "leaderboards":
      return <LeaderboardPage asked={second} query={query} />;
    case "bots":
      if (third === "against" && fourth) return <HeadToHeadPage bot={second} opponent={fourth} query={query} />;
      if (third === "set-ups") return <SetUpsPage name={second} query={query} />;
      return second ? <BotPage name={second} query={query} /> : <BotsPage query={query} />;
    case "tournaments":
      return second ? <TournamentPage id={idIn(second)} query={query} /> : <TournamentsPage query={query} />;
    case "games":
      return second ? <GamePage id={second} query={query} /> : <GamesPage query={query} />;
    case "rules":
      return <RulesPage id={second} query={query} />;
    case "guides":
      return <GuidesPage name={second} anchor={third} />;
    case "play":
      return <PlayPage />;
    case "account":
      return <AccountPage id={second} />;
    case "link":
      return <LinkPage secret={second} />;
    case "register":
      return <RegisterPage code={second} />;
    case "submit":
      return <SubmitPage />;
    case "status":
      return <StatusPage />;
    default:
      return (
        <>
          <Heading>No such page</Heading>
          <Note>
            There is nothing at this address. <a href={hrefOf([])}>To the first page</a>
          </Note>
        </>
      );
  }
}

const PAGES: readonly (readonly [string, string])[] = [
  ["leaderboards", "Leaderboards"],
  ["tournaments", "Tournaments"],
  ["games", "Games"],
  ["bots", "Bots"],
  ["rules", "Rules"],
  ["guides", "Guides"],
  ["play", "Play"],
  ["submit", "Submit a bot"],
  ["status", "Status"],
];

function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <circle class="rim" cx="16" cy="17" r="13" />
      <circle class="face" cx="16" cy="17" r="10" />
      <path class="hands" d="M16 17V9.5M16 17l6 5" />
      <path class="flag" d="M16 2.5v7l8.5-3.2z" />
    </svg>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme);
  const change = () => {
    const next = nextTheme(theme);
    applyTheme(next);
    setTheme(next);
  };
  const text = { system: "Auto", light: "Light", dark: "Dark" }[theme];
  return (
    <button
      type="button"
      class="theme"
      aria-label={`Colours: ${text}. Change`}
      title={`Colours: ${text}`}
      onClick={change}
    >
      <span aria-hidden="true">{{ system: "◐", light: "○", dark: "●" }[theme]}</span>
      <span class="theme-word" aria-hidden="true">
        {text}
      </span>
    </button>
  );
}

// `page` is the page that is shown, whose first part is `current`: a menu that was opened closes when it changes.
function Header({ current, page }: { current: string; page: string }) {
  const { site, source } = useArena();
  // To play takes a server.
  const pages = PAGES.filter(([name]) => source.isLive || name !== "play");
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [page]);
  return (
    <header class="top" onKeyDown={(event) => event.key === "Escape" && setOpen(false)}>
      <a class="brand" href={hrefOf([])}>
        <Logo />
        {site.title || "Flagfall"}
      </a>
      <button
        type="button"
        class="menu"
        aria-expanded={isOpen}
        aria-controls="main-pages"
        onClick={() => setOpen((old) => !old)}
      >
        Menu
      </button>
      <nav id="main-pages" aria-label="Main" class={isOpen ? "open" : ""}>
        {pages.map(([name, title]) => (
          <a key={name} href={hrefOf([name])} {...markOf(name === current)}>
            {title}
          </a>
        ))}
        <AccountLink isCurrent={current === "account"} />
      </nav>
      <ThemeButton />
    </header>
  );
}

function Footer() {
  const { site } = useArena();
  return (
    <footer class="bottom">
      <span>Flagfall {site.version}</span>
      {site.written_time && (
        <span>
          written <Time time={site.written_time} />
        </span>
      )}
      {(site.delay_seconds ?? 0) > 0 && <span>running games are shown {site.delay_seconds} s late</span>}
      {site.chain_head && <span title={site.chain_head}>the ledger's head is {shortHead(site.chain_head)}</span>}
    </footer>
  );
}

const pageKey = (route: Route) => route.path.join("/");

function titleOf(route: Route, site: string): string {
  const [first, second] = route.path;
  const page = PAGES.find(([name]) => name === first)?.[1];
  return titleText(second, page, site);
}

// Puts the title in the browser's tab and, after a change of page, the focus on the heading. The first page's focus is left to
// the browser. A page that is come back to is shown where it was left.
function useNavigation(route: Route, site: string): void {
  const isFirst = useRef(true);
  useEffect(keepScroll, []);
  useLayoutEffect(() => {
    document.title = titleOf(route, site);
    const stop = restoreScroll();
    if (isFirst.current) {
      isFirst.current = false;
      return stop;
    }
    focusHeading();
    return stop;
  }, [pageKey(route)]);
}

export function Shell() {
  const { site } = useArena();
  const route = useRoute();
  useNavigation(route, site.title || "Flagfall");
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the page
      </button>
      <Header current={route.path[0] ?? ""} page={pageKey(route)} />
      <ConnectionNote />
      <main id="main" tabIndex={-1}>
        <Page key={pageKey(route)} {...route} />
      </main>
      <Footer />
    </>
  );
}
