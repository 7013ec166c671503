package bench

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Run is the main function of a program. An optional second argument is a file for the codec's messages.
func Run[V any](codec Codec[V]) {
	if err := run(codec, os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run[V any](codec Codec[V], files []string, requests io.Reader, answers io.Writer) error {
	if len(files) == 0 {
		return errors.New("the file of images is missing")
	}
	contents, err := os.ReadFile(files[0])
	if err != nil {
		return err
	}
	s, err := check(codec, unframed(contents))
	if err != nil {
		return err
	}
	for _, path := range files[1:] {
		if err := os.WriteFile(path, framed(s.messages), 0o666); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintln(answers, s.introduction()); err != nil {
		return err
	}
	lines := bufio.NewScanner(requests)
	for lines.Scan() {
		answer, err := s.answer(lines.Text())
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(answers, answer); err != nil {
			return err
		}
	}
	return lines.Err()
}

func (s *sample[V]) introduction() string {
	var names, sizes []string
	for _, operation := range operations {
		if s.codec.can(operation) {
			names = append(names, fmt.Sprintf("%q", operation))
		}
	}
	for _, message := range s.messages {
		sizes = append(sizes, fmt.Sprint(len(message)))
	}
	return fmt.Sprintf(
		`{"language":"go","mode":%q,"version":%q,"operations":[%s],"sizes":[%s],"checksum":"%08x","changed":%d}`,
		s.codec.Mode, s.codec.Version, strings.Join(names, ","), strings.Join(sizes, ","), s.checksum, s.changed)
}

func (s *sample[V]) answer(request string) (string, error) {
	var operation string
	var passes int
	if _, err := fmt.Sscan(request, &operation, &passes); err != nil {
		return "", fmt.Errorf("no request: %s", request)
	}
	found, err := s.measure(operation, passes)
	return fmt.Sprintf("%d %d %d", found.time.Nanoseconds(), found.allocations, found.bytes), err
}

// unframed splits a file of messages, each after its length in 32 bits, little-endian.
func unframed(b []byte) [][]byte {
	var messages [][]byte
	for len(b) >= 4 {
		end := min(4+uint64(binary.LittleEndian.Uint32(b)), uint64(len(b)))
		messages = append(messages, b[4:end:end])
		b = b[end:]
	}
	return messages
}

func framed(messages [][]byte) []byte {
	var b []byte
	for _, message := range messages {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(message)))
		b = append(b, message...)
	}
	return b
}
