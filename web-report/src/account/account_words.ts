// What the account's pages show, apart from how they look.
import type {
  Bot,
  Invitation,
  RulesetInfo,
  Submission,
  Token,
  Tournament,
  Tournament_State,
  TournamentSpec,
  User_Role,
  Webhook_Event,
} from "../data/messages";
import { entryOf, stateText } from "../data/words";
import { durationText } from "../ui/format";

// Of bots, as an input takes it, where a `-` in a set has to be marked.
export const NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9_.\\-]{0,39}";

// How long a new token may hold, as CreateToken takes it.
export const LIFETIMES: readonly (readonly [string, string])[] = [
  ["90d", "90 days"],
  ["30d", "30 days"],
  ["365d", "a year"],
  ["24h", "a day"],
  ["", "until it is revoked"],
];

// Tournaments are looked for among so many, of which the running ones mostly are.
export const NEWEST = 300;
// How long to wait before asking for so many again, in milliseconds.
export const NEWEST_PAUSE = 10_000;

export const nameOf = (bot: Bot) => bot.manifest?.name ?? "";

// A bot that dials in by itself: nobody else could start it.
export function isRemote(bot: Bot): boolean {
  return !bot.is_submitted && !bot.folder && !bot.manifest?.command?.length;
}

const STATE_ORDER = ["STATE_READY", "STATE_SUSPENDED", "STATE_RETIRED"];

// Those of a user, or all of them for a host; those that can play first.
export function botsFor(bots: readonly Bot[], user: string, isHost: boolean): Bot[] {
  const place = (bot: Bot) => STATE_ORDER.indexOf(bot.state ?? "");
  return bots.filter((bot) => isHost || bot.owner === user).sort((a, b) => place(a) - place(b));
}

export function playersOf(bots: readonly Bot[], ruleset: string): Bot[] {
  return bots.filter((bot) => bot.state === "STATE_READY" && bot.manifest?.rulesets?.includes(ruleset));
}

// Whom a challenge may be against. A host may have any bots play.
export function opponentsFor(bots: readonly Bot[], ruleset: string, user: string, isHost: boolean): Bot[] {
  return playersOf(bots, ruleset).filter((bot) => isHost || bot.takes_challenges || bot.owner === user);
}

// The one to propose of these: somebody else's bot rather than another of the user's, and that rather than `self`.
export function likelyOpponent(opponents: readonly Bot[], user: string, self: string): Bot | undefined {
  const others = opponents.filter((bot) => nameOf(bot) !== self);
  return others.find((bot) => bot.owner !== user) ?? others[0];
}

export function tagsOf(bots: readonly Bot[]): string[] {
  return [...new Set(bots.flatMap((bot) => bot.tags ?? []))].sort();
}

export function isUnderWay(submission: Submission): boolean {
  return submission.state !== "STATE_READY" && submission.state !== "STATE_FAILED";
}

// The states that a submission has had: when it came, and how long after that it was in each of the others.
export function stepsOf(submission: Submission): { state: string; text: string; time?: string }[] {
  const steps = submission.steps ?? [];
  const begin = Date.parse(steps[0]?.time ?? "");
  return steps.map(({ state, time = "" }, place) => {
    const passed = Math.max(0, Date.parse(time) - begin);
    const text = place > 0 && Number.isFinite(passed) ? ` after ${durationText(passed)}` : "";
    return { state: stateText(state), text, ...(place === 0 ? { time } : {}) };
  });
}

type TokenState = "holds" | "expired" | "revoked";

export function tokenState(token: Token, now: number): TokenState {
  if (token.revoke_time) return "revoked";
  return token.expire_time && Date.parse(token.expire_time) <= now ? "expired" : "holds";
}

type InvitationState = "open" | "used up" | "expired" | "revoked";

export function invitationState(invitation: Invitation, now: number): InvitationState {
  if (invitation.revoke_time) return "revoked";
  if (invitation.expire_time && Date.parse(invitation.expire_time) <= now) return "expired";
  return (invitation.uses ?? 0) >= (invitation.uses_max ?? 0) ? "used up" : "open";
}

// How long a new invitation may hold, as CreateInvitation takes it.
export const LIFETIMES_OF_INVITATIONS: readonly (readonly [string, string])[] = [
  ["14d", "14 days"],
  ["24h", "a day"],
  ["90d", "90 days"],
];

// The address of a page of this site that is given a secret, which stands behind the `#` and so is sent to nobody.
export function siteLink(page: "link" | "register", secret: string, here: string = location.href): string {
  return new URL(`#/${page}/${secret}`, here).href;
}

export function eventName(event: Webhook_Event | undefined): string {
  return (event ?? "").replace("EVENT_", "").toLowerCase();
}

// The newest first.
export function newestFirst<Row extends { id?: string | undefined }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => Number(b.id ?? 0) - Number(a.id ?? 0));
}

const UNDER_WAY: readonly Tournament_State[] = ["STATE_RUNNING", "STATE_QUEUED", "STATE_PAUSED", "STATE_SCHEDULED"];
const RESUMABLE: readonly Tournament_State[] = ["STATE_PAUSED", "STATE_STOPPED", "STATE_CANCELLED"];

export function isPlayedOn({ state = "STATE_UNSPECIFIED" }: Tournament): boolean {
  return UNDER_WAY.includes(state);
}

export function isResumable({ state = "STATE_UNSPECIFIED" }: Tournament): boolean {
  return RESUMABLE.includes(state);
}

export function isPausable({ state }: Tournament): boolean {
  return state === "STATE_RUNNING" || state === "STATE_QUEUED";
}

// Whether it is a challenge that this user may cancel: an own one, or one in which a bot of the user's plays.
export function isOwnChallenge({ spec }: Tournament, user: string, bots: readonly Bot[]): boolean {
  if (!spec?.challenger) return false;
  const own = new Set(bots.filter((bot) => bot.owner === user).map(nameOf));
  return spec.challenger === user || (spec.bots ?? []).some((bot) => own.has(entryOf(bot)));
}

// A number that was typed; undefined, for the default, where nothing was.
export function typedNumber(text: string): number | undefined {
  return text.trim() === "" ? undefined : Number(text);
}

// Without the fields that were left empty, whose defaults the server knows.
export function filledIn(spec: { [Field in keyof TournamentSpec]: TournamentSpec[Field] | undefined }): TournamentSpec {
  const isFilled = (value: unknown) => value !== undefined && value !== "";
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => isFilled(value))) as TournamentSpec;
}

export function roleName(role: User_Role | undefined): string {
  return (role ?? "").replace("ROLE_", "").toLowerCase();
}

export const idsOf = (rulesets: readonly RulesetInfo[]) => rulesets.map(({ id = "" }) => id);
