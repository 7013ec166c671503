package bench

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// plain is a codec whose message is the value itself.
func plain() Codec[[]byte] {
	appendTo := func(v *[]byte, b []byte) ([]byte, error) { return append(b, *v...), nil }
	read := func(v *[]byte, b []byte) error {
		*v = append((*v)[:0], b...)
		return nil
	}
	return Codec[[]byte]{
		Mode: "plain", Version: "1", Append: appendTo, Unmarshal: read, FromImage: read, AppendImage: appendTo,
		Borrow:   func(v *[]byte, b []byte) error { *v = b; return nil },
		Validate: func([]byte) error { return nil },
	}
}

func write(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "images")
	if err := os.WriteFile(path, framed([][]byte{[]byte("12345"), []byte("6789")}), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRequestsAreAnswered(t *testing.T) {
	images := write(t)
	messages := images + ".messages"
	var out strings.Builder
	if err := run(plain(), []string{images, messages}, strings.NewReader("decode 3\ndecode_fresh 5\n"), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	expected := `{"language":"go","mode":"plain","version":"1",` +
		`"operations":["copy","encode","decode","decode_fresh","decode_borrowed","validate"],"sizes":[5,4],` +
		// The checksum of "123456789".
		`"checksum":"cbf43926","changed":0}`
	if len(lines) != 3 || lines[0] != expected {
		t.Fatalf("%q", lines)
	}
	var nanoseconds, allocations, size uint64
	for line, least := range map[string]uint64{lines[1]: 0, lines[2]: 2 * 5} {
		if _, err := fmt.Sscan(line, &nanoseconds, &allocations, &size); err != nil || allocations < least || nanoseconds == 0 {
			t.Errorf("%q: %v", line, err)
		}
	}
	written, err := os.ReadFile(messages)
	if sent, _ := os.ReadFile(images); err != nil || !bytes.Equal(written, sent) {
		t.Errorf("%q, %v", written, err)
	}
}

func TestBrokenCodecsAreFound(t *testing.T) {
	refusal := errors.New("no")
	cases := map[string]func(*Codec[[]byte]){
		"cannot hold message 1: no": func(c *Codec[[]byte]) {
			c.FromImage = func(*[]byte, []byte) error { return refusal }
		},
		"refuses to encode message 1: no": func(c *Codec[[]byte]) {
			c.Append = func(*[]byte, []byte) ([]byte, error) { return nil, refusal }
		},
		"refuses its own message 1: no": func(c *Codec[[]byte]) {
			c.Unmarshal = func(*[]byte, []byte) error { return refusal }
		},
		"decode_borrowed reads other values than decode in message 1": func(c *Codec[[]byte]) {
			c.Borrow = func(v *[]byte, b []byte) error { *v = b[1:]; return nil }
		},
		"finds its own message 1 invalid: no": func(c *Codec[[]byte]) {
			c.Validate = func([]byte) error { return refusal }
		},
	}
	for expected, breaking := range cases {
		codec := plain()
		breaking(&codec)
		err := run(codec, []string{write(t)}, strings.NewReader(""), &strings.Builder{})
		if err == nil || err.Error() != expected {
			t.Errorf("%v instead of %s", err, expected)
		}
	}
}

// A decoder that keeps previous contents is found too.
func TestChangedValuesAreCounted(t *testing.T) {
	codec := plain()
	codec.Unmarshal = func(v *[]byte, b []byte) error { *v = append(*v, b...); return nil }
	codec.Borrow = nil
	s, err := check(codec, [][]byte{[]byte("12345"), []byte("6789")})
	if err != nil || s.changed != 2 || s.checksum == 0xcbf43926 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestRequestsAreChecked(t *testing.T) {
	codec := plain()
	codec.Validate = nil
	for request, expected := range map[string]string{
		"decode":     "no request: decode",
		"validate 1": "not measured here: validate",
		"visit 1":    "not measured here: visit",
	} {
		err := run(codec, []string{write(t)}, strings.NewReader(request+"\n"), &strings.Builder{})
		if err == nil || err.Error() != expected {
			t.Errorf("%v instead of %s", err, expected)
		}
	}
}

// A peer that loses a field is detected, because generated code converts its messages.
func TestValuesAreConverted(t *testing.T) {
	codec := plain()
	codec.FromImage, codec.AppendImage = nil, nil
	s, err := check(Converted(codec, plain()), [][]byte{[]byte("12345"), []byte("6789")})
	if err != nil || s.changed != 0 || s.checksum != 0xcbf43926 {
		t.Fatalf("%+v, %v", s, err)
	}
	codec.Unmarshal = func(v *[]byte, b []byte) error { *v = bytes.Clone(b[:3]); return nil }
	codec.Borrow = nil
	if s, err = check(Converted(codec, plain()), [][]byte{[]byte("12345")}); err != nil || s.changed != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}
