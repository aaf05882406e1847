import flagfall.v1.Action;
import flagfall.v1.CardsAction;
import flagfall.v1.CardsArmy;
import flagfall.v1.CardsArmyChange;
import flagfall.v1.CardsFrontLine;
import flagfall.v1.DecisionKind;
import flagfall.v1.DecisionRequired;
import flagfall.v1.Event;
import flagfall.v1.GameStarted;
import flagfall.v1.GogoAction;
import flagfall.v1.GogoEntry;
import flagfall.v1.GogoPlayer;
import flagfall.v1.GogoStep;
import flagfall.v1.GogoSteps;
import flagfall.v1.GogoTeam;
import flagfall.v1.GogoTeamChange;
import flagfall.v1.PieceType;
import flagfall.v1.Placement;
import flagfall.v1.Role;
import flagfall.v1.RulesetOption;
import flagfall.v1.SetUp;
import flagfall.v1.Side;
import flagfall.v1.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * One game, and random actions in it: one of those listed, or where none are listed by proto/README.md ("What is not
 * listed"). Of the game it keeps what the actions that are not listed follow from.
 */
final class Game {
  /** The counts of an army by type, from Spy to Flag. */
  private static final int[] FULL = {1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6, 1};

  private static final Map<String, int[]> ARMIES = Map.of(
      "classic", FULL,
      "battle", FULL,
      "bluffing", FULL,
      "duel", new int[] {1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 2, 1},
      "barrage", new int[] {1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1});
  private static final Map<String, Integer> ZONE_ROWS =
      Map.of("classic", 4, "battle", 4, "bluffing", 4, "duel", 3, "barrage", 4);
  private static final int FRONT_LINE = 5;

  /** The role cards of a deck, from Monarch to Trap. */
  private static final int[] DECK = {1, 2, 2, 2, 3, 3, 3, 2, 3, 2};
  private static final int IN_PLAY_MAX = 7;

  private final GameStarted started;
  private final Random chance;
  private final Map<String, String> options = new HashMap<>();
  private List<PieceType> hand;
  private final Map<Integer, GogoPlayer> players = new TreeMap<>();
  private final List<Role> lost = new ArrayList<>();

  Game(GameStarted started, View view, Random chance) {
    this.started = started;
    this.chance = chance;
    for (RulesetOption option : started.getRuleset().getOptionsList()) {
      options.put(option.getName(), option.getValue());
    }
    CardsArmy army = isRed() ? view.getCards().getRed() : view.getCards().getBlue();
    hand = army.getHand().getTypesList();
    GogoTeam team = isRed() ? view.getGogo().getRed() : view.getGogo().getBlue();
    team.getPlayersList().forEach(player -> players.put(player.getNumber(), player));
    lost.addAll(team.getLostList());
  }

  private boolean isRed() {
    return started.getSide() == Side.SIDE_RED;
  }

  private void follow(Event event) {
    for (CardsArmyChange change : event.getCards().getChangesList()) {
      if (change.getSide() == started.getSide() && change.hasHand()) {
        hand = change.getHand().getTypesList();
      }
    }
    GogoTeamChange change =
        isRed() ? event.getGogo().getChanged().getRed() : event.getGogo().getChanged().getBlue();
    change.getPlayersList().forEach(player -> players.put(player.getNumber(), player));
    change.getGoneList().forEach(players::remove);
    lost.addAll(change.getLostList());
  }

  /** Answers the decision; null gives the game up. */
  Action choose(DecisionRequired decision) {
    decision.getEventsList().forEach(this::follow);
    if (decision.getLegalActionsCount() > 0) {
      return decision.getLegalActions(chance.nextInt(decision.getLegalActionsCount()));
    }
    switch (started.getRuleset().getId()) {
      case "cards":
        return frontLine();
      case "gogo":
        return steps();
      default:
        // More than 2,000 attacks of `bluffing` take more to choose from than this bot knows.
        return decision.getKind() == DecisionKind.DECISION_KIND_SET_UP ? setUp() : null;
    }
  }

  private Action setUp() {
    String id = started.getRuleset().getId();
    List<Integer> squares = new ArrayList<>();
    for (int square = 0; square < 10 * ZONE_ROWS.get(id); ++square) {
      squares.add(isRed() ? square : 99 - square);
    }
    Collections.shuffle(squares, chance);
    SetUp.Builder setUp = SetUp.newBuilder();
    int[] army = ARMIES.get(id);
    for (int i = 0; i < army.length; ++i) {
      for (int count = army[i]; count > 0; --count) {
        setUp.addPlacements(Placement.newBuilder()
            .setSquare(squares.get(setUp.getPlacementsCount()))
            .setType(PieceType.forNumber(i + 1)));
      }
    }
    return Action.newBuilder().setSetUp(setUp).build();
  }

  /** Five cards of the hand, or all of a smaller one. */
  private Action frontLine() {
    List<PieceType> shuffled = new ArrayList<>(hand);
    Collections.shuffle(shuffled, chance);
    List<PieceType> line = shuffled.subList(0, Math.min(FRONT_LINE, shuffled.size()));
    return Action.newBuilder()
        .setCards(CardsAction.newBuilder().setFrontLine(CardsFrontLine.newBuilder().addAllTypes(line)))
        .build();
  }

  /** Everybody in play walks towards the opposing flag, more or less; others enter at the base. */
  private Action steps() {
    int baseX = isRed() ? 0 : 8000;
    int baseY = isRed() ? 500 : 2500;
    double pace = Double.parseDouble(options.get("pace"));
    int[] left = DECK.clone();
    lost.forEach(role -> --left[role.getNumber() - 1]);
    GogoSteps.Builder steps = GogoSteps.newBuilder();
    for (GogoPlayer player : players.values()) {
      --left[player.getRoleValue() - 1];
      // The opposing flag is at the own base's height on the other side.
      double angle = Math.atan2(baseY - player.getY(), 8000 - baseX - player.getX()) + chance.nextGaussian() / 2;
      double length = chance.nextDouble() * (pace - 1);
      steps.addSteps(GogoStep.newBuilder()
          .setNumber(player.getNumber())
          .setDx((int) (length * Math.cos(angle)))
          .setDy((int) (length * Math.sin(angle))));
    }
    int teamSize = Integer.parseInt(options.get("team_size"));
    for (int number = 1; number <= teamSize; ++number) {
      int role = chance.nextInt(left.length);
      boolean mayEnter = !players.containsKey(number) && players.size() + steps.getEntriesCount() < IN_PLAY_MAX;
      if (mayEnter && left[role] > 0) {
        --left[role];
        steps.addEntries(
            GogoEntry.newBuilder().setNumber(number).setRoleValue(role + 1).setX(baseX).setY(baseY));
      }
    }
    return Action.newBuilder().setGogo(GogoAction.newBuilder().setSteps(steps)).build();
  }
}
