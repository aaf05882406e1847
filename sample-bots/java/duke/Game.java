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
import flagfall.v1.GogoBases;
import flagfall.v1.GogoChanged;
import flagfall.v1.GogoEntry;
import flagfall.v1.GogoPlayer;
import flagfall.v1.GogoPoint;
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
  /** Where base and flag may be placed on a line, and how far apart. */
  private static final int LINE_MAX = 3000;
  private static final int APART_MIN = 1500;

  private final GameStarted started;
  private final Random chance;
  private final Map<String, String> options = new HashMap<>();
  private List<PieceType> hand;
  private final Map<Integer, GogoPlayer> players = new TreeMap<>();
  private final List<Role> lost = new ArrayList<>();
  /** The own base, and the opposing flag. */
  private GogoPoint base;
  private GogoPoint flag;

  Game(GameStarted started, View view, Random chance) {
    this.started = started;
    this.chance = chance;
    for (RulesetOption option : started.getRuleset().getOptionsList()) {
      options.put(option.getName(), option.getValue());
    }
    CardsArmy army = isRed() ? view.getCards().getRed() : view.getCards().getBlue();
    hand = army.getHand().getTypesList();
    GogoTeam team = isRed() ? view.getGogo().getRed() : view.getGogo().getBlue();
    GogoTeam opposing = isRed() ? view.getGogo().getBlue() : view.getGogo().getRed();
    base = team.hasBase() ? team.getBase() : pointAt(isRed() ? 0 : 8000, isRed() ? 500 : 2500);
    flag = opposing.hasFlag() ? opposing.getFlag() : pointAt(isRed() ? 8000 : 0, isRed() ? 500 : 2500);
    team.getPlayersList().forEach(player -> players.put(player.getNumber(), player));
    lost.addAll(team.getLostList());
  }

  private static GogoPoint pointAt(int x, int y) {
    return GogoPoint.newBuilder().setX(x).setY(y).build();
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
    GogoChanged changed = event.getGogo().getChanged();
    GogoTeamChange change = isRed() ? changed.getRed() : changed.getBlue();
    GogoTeamChange opposing = isRed() ? changed.getBlue() : changed.getRed();
    if (changed.getBeginsRound()) {
      players.clear();
      lost.clear();
    }
    base = change.hasBase() ? change.getBase() : base;
    flag = opposing.hasFlag() ? opposing.getFlag() : flag;
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
        return decision.getKind() == DecisionKind.DECISION_KIND_BASES ? bases() : steps();
      default:
        // More than 2,000 attacks of `bluffing` take more to choose from than this bot knows.
        return decision.getKind() == DecisionKind.DECISION_KIND_SET_UP ? setUp() : null;
    }
  }

  /** The ruleset's army, or that of its option: 1-1-8-5-4-4-4-3-2-1-1-6 has the Flag first, then from Spy to Bomb. */
  private int[] army() {
    int[] army = ARMIES.get(started.getRuleset().getId()).clone();
    if (options.containsKey("army")) {
      String[] counts = options.get("army").split("-");
      for (int i = 0; i < army.length; ++i) {
        army[(i + army.length - 1) % army.length] = Integer.parseInt(counts[i]);
      }
    }
    return army;
  }

  private Action setUp() {
    int usual = ZONE_ROWS.get(started.getRuleset().getId());
    int rows = options.containsKey("zone_rows") ? Integer.parseInt(options.get("zone_rows")) : usual;
    List<Integer> squares = new ArrayList<>();
    for (int square = 0; square < 10 * rows; ++square) {
      squares.add(isRed() ? square : 99 - square);
    }
    Collections.shuffle(squares, chance);
    SetUp.Builder setUp = SetUp.newBuilder();
    int[] army = army();
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

  /** Base and flag anywhere on the own line. */
  private Action bases() {
    int low = chance.nextInt(LINE_MAX - APART_MIN + 1);
    int high = low + APART_MIN + chance.nextInt(LINE_MAX - APART_MIN - low + 1);
    boolean isBaseLow = chance.nextBoolean();
    GogoBases bases =
        GogoBases.newBuilder().setBaseY(isBaseLow ? low : high).setFlagY(isBaseLow ? high : low).build();
    return Action.newBuilder().setGogo(GogoAction.newBuilder().setBases(bases)).build();
  }

  /** Everybody in play walks towards the opposing flag, more or less; others enter at the base. */
  private Action steps() {
    double pace = Double.parseDouble(options.get("pace"));
    int[] left = DECK.clone();
    lost.forEach(role -> --left[role.getNumber() - 1]);
    GogoSteps.Builder steps = GogoSteps.newBuilder();
    for (GogoPlayer player : players.values()) {
      --left[player.getRoleValue() - 1];
      double angle = Math.atan2(flag.getY() - player.getY(), flag.getX() - player.getX()) + chance.nextGaussian() / 2;
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
            GogoEntry.newBuilder().setNumber(number).setRoleValue(role + 1).setX(base.getX()).setY(base.getY()));
      }
    }
    return Action.newBuilder().setGogo(GogoAction.newBuilder().setSteps(steps)).build();
  }
}
