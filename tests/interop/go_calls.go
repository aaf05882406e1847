// How go_client.go makes its calls. A message is bytes written by hand: what is tried is the transport.
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const (
	patience   = 30 * time.Second
	pieceBytes = 32 * 1024
	checkPath  = "/grpc.health.v1.Health/Check"
	watchPath  = "/grpc.health.v1.Health/Watch"
	arena      = "/flagfall.v1.ArenaService/"
	playPath   = "/flagfall.v1.BotService/Play"
)

var (
	serving = []byte{8, 1}
	channel = dial()
	hello   = text(1, number(1, 1)+text(2, "go")+text(4, "barrage")+number(5, 1))
)

// Messages as they are.
type asIs struct{}

func (asIs) Marshal(v interface{}) ([]byte, error)   { return []byte(*v.(*string)), nil }
func (asIs) Unmarshal(b []byte, v interface{}) error { *v.(*string) = string(b); return nil }
func (asIs) Name() string                            { return "proto" }

func varint(n uint64) string {
	if n < 128 {
		return string([]byte{byte(n)})
	}
	return string([]byte{byte(n%128 + 128)}) + varint(n/128)
}
func number(field, value uint64) string { return varint(field*8) + varint(value) }
func text(field uint64, value string) string {
	return varint(field*8+2) + varint(uint64(len(value))) + value
}

func dial() *grpc.ClientConn {
	address := os.Getenv("INTEROP_ADDRESS")
	options := []grpc.DialOption{grpc.WithDefaultCallOptions(grpc.ForceCodec(asIs{}))}
	if strings.HasPrefix(address, "tls:") {
		ca, err := credentials.NewClientTLSFromFile(os.Getenv("INTEROP_CA"), "")
		if err != nil {
			panic(err)
		}
		options = append(options, grpc.WithTransportCredentials(ca))
	} else {
		options = append(options, grpc.WithInsecure())
	}
	if strings.HasPrefix(address, "unix:") {
		// This version does not know Unix sockets of itself; it names the path as the authority.
		options = append(options, grpc.WithContextDialer(func(_ context.Context, path string) (net.Conn, error) {
			return net.Dial("unix", strings.TrimPrefix(path, "unix:"))
		}))
	}
	conn, err := grpc.Dial(strings.TrimPrefix(address, "tls:"), options...)
	if err != nil {
		panic(err)
	}
	return conn
}

// A context with that token, if one is named, and whatever else.
func as(token string, more ...string) (context.Context, context.CancelFunc) {
	if token != "" {
		more = append(more, "authorization", "Bearer "+os.Getenv(token))
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	return metadata.AppendToOutgoingContext(ctx, more...), cancel
}

func unary(ctx context.Context, path, request string, options ...grpc.CallOption) (string, error) {
	var answer string
	err := channel.Invoke(ctx, path, &request, &answer, options...)
	return answer, err
}

func check(service string, options ...grpc.CallOption) error {
	ctx, cancel := as("")
	defer cancel()
	request := ""
	if service != "" {
		request = text(1, service)
	}
	answer, err := unary(ctx, checkPath, request, options...)
	if err == nil && answer != string(serving) {
		return fmt.Errorf("answer %q", answer)
	}
	return err
}

func stream(ctx context.Context, path string) grpc.ClientStream {
	s, err := channel.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}, path)
	if err != nil {
		panic(err)
	}
	return s
}

func send(s grpc.ClientStream, message string) error { return s.SendMsg(&message) }

func receive(s grpc.ClientStream) (string, error) {
	var answer string
	err := s.RecvMsg(&answer)
	return answer, err
}

// Nil where the error has that code, and that message if one is named.
func fails(err error, code codes.Code, messages ...string) error {
	found := status.Convert(err)
	for _, message := range messages {
		if found.Message() != message {
			return fmt.Errorf("message %q", found.Message())
		}
	}
	if found.Code() != code {
		return fmt.Errorf("status %v", err)
	}
	return nil
}
