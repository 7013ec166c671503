// Command judges reads and writes values with implementations of wire formats in Go: judges JUDGE TYPE read|write|same,
// with the lines of oracle.py, except that values of protobuf-go are in the canonical JSON mapping of Protocol Buffers.
// Lines of the verb same are pairs of messages.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
)

// Judge is an implementation that reads and writes values of one type.
type judge interface {
	// read returns the value of a message as JSON.
	read(message []byte) ([]byte, error)
	// write returns the message of a value in JSON.
	write(value []byte) ([]byte, error)
}

var judges = map[string]func(name string) (judge, error){
	"protobuf-go":     protobufGo,
	"go-capnp":        func(name string) (judge, error) { return goCapnp(name, false) },
	"go-capnp-packed": func(name string) (judge, error) { return goCapnp(name, true) },
	"msgp":            msgpGo,
	"vmihailenco":     vmihailenco,
}

func main() {
	if len(os.Args) != 4 || judges[os.Args[1]] == nil {
		fail("usage: judges JUDGE TYPE read|write|same < LINES")
	}
	it, err := judges[os.Args[1]](os.Args[2])
	if err != nil {
		fail(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		answer, err := answer(it, os.Args[3], lines.Text())
		if err != nil {
			answer = strings.ReplaceAll("refused: "+err.Error(), "\n", " ")
		}
		fmt.Println(answer)
	}
	if err := lines.Err(); err != nil {
		fail(err)
	}
}

func fail(message any) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}

func answer(it judge, verb, line string) (string, error) {
	switch verb {
	case "read":
		message, err := fromHex(line)
		if err != nil {
			return "", err
		}
		value, err := it.read(message)
		return string(value), err
	case "write":
		message, err := it.write([]byte(line))
		if len(message) == 0 {
			return "-", err
		}
		return hex.EncodeToString(message), err
	case "same":
		one, other, _ := strings.Cut(line, " ")
		return it.(*protobufJudge).same(one, other)
	}
	return "", fmt.Errorf("no verb %s", verb)
}

func fromHex(text string) ([]byte, error) {
	return hex.DecodeString(strings.TrimPrefix(text, "-"))
}
