// Calls `flagfall serve` by gRPC's library for Go. Prints a line for each case: its name, and `ok` or `FAIL` with the
// reason.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/status"
)

// As the last upload was answered.
var submission uint64

func submit(token string, pieces int) error {
	ctx, cancel := as(token)
	defer cancel()
	s := stream(ctx, arena+"SubmitBot")
	err := send(s, text(1, number(2, uint64(pieces*pieceBytes))))
	for i := 0; i < pieces && err == nil; i++ {
		err = send(s, text(2, strings.Repeat("x", pieceBytes)))
	}
	_ = s.CloseSend()
	answer, err := receive(s)
	if err == nil {
		submission = uint64(answer[1])
	}
	return err
}

func watch() error {
	ctx, cancel := as("INTEROP_TOKEN")
	defer cancel()
	s := stream(ctx, arena+"WatchSubmission")
	_ = send(s, number(1, submission))
	_ = s.CloseSend()
	last := ""
	for {
		answer, err := receive(s)
		if err == io.EOF && strings.Contains(last, number(3, 7)) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%v after %q", err, last)
		}
		last = answer
	}
}

func play() (grpc.ClientStream, context.CancelFunc, error) {
	ctx, cancel := as("INTEROP_BOT_TOKEN")
	s := stream(ctx, playPath)
	_ = send(s, hello)
	_, err := receive(s)
	return s, cancel, err
}

func pingPong() error {
	s, cancel, err := play()
	defer cancel()
	for n := uint64(1); n <= 100 && err == nil; n++ {
		_ = send(s, text(6, number(1, n)))
		answer := ""
		// The referee measures the way once, by a ping of its own.
		for answer, err = receive(s); err == nil && answer[0] == text(9, "")[0]; answer, err = receive(s) {
		}
		if err == nil && answer != text(10, number(1, n)) {
			return fmt.Errorf("pong %q", answer)
		}
	}
	if err != nil {
		return err
	}
	return end(s)
}

// Nil where the stream ends well, with pings at most.
func end(s grpc.ClientStream) error {
	_ = s.CloseSend()
	for {
		answer, err := receive(s)
		if err == io.EOF {
			return nil
		} else if err != nil || answer[0] != text(9, "")[0] {
			return fmt.Errorf("%v, answer %q", err, answer)
		}
	}
}

func emptyStream() error {
	ctx, cancel := as("INTEROP_BOT_TOKEN")
	defer cancel()
	return end(stream(ctx, playPath))
}

func cancelAfterBegin() error {
	ctx, cancel := as("INTEROP_TOKEN")
	s := stream(ctx, arena+"SubmitBot")
	cancel()
	_, err := receive(s)
	return fails(err, codes.Canceled)
}

func cancelAfterFirstResponse() error {
	s, cancel, err := play()
	cancel()
	if err != nil {
		return err
	}
	for err == nil {
		_, err = receive(s)
	}
	return fails(err, codes.Canceled)
}

func timeout() error {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	s := stream(ctx, watchPath)
	_ = send(s, "")
	_ = s.CloseSend()
	if answer, err := receive(s); answer != string(serving) {
		return fmt.Errorf("%v, answer %q", err, answer)
	}
	_, err := receive(s)
	return fails(err, codes.DeadlineExceeded)
}

func unimplemented(path string) error {
	ctx, cancel := as("")
	defer cancel()
	_, err := unary(ctx, path, "")
	return fails(err, codes.Unimplemented)
}

func longStatus() error {
	err := check(strings.Repeat("é", 30_000))
	if message := status.Convert(err).Message(); !strings.HasSuffix(message, "é...") {
		return fmt.Errorf("message %q", message)
	}
	return fails(err, codes.NotFound)
}

func largeUnary() error {
	ctx, cancel := as("INTEROP_TOKEN")
	defer cancel()
	size, _ := strconv.Atoi(os.Getenv("INTEROP_LOG_BYTES"))
	answer, err := unary(ctx, arena+"GetBotLog", text(1, os.Getenv("INTEROP_LOG_BOT"))+number(2, 1))
	if err == nil && answer != text(1, strings.Repeat("x", size)) {
		return fmt.Errorf("an answer of %d bytes", len(answer))
	}
	return err
}

func customMetadata() error {
	ctx, cancel := as("INTEROP_TOKEN", "x-text", "a", "x-text", "b, c", "x-bytes-bin", "\x00\xff", "x-bytes-bin", "\x00")
	defer cancel()
	_, err := unary(ctx, arena+"ListTokens", "")
	return err
}

func compressed() error {
	err := fails(check(strings.Repeat("x", 1000), grpc.UseCompressor(gzip.Name)), codes.Unimplemented)
	if err != nil {
		return err
	}
	return check("")
}

func manyCalls() error {
	var wait sync.WaitGroup
	errs := make([]error, 12)
	for i := range errs {
		wait.Add(1)
		go func(i int) { defer wait.Done(); errs[i] = check("") }(i)
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func main() {
	special := "50% of \t\r\n té 日本 😈 ~%0A"
	cases := []struct {
		name string
		run  func() error
	}{
		{"empty_unary", func() error { return check("") }},
		{"large_unary", largeUnary},
		{"request_too_large", func() error { return fails(check(strings.Repeat("x", 65536)), codes.ResourceExhausted) }},
		{"client_streaming", func() error { return submit("INTEROP_TOKEN", 10) }},
		{"server_streaming", watch},
		{"ping_pong", pingPong},
		{"empty_stream", emptyStream},
		{"cancel_after_begin", cancelAfterBegin},
		{"cancel_after_first_response", cancelAfterFirstResponse},
		{"timeout_on_sleeping_server", timeout},
		{"status_code_and_message", func() error { return fails(check("none"), codes.NotFound, "no service 'none' here") }},
		{"special_status_message", func() error { return fails(check(special), codes.NotFound, "no service '"+special+"' here") }},
		{"long_status_message", longStatus},
		{"unimplemented_method", func() error { return unimplemented("/flagfall.v1.BotService/None") }},
		{"unimplemented_service", func() error { return unimplemented("/none.Service/Method") }},
		{"custom_metadata", customMetadata},
		{"compressed_request", compressed},
		{"early_status", func() error { return fails(submit("", 1000), codes.Unauthenticated) }},
		{"many_calls", manyCalls},
	}
	for _, c := range cases {
		if err := c.run(); err != nil {
			fmt.Println(c.name, "FAIL", strings.ReplaceAll(err.Error(), "\n", " "))
		} else {
			fmt.Println(c.name, "ok")
		}
	}
}
