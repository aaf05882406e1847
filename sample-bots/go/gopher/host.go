// The way to the host: FLAGFALL_ADDRESS, FLAGFALL_TOKEN, FLAGFALL_TLS_CA.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	pb "flagfall/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
)

// A network that was cut tells nobody; these pings find out.
var keepAlive = keepalive.ClientParameters{Time: 20 * time.Second, Timeout: 10 * time.Second}

type host struct {
	address string
	target  string
	token   string
	options []grpc.DialOption
}

// HostOf reads where to dial in. The error says what would be right.
func hostOf(address, token, ca string) (*host, error) {
	if address == "" || token == "" {
		return nil, errors.New("FLAGFALL_ADDRESS and FLAGFALL_TOKEN must be set")
	}
	h := &host{address: address, token: token, options: []grpc.DialOption{grpc.WithKeepaliveParams(keepAlive)}}
	switch scheme, rest, _ := strings.Cut(address, ":"); scheme {
	case "unix":
		// This version of gRPC does not know Unix sockets of itself.
		h.target = "passthrough:///" + rest
		h.options = append(h.options, grpc.WithInsecure(), grpc.WithAuthority("localhost"), grpc.WithContextDialer(
			func(ctx context.Context, path string) (net.Conn, error) {
				return (&net.Dialer{}).DialContext(ctx, "unix", path)
			}))
	case "tls":
		h.target = rest
		tls := credentials.NewTLS(nil)
		if ca != "" {
			var err error
			if tls, err = credentials.NewClientTLSFromFile(ca, ""); err != nil {
				return nil, fmt.Errorf("FLAGFALL_TLS_CA must name a file of certificates (PEM): %w", err)
			}
		}
		h.options = append(h.options, grpc.WithTransportCredentials(tls))
	case "insecure":
		h.target = rest
		h.options = append(h.options, grpc.WithInsecure())
	default:
		name, _, err := net.SplitHostPort(address)
		if ip := net.ParseIP(name); err != nil || name != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return nil, fmt.Errorf("%s is another machine, and without TLS the token could be read on the way: write tls:%s",
				address, address)
		}
		h.target = address
		h.options = append(h.options, grpc.WithInsecure())
	}
	return h, nil
}

// Open begins a stream on a connection of its own.
func (h *host) open() (pb.BotService_PlayClient, func(), error) {
	connection, err := grpc.Dial(h.target, h.options...)
	if err != nil {
		return nil, nil, err
	}
	ctx := metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+h.token)
	stream, err := pb.NewBotServiceClient(connection).Play(ctx)
	if err != nil {
		connection.Close()
		return nil, nil, err
	}
	return stream, func() { connection.Close() }, nil
}

func isEnd(err error) bool { return errors.Is(err, io.EOF) }
