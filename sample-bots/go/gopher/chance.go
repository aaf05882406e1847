// Random actions: one of those listed, or where none are listed by proto/README.md ("What is not listed").
package main

import (
	"math"
	"math/rand"
	"strconv"
	"strings"
	"time"

	pb "flagfall/v1"
)

var chance = rand.New(rand.NewSource(time.Now().UnixNano()))

// The counts of an army by type, from Spy to Flag.
var (
	full   = []int{1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6, 1}
	armies = map[string][]int{
		"classic": full, "battle": full, "bluffing": full,
		"duel":    {1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 2, 1},
		"barrage": {1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1},
	}
	zoneRows = map[string]int{"classic": 4, "battle": 4, "bluffing": 4, "duel": 3, "barrage": 4}
	// The role cards of a deck, from Monarch to Trap.
	deck = []int{1, 2, 2, 2, 3, 3, 3, 2, 3, 2}
)

const (
	inPlayMax = 7
	// Where base and flag may be placed on a line, and how far apart.
	lineMax  = 3000
	apartMin = 1500
)

type point struct{ x, y float64 }

// What is kept of a game: what the actions that are not listed follow from.
type game struct {
	started *pb.GameStarted
	hand    []pb.PieceType
	players map[uint32]*pb.GogoPlayer
	lost    []pb.Role
	options map[string]string
	// The own base, and the opposing flag.
	base, flag point
}

func newGame(started *pb.GameStarted, view *pb.View) *game {
	g := &game{started: started, players: map[uint32]*pb.GogoPlayer{}, options: map[string]string{}}
	for _, option := range started.Ruleset.Options {
		g.options[option.Name] = option.Value
	}
	army, team, opposing := view.GetCards().GetRed(), view.GetGogo().GetRed(), view.GetGogo().GetBlue()
	g.base, g.flag = point{0, 500}, point{8000, 500}
	if started.Side == pb.Side_SIDE_BLUE {
		army, team, opposing = view.GetCards().GetBlue(), view.GetGogo().GetBlue(), view.GetGogo().GetRed()
		g.base, g.flag = point{8000, 2500}, point{0, 2500}
	}
	g.place(team.GetBase(), opposing.GetFlag())
	g.hand, g.lost = army.GetHand().GetTypes(), team.GetLost()
	for _, player := range team.GetPlayers() {
		g.players[player.Number] = player
	}
	return g
}

func (g *game) follow(event *pb.Event) {
	for _, change := range event.GetCards().GetChanges() {
		if change.Side == g.started.Side && change.Hand != nil {
			g.hand = change.Hand.Types
		}
	}
	changed := event.GetGogo().GetChanged()
	change, opposing := changed.GetRed(), changed.GetBlue()
	if g.started.Side == pb.Side_SIDE_BLUE {
		change, opposing = opposing, change
	}
	if changed.GetBeginsRound() {
		g.players, g.lost = map[uint32]*pb.GogoPlayer{}, nil
	}
	g.place(change.GetBase(), opposing.GetFlag())
	for _, player := range change.GetPlayers() {
		g.players[player.Number] = player
	}
	for _, number := range change.GetGone() {
		delete(g.players, number)
	}
	g.lost = append(g.lost, change.GetLost()...)
}

// Place notes the own base and the opposing flag, where the view has them.
func (g *game) place(base, flag *pb.GogoPoint) {
	if base != nil && flag != nil {
		g.base, g.flag = point{float64(base.X), float64(base.Y)}, point{float64(flag.X), float64(flag.Y)}
	}
}

// Choose answers the decision; nil gives the game up.
func (g *game) choose(decision *pb.DecisionRequired) *pb.Action {
	for _, event := range decision.Events {
		g.follow(event)
	}
	if count := len(decision.LegalActions); count > 0 {
		return decision.LegalActions[chance.Intn(count)]
	}
	switch {
	case g.started.Ruleset.Id == "cards":
		return g.frontLine()
	case decision.Kind == pb.DecisionKind_DECISION_KIND_BASES:
		return bases()
	case g.started.Ruleset.Id == "gogo":
		return g.steps()
	case decision.Kind == pb.DecisionKind_DECISION_KIND_SET_UP:
		return g.setUp()
	default:
		// More than 2,000 attacks of `bluffing`, which take more to choose from than this bot knows.
		return nil
	}
}

