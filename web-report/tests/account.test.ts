import { describe, expect, it } from "vitest";
import * as words from "../src/account/account_words";
import type { Bot, Tournament } from "../src/data/messages";

function bot(name: string, more: Bot = {}): Bot {
  return { state: "STATE_READY", ...more, manifest: { name, rulesets: ["barrage"], ...more.manifest } };
}

const BOTS: readonly Bot[] = [
  bot("amys", { owner: "ann", state: "STATE_RETIRED" }),
  bot("anns", { owner: "ann" }),
  bot("bens", { owner: "ben", takes_challenges: true, tags: ["quick"] }),
  bot("bobs", { owner: "ben", tags: ["quick", "calm"] }),
  bot("hosts", { folder: "/bots/hosts" }),
];
const names = (bots: readonly Bot[]) => bots.map(words.nameOf);

describe("bots of the account", () => {
  it("are one's own, or all for a host, those that can play first", () => {
    expect(names(words.botsFor(BOTS, "ann", false))).toEqual(["anns", "amys"]);
    expect(names(words.botsFor(BOTS, "zoe", true))).toEqual(["anns", "bens", "bobs", "hosts", "amys"]);
  });

  it("may challenge those of the same owner and those that take challenges", () => {
    expect(names(words.opponentsFor(BOTS, "barrage", "ann", false))).toEqual(["anns", "bens"]);
    expect(names(words.opponentsFor(BOTS, "barrage", "zoe", true))).toEqual(["anns", "bens", "bobs", "hosts"]);
    expect(names(words.opponentsFor(BOTS, "classic", "ann", false))).toEqual([]);
  });

  it("are challenged by another bot than themselves, and by somebody else's first", () => {
    const proposed = (owner: string, self: string, names: string[]) =>
      words.likelyOpponent(
        names.map((name) => BOTS.find((one) => words.nameOf(one) === name)!),
        owner,
        self,
      );
    expect(words.nameOf(proposed("ann", "anns", ["anns", "bens"])!)).toBe("bens");
    // A host may have any bot play, so that its own choice is first among the others.
    expect(words.nameOf(proposed("zoe", "anns", ["anns", "bens"])!)).toBe("bens");
    expect(words.nameOf(proposed("ann", "hosts", ["hosts", "anns"])!)).toBe("anns");
    expect(proposed("ann", "anns", ["anns"])).toBeUndefined();
  });

  it("are remote where nobody else could start them", () => {
    expect(words.isRemote(bot("dials"))).toBe(true);
    expect(words.isRemote(bot("sent", { is_submitted: true }))).toBe(false);
    expect(words.isRemote(bot("kept", { folder: "/bots/kept" }))).toBe(false);
    expect(words.isRemote(bot("run", { manifest: { command: ["./run"] } }))).toBe(false);
  });

  it("have each tag once", () => expect(words.tagsOf(BOTS)).toEqual(["calm", "quick"]));

  // A browser reads it with the flag v, which Debian's Node does not know: tests/browser/account_ways.test.mjs has that.
  it("have names that the pattern of their field lets through", () => {
    const pattern = new RegExp(`^(?:${words.NAME_PATTERN})$`, "u");
    for (const name of ["a", "my-bot_2.0", "4th"]) expect(name).toMatch(pattern);
    for (const name of ["", "my bot", "a".repeat(41), "ünder"]) expect(name).not.toMatch(pattern);
  });
});

describe("tokens", () => {
  const now = Date.parse("2026-02-01T00:00:00Z");
  it.each([
    [{}, "holds"],
    [{ expire_time: "2026-02-01T00:00:01Z" }, "holds"],
    [{ expire_time: "2026-02-01T00:00:00Z" }, "expired"],
    [{ expire_time: "2026-01-01T00:00:00Z", revoke_time: "2025-12-01T00:00:00Z" }, "revoked"],
  ])("%j %s", (token, state) => expect(words.tokenState(token, now)).toBe(state));

  it("come by their numbers, the newest first", () =>
    expect(words.newestFirst([{ id: "9" }, { id: "100" }, { id: "20" }]).map((one) => one.id)).toEqual([
      "100",
      "20",
      "9",
    ]));

  it("hold as long as is chosen, as the server reads it", () => {
    for (const [lifetime] of words.LIFETIMES) expect(lifetime).toMatch(/^(\d+[dhm])?$/);
  });
});

