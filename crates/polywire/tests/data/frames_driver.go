// Answers each line, a framing and two pieces, with the elements; see tests/frames.rs. The elements of a reader that
// returns them byte by byte must be the same.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing/iotest"

	"example.com/driver/frames"
	"polywire"
)

var framings = map[string]polywire.Framing{
	"json_elements":             frames.JSONElements,
	"json_values":               frames.JSONValues,
	"delimited":                 frames.Delimited,
	"capnp":                     frames.Capnp,
	"capnp_packed":              frames.CapnpPacked,
	"flatbuffers_size_prefixed": frames.FlatbuffersSizePrefixed,
	"sofh":                      frames.Sofh,
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		left, right := fromHex(words[1]), fromHex(words[2])
		found := inChunks(framings[words[0]], left, right)
		if read := fromReader(framings[words[0]], slices.Concat(left, right)); !slices.Equal(read, found) {
			found = append(found, fmt.Sprint("not ", read))
		}
		fmt.Println(strings.Join(found, " "))
	}
}

func inChunks(framing polywire.Framing, pieces ...[]byte) (found []string) {
	chunks := polywire.NewChunks(framing, 20)
	each := func(element []byte) error {
		found = append(found, hex.EncodeToString(element)+"-")
		return nil
	}
	for _, piece := range pieces {
		if err := chunks.Push(piece, each); err != nil {
			return append(found, "error")
		}
	}
	if err := chunks.Finish(each); err != nil {
		return append(found, "error")
	}
	return append(found, "end")
}

func fromReader(framing polywire.Framing, stream []byte) (found []string) {
	for element, err := range polywire.Messages(iotest.OneByteReader(bytes.NewReader(stream)), framing, 20) {
		if err != nil {
			return append(found, "error")
		}
		found = append(found, hex.EncodeToString(element)+"-")
	}
	return append(found, "end")
}

func fromHex(text string) []byte {
	b, err := hex.DecodeString(strings.TrimSuffix(text, "-"))
	if err != nil {
		panic(err)
	}
	return b
}