// Army and rows are the ruleset's, or those of its options.
func (g *game) armyAndRows() ([]int, int) {
	army, rows := armies[g.started.Ruleset.Id], zoneRows[g.started.Ruleset.Id]
	if option := g.options["zone_rows"]; option != "" {
		rows, _ = strconv.Atoi(option)
	}
	if option := g.options["army"]; option != "" {
		// As in 1-1-8-5-4-4-4-3-2-1-1-6: the Flag first, then from Spy to Bomb.
		counts := make([]int, len(full))
		for i, count := range strings.Split(option, "-") {
			counts[(i+len(full)-1)%len(full)], _ = strconv.Atoi(count)
		}
		army = counts
	}
	return army, rows
}

func (g *game) setUp() *pb.Action {
	army, rows := g.armyAndRows()
	squares := chance.Perm(10 * rows)
	setUp := &pb.SetUp{}
	for i, count := range army {
		for ; count > 0; count-- {
			square := squares[len(setUp.Placements)]
			if g.started.Side == pb.Side_SIDE_BLUE {
				square = 99 - square
			}
			setUp.Placements = append(setUp.Placements,
				&pb.Placement{Square: uint32(square), Type: pb.PieceType(i + 1)})
		}
	}
	return &pb.Action{Kind: &pb.Action_SetUp{SetUp: setUp}}
}

// Five cards of the hand, or all of a smaller one.
func (g *game) frontLine() *pb.Action {
	line := &pb.CardsFrontLine{}
	for _, i := range chance.Perm(len(g.hand)) {
		if len(line.Types) < 5 {
			line.Types = append(line.Types, g.hand[i])
		}
	}
	return &pb.Action{Kind: &pb.Action_Cards{Cards: &pb.CardsAction{Kind: &pb.CardsAction_FrontLine{FrontLine: line}}}}
}

// Base and flag anywhere on the own line.
func bases() *pb.Action {
	base := chance.Intn(lineMax - apartMin + 1)
	flag := base + apartMin + chance.Intn(lineMax-apartMin-base+1)
	if chance.Intn(2) == 0 {
		base, flag = flag, base
	}
	return &pb.Action{Kind: &pb.Action_Gogo{Gogo: &pb.GogoAction{Kind: &pb.GogoAction_Bases{
		Bases: &pb.GogoBases{BaseY: int32(base), FlagY: int32(flag)}}}}}
}

// Everybody in play walks towards the opposing flag, more or less; others enter at the base.
func (g *game) steps() *pb.Action {
	pace, _ := strconv.ParseFloat(g.options["pace"], 64)
	size, _ := strconv.Atoi(g.options["team_size"])
	left := append([]int(nil), deck...)
	for _, role := range g.lost {
		left[role-1]--
	}
	steps := &pb.GogoSteps{}
	for number, player := range g.players {
		left[player.Role-1]--
		angle := math.Atan2(g.flag.y-float64(player.Y), g.flag.x-float64(player.X)) + chance.NormFloat64()/2
		length := chance.Float64() * (pace - 1)
		steps.Steps = append(steps.Steps, &pb.GogoStep{Number: number,
			Dx: int32(length * math.Cos(angle)), Dy: int32(length * math.Sin(angle))})
	}
	for number := uint32(1); int(number) <= size; number++ {
		if g.players[number] != nil || len(g.players)+len(steps.Entries) >= inPlayMax {
			continue
		}
		role := chance.Intn(len(left))
		if left[role] > 0 {
			left[role]--
			steps.Entries = append(steps.Entries, &pb.GogoEntry{Number: number, Role: pb.Role(role + 1),
				X: int32(g.base.x), Y: int32(g.base.y)})
		}
	}
	return &pb.Action{Kind: &pb.Action_Gogo{Gogo: &pb.GogoAction{Kind: &pb.GogoAction_Steps{Steps: steps}}}}
}
