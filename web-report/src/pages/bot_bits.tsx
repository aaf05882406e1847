// What a bot's newest games of a ruleset told it about hidden pieces, and what they told its opponents.
import type { BeliefScore, BitsFigure, BotBits } from "../data/messages";
import { countText, plural, realText, withErrorText } from "../ui/format";
import { Facts, Loaded, Section } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";

// "12.3 ±4.5 bits", with a 95 % interval as all the site's; without one where a single game tells no spread.
export function bitsText(figure: BitsFigure | undefined): string {
  const error = figure?.standard_error;
  const text = error === undefined ? realText(figure?.bits) : withErrorText(figure?.bits, 1.96 * error);
  return `${text} bits`;
}

// Beliefs beside those that follow from counting the pieces that have been seen: the smaller loss knows more. How sure that is
// is not known, so nothing is said of it.
export function beliefsText({ loss_bits: loss, counting_loss_bits: counting }: BeliefScore): string {
  if (loss === undefined || counting === undefined) return "none that could be scored";
  return `${realText(loss, 2)} bits a piece; counting alone by ${realText(counting, 2)}`;
}

function Figures({ bits }: { bits: BotBits }) {
  return (
    <Section title={`Knowledge: ${bits.ruleset}`}>
      <p class="muted">
        From its newest {plural(Number(bits.games ?? 0), "game")}; means of games, with 95 % intervals.
      </p>
      <Facts
        facts={[
          ["Learnt a game", bitsText(bits.learnt_per_game)],
          ["Gave away a game", bitsText(bits.given_per_game)],
          ["Learnt less given away", bitsText(bits.net_per_game)],
          ["Its beliefs miss by", bits.beliefs && beliefsText(bits.beliefs)],
          ["Plies with beliefs", bits.beliefs && countText(bits.beliefs.plies)],
          ["Beliefs of no use", Boolean(bits.beliefs?.refused) && countText(bits.beliefs?.refused)],
        ]}
      />
      <p class="hint">
        One bit halves the ways in which hidden pieces can stand. This is what moves and attacks told whoever counts
        pieces, whether or not the bot does.
        {bits.beliefs && " Its beliefs, handed in with its plies, are what it took each hidden piece for."}
        {Boolean(bits.beliefs?.refused) &&
          " Of no use are those about a piece that is not hidden, about one twice, and those whose weights say nothing."}
      </p>
    </Section>
  );
}

// Nothing where no game of the ruleset can be counted.
export function Bits({ bot, ruleset }: { bot: string; ruleset: string }) {
  const { source } = useArena();
  const bits = useResource(`${bot} ${ruleset}`, () => source.bits(bot, ruleset));
  return (
    <Loaded resource={bits} what="what its games told">
      {(data) => Number(data.games ?? 0) > 0 && <Figures bits={data} />}
    </Loaded>
  );
}
