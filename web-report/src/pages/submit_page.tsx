import type { ComponentChildren } from "preact";
import { Heading, Note, Section } from "../ui/parts";
import { useArena } from "../ui/resource";
import { hrefOf } from "../ui/route";

function Commands({ children }: { children: ComponentChildren }) {
  return (
    <pre class="command" tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}

const PYTHON = `from flagfall_bot import Player, random_set_up, run

class MyPlayer(Player):
    def choose_set_up(self, game, time):
        return random_set_up(game, self.random)

    def choose_ply(self, game, time):
        attacks = [ply for ply in game.legal_plies if game.at(ply.end)]
        return self.random.choice(attacks or game.legal_plies)

run(MyPlayer)`;

const TRY = `flagfall bot check mybot/
flagfall bot add mybot/
flagfall match mybot random --ruleset barrage --games 10`;

function Sending({ address, hasAccounts }: { address: string; hasAccounts: boolean }) {
  const server = `flagfall --server ${address} --token fft_yours`;
  return (
    <>
      {hasAccounts && (
        <p>
          In the browser: <a href={hrefOf(["account"])}>sign in</a>, and drop the packed folder under Submissions.
        </p>
      )}
      <p>
        You need a token from this host. The commands below send your bot's folder, which is unpacked, built without
        network and checked step by step. After that it enters tournaments as <code>mybot@1</code>. Send it again for a
        new version.
      </p>
      <Commands>{`${server} bot submit mybot/\n${server} bot log mybot`}</Commands>
      <p>
        Or run the bot on a machine of your own. It connects to this host and needs no open port. This prints the token
        that it connects with:
      </p>
      <Commands>{`${server} bot remote mybot --rulesets classic,barrage`}</Commands>
    </>
  );
}

export function SubmitPage() {
  const { site, source } = useArena();
  const address = site.submission_address ?? "";
  return (
    <>
      <Heading>Submit a bot</Heading>
      <p class="lead">
        A bot is a program that connects to the referee and answers its questions: how it sets up, and what it plays.
        With the SDKs for Python, JavaScript and C++ you write only those answers.
      </p>
      {!address && (
        <Note>
          This host takes no bots over the network. Ask the people who run it, or run an arena of your own with the same
          program.
        </Note>
      )}
      <Section title="1. Write it">
        <p>
          This is a whole bot in Python. It comes packed, with all that it needs, among the{" "}
          <a href={hrefOf(["guides"])}>guides</a>:
        </p>
        <Commands>{PYTHON}</Commands>
        <p>
          A bot that speaks the line protocol on standard input and output plays unchanged, through an adapter. There is
          a <a href={hrefOf(["guides", "bots"])}>guide for bots</a> and one for{" "}
          <a href={hrefOf(["guides", "protocol"])}>the protocol</a>, and the games are described under{" "}
          <a href={hrefOf(["rules"])}>rules</a>.
        </p>
      </Section>
      <Section title="2. Say what it is">
        <p>
          The folder holds a <code>bot.json</code>: name, version, the command that starts it, and the rulesets that it
          plays.
        </p>
        <Commands>{`{\n  "name": "mybot",\n  "version": "1.0",\n  "command": ["/usr/bin/python3", "mybot.py"],\n  "rulesets": ["classic", "barrage"],\n  "language": "Python"\n}`}</Commands>
      </Section>
      <Section title="3. Try it">
        <p>
          <code>bot check</code> takes the bot through numbered steps and says what failed and how to mend it. Then play
          a match against a sample bot:
        </p>
        <Commands>{TRY}</Commands>
      </Section>
      {address && (
        <Section title="4. Send it in">
          <Sending address={address} hasAccounts={source.isLive} />
        </Section>
      )}
      <Section title="What it runs in">
        <p>
          A submitted bot sees <code>/usr</code> and its own folder, read-only, a small <code>/tmp</code>, and the
          referee's socket. It has no network, and limits on memory, time and processes. It may say something with each
          ply: comments come into the record, and the opponent cannot see them before the end. A comment that begins
          with a signed number, as in <code>+0.35</code>, is drawn as what the bot thinks of the position.
        </p>
      </Section>
    </>
  );
}
