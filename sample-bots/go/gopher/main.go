// Gopher plays random legal actions in all rulesets. It is written from proto/ alone, without an SDK: a stream, the games
// that are played on it, and what is not listed among the legal actions (chance.go).
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	pb "flagfall/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// The exit code of a bot that it is of no use to start again.
const refused = 78

const (
	firstPause = 50 * time.Millisecond
	// Half of the time for which a game waits for a remote bot.
	pauseMax = 30 * time.Second
)

func hello() *pb.PlayRequest {
	return &pb.PlayRequest{Message: &pb.PlayRequest_Hello{Hello: &pb.Hello{
		ProtocolVersion:    1,
		BotName:            "gopher",
		BotVersion:         "1.0",
		Rulesets:           []string{"classic", "battle", "duel", "barrage", "bluffing", "cards", "gogo"},
		ConcurrentGamesMax: 16,
		WantsLegalActions:  true,
	}}}
}

// Play plays on one stream until it ends. It returns how that was, and whether the referee had welcomed the bot.
func play(host *host) (end error, welcomed bool) {
	stream, closeStream, err := host.open()
	if err != nil {
		return err, false
	}
	defer closeStream()
	if err := stream.Send(hello()); err != nil {
		_, err = stream.Recv()
		return err, false
	}
	// After a break each game that goes on comes as game_resumed, so that nothing is kept from one stream to the next.
	games := map[string]*game{}
	for {
		response, err := stream.Recv()
		if err != nil {
			return err, welcomed
		}
		if response.GetWelcome() != nil {
			fmt.Fprintln(os.Stderr, "gopher: plays at", host.address)
			welcomed = true
		}
		for _, request := range answers(games, response) {
			// An error here is told by the next Recv.
			_ = stream.Send(request)
		}
	}
}

// Answers follows the games and returns what the bot says to a message of the referee.
func answers(games map[string]*game, response *pb.PlayResponse) []*pb.PlayRequest {
	switch message := response.Message.(type) {
	case *pb.PlayResponse_Ping:
		return []*pb.PlayRequest{{Message: &pb.PlayRequest_Pong{Pong: &pb.Pong{Nonce: message.Ping.Nonce}}}}
	case *pb.PlayResponse_GameStarted:
		games[message.GameStarted.GameId] = newGame(message.GameStarted, message.GameStarted.View)
	case *pb.PlayResponse_GameResumed:
		resumed := message.GameResumed
		games[resumed.GameStarted.GameId] = newGame(resumed.GameStarted, resumed.View)
		return decide(games, resumed.DecisionRequired)
	case *pb.PlayResponse_DecisionRequired:
		return decide(games, message.DecisionRequired)
	case *pb.PlayResponse_GameError:
		fmt.Fprintln(os.Stderr, "gopher:", message.GameError)
	case *pb.PlayResponse_GameOver:
		fmt.Fprintf(os.Stderr, "gopher: %s is over: %v\n", message.GameOver.GameId, message.GameOver.Outcome)
		delete(games, message.GameOver.GameId)
	}
	// Messages that this version does not know are passed over.
	return nil
}

func decide(games map[string]*game, decision *pb.DecisionRequired) []*pb.PlayRequest {
	if decision == nil || games[decision.GameId] == nil {
		return nil
	}
	action := games[decision.GameId].choose(decision)
	if action == nil {
		return []*pb.PlayRequest{{Message: &pb.PlayRequest_Resign{Resign: &pb.Resign{GameId: decision.GameId}}}}
	}
	return []*pb.PlayRequest{{Message: &pb.PlayRequest_Act{Act: &pb.Act{
		GameId: decision.GameId, Decision: decision.Decision, Action: action,
	}}}}
}

// MayPass tells whether dialling again may help, by the table of proto/README.md.
func mayPass(end error) bool {
	switch status.Code(end) {
	case codes.Unavailable, codes.Canceled, codes.Unknown, codes.Internal, codes.DeadlineExceeded, codes.ResourceExhausted:
		return true
	}
	return false
}

func main() {
	host, err := hostOf(os.Getenv("FLAGFALL_ADDRESS"), os.Getenv("FLAGFALL_TOKEN"), os.Getenv("FLAGFALL_TLS_CA"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "gopher:", err)
		os.Exit(refused)
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		<-stop
		os.Exit(0)
	}()
	pause := firstPause
	for {
		end, welcomed := play(host)
		switch code := status.Code(end); {
		// io.EOF, which has no code, is the end with OK.
		case isEnd(end) || code == codes.Aborted || code == codes.PermissionDenied:
			fmt.Fprintln(os.Stderr, "gopher: ends:", end)
			os.Exit(0)
		case !mayPass(end):
			fmt.Fprintln(os.Stderr, "gopher: is refused:", end)
			os.Exit(refused)
		case welcomed && code != codes.ResourceExhausted:
			pause = firstPause
		}
		if pause == firstPause {
			fmt.Fprintln(os.Stderr, "gopher: dials again until the host is there:", end)
		}
		time.Sleep(pause/2 + time.Duration(chance.Int63n(int64(pause/2)+1)))
		if pause *= 2; pause > pauseMax {
			pause = pauseMax
		}
	}
}