describe("submissions", () => {
  it.each([
    ["STATE_RECEIVED", true],
    ["STATE_CHECKING", true],
    ["STATE_READY", false],
    ["STATE_FAILED", false],
  ] as const)("%s", (state, isUnderWay) => expect(words.isUnderWay({ state })).toBe(isUnderWay));
});

describe("the steps of a submission", () => {
  it("say when it came, and how long after that each began", () => {
    const steps = words.stepsOf({
      steps: [
        { state: "STATE_RECEIVED", time: "2026-02-01T00:00:00Z" },
        { state: "STATE_CHECKING_MANIFEST", time: "2026-02-01T00:00:00.200Z" },
        { state: "STATE_READY", time: "2026-02-01T00:01:05Z" },
      ],
    });
    expect(steps).toEqual([
      { state: "received", text: "", time: "2026-02-01T00:00:00Z" },
      { state: "checking manifest", text: " after 200 ms" },
      { state: "ready", text: " after 1 min 5 s" },
    ]);
    expect(words.stepsOf({})).toEqual([]);
  });
});

describe("tournaments", () => {
  it.each([
    ["STATE_RUNNING", true, true, false],
    ["STATE_QUEUED", true, true, false],
    ["STATE_PAUSED", true, false, true],
    ["STATE_SCHEDULED", true, false, false],
    ["STATE_STOPPED", false, false, true],
    ["STATE_CANCELLED", false, false, true],
    ["STATE_FINISHED", false, false, false],
  ] as const)("%s", (state, isPlayedOn, isPausable, isResumable) => {
    expect(words.isPlayedOn({ state })).toBe(isPlayedOn);
    expect(words.isPausable({ state })).toBe(isPausable);
    expect(words.isResumable({ state })).toBe(isResumable);
  });

  it("are an owner's challenges where the owner has made them or has a bot in them", () => {
    const challenge = (challenger: string, ...bots: string[]): Tournament => ({ spec: { challenger, bots } });
    expect(words.isOwnChallenge(challenge("ann", "anns", "bens"), "ann", BOTS)).toBe(true);
    expect(words.isOwnChallenge(challenge("zoe", "anns", "anns#2"), "ann", BOTS)).toBe(true);
    expect(words.isOwnChallenge(challenge("ben", "bens", "bobs"), "ann", BOTS)).toBe(false);
    expect(words.isOwnChallenge(challenge("", "anns", "bens"), "ann", BOTS)).toBe(false);
  });

  it("leave to the server what was not typed", () => {
    const spec = { name: "", rounds: words.typedNumber(" "), games: words.typedNumber("4"), rated: false };
    expect(words.filledIn(spec)).toEqual({ games: 4, rated: false });
  });
});

describe("ways to come in", () => {
  const now = Date.parse("2026-06-01T12:00:00Z");
  it.each([
    [{ uses: 1, uses_max: 2, expire_time: "2026-06-02T00:00:00Z" }, "open"],
    [{ uses_max: 1, expire_time: "2026-06-02T00:00:00Z" }, "open"],
    [{ uses: 2, uses_max: 2, expire_time: "2026-06-02T00:00:00Z" }, "used up"],
    [{ uses_max: 2, expire_time: "2026-06-01T12:00:00Z" }, "expired"],
    [{ uses_max: 2, expire_time: "2026-06-02T00:00:00Z", revoke_time: "2026-06-01T00:00:00Z" }, "revoked"],
  ])("%j is %s", (invitation, state) => expect(words.invitationState(invitation, now)).toBe(state));

  it("are links whose secret is sent to no server", () => {
    const link = new URL(words.siteLink("link", "ffl_x", "https://arena.example/site/?a=b#/account"));
    expect([link.pathname, link.hash]).toEqual(["/site/", "#/link/ffl_x"]);
  });
});
