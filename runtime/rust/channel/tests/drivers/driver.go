// The program that tests run as one side of a channel; examples/channel_driver.rs is the same.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync/atomic"
	"time"
	"unsafe"

	"polywire/channel"
)

var contract = channel.Contract{Format: "raw", Type: "Test", Fingerprint: 7}

func main() {
	args := os.Args[1:]
	number := func(at int) uint64 { return must(strconv.ParseUint(args[at], 10, 64)) }
	switch args[0] {
	case "create":
		must(channel.Create(args[1], channel.Options{Contract: contract, Capacity: number(2), Lanes: uint32(number(3))}))
	case "create-broadcast":
		must(channel.Create(args[1], channel.Options{Contract: contract, Capacity: number(2), Kind: channel.Broadcast}))
	case "broadcast":
		broadcast(must(must(channel.Open(args[1], contract)).Broadcaster()), number(2), number(3))
	case "listen":
		listen(must(must(channel.Open(args[1], contract)).Listener()))
	case "receive-checked":
		receiveChecked(args[1], number(2))
	case "receive-trusted":
		receiveTrusted(args[1])
	case "listen-anything":
		listenAnything(args[1], number(2))
	case "send":
		send(must(must(channel.Open(args[1], contract)).Sender()), number(2), number(3))
	case "receive":
		receive(must(must(channel.Open(args[1], contract)).Receiver()), 0)
	case "receive-all":
		receive(must(must(channel.Open(args[1], contract)).Receiver()), number(2))
	case "report":
		report(must(must(channel.Open(args[1], contract)).Receiver()))
	case "pass":
		pass(args[1], number(2), number(3))
	case "take":
		take(args[1])
	case "refused":
		refused(args[1], channel.Contract{Format: args[2], Type: args[3], Fingerprint: number(4)})
	case "receive-anything":
		receiveAnything(args[1], number(2))
	case "send-anything":
		sendAnything(args[1], number(2))
	default:
		fail(errors.New("unknown: " + args[0]))
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fail(err)
	}
}

func mix(session, index uint64) uint64 {
	z := (session*0x9E3779B97F4A7C15 ^ index) + 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func write(out []byte, session, index uint64) []byte {
	hash := mix(session, index)
	most := uint64(400)
	if hash%256 == 0 {
		most = 30000
	}
	out = binary.LittleEndian.AppendUint64(out[:0], session)
	out = binary.LittleEndian.AppendUint64(out, index)
	for at := uint64(16); at < 16+(hash>>8)%most; at++ {
		out = append(out, byte(hash+at*7))
	}
	return out
}

var expected []byte

func read(in []byte) (session, index uint64) {
	if len(in) < 16 {
		fail(errors.New("a message is too short"))
	}
	session, index = binary.LittleEndian.Uint64(in), binary.LittleEndian.Uint64(in[8:])
	expected = write(expected, session, index)
	if !bytes.Equal(in, expected) {
		fail(fmt.Errorf("message %d of %d is torn", index, session))
	}
	return session, index
}

func send(to *channel.Sender, session, count uint64) {
	var text []byte
	for index := range count {
		text = write(text, session, index)
		for !isSent(to, text, index%2 == 0) {
		}
	}
	check(to.Close())
}

// isSent sends a message in one of two ways. It returns false if the receiver has died; the next one will go on.
func isSent(to *channel.Sender, text []byte, atOnce bool) bool {
	if atOnce {
		err := to.Send(text, channel.Forever)
		if !errors.Is(err, channel.ErrDied) {
			check(err)
		}
		return err == nil
	}
	slot, err := to.Claim(len(text)+100, channel.Forever)
	if errors.Is(err, channel.ErrDied) {
		return false
	}
	check(err)
	copy(slot, text)
	to.Commit(len(text))
	return true
}

// receive receives until all senders have closed the channel, or as many messages, if it is not 0.
func receive(from *channel.Receiver, count uint64) {
	next, total := map[uint64]uint64{}, uint64(0)
	var buffer []byte
	for count == 0 || total < count {
		text, err := from.Receive(buffer, channel.Forever)
		if errors.Is(err, channel.ErrClosed) {
			if count == 0 {
				break
			}
			continue
		}
		check(err)
		buffer = text
		session, index := read(text)
		if index != next[session] {
			fail(fmt.Errorf("message %d of %d where %d is next", index, session, next[session]))
		}
		next[session]++
		total++
	}
	fmt.Println("total", total)
}

// broadcast sends messages in one of two ways.
func broadcast(to *channel.Broadcaster, session, count uint64) {
	var text []byte
	for index := range count {
		text = write(text, session, index)
		if index%2 == 0 {
			check(to.Send(text))
			continue
		}
		copy(must(to.Claim(len(text)+100)), text)
		to.Commit(len(text))
	}
	check(to.Close())
}

// listen receives what is not overwritten until the sender closes the channel: all messages are received or counted.
func listen(from *channel.Listener) {
	var buffer []byte
	var session, next, total, allLost uint64
	for {
		text, lost, err := from.Receive(buffer, channel.Forever)
		if errors.Is(err, channel.ErrClosed) {
			break
		} else if errors.Is(err, channel.ErrDied) {
			continue
		}
		check(err)
		buffer = text
		from, index := read(text)
		if total > 0 && from == session && next+lost != index {
			fail(fmt.Errorf("message %d of %d where %d + %d is next", index, session, next, lost))
		}
		session, next = from, index+1
		total++
		allLost += lost
	}
	fmt.Println(total, allLost, next)
}

func report(from *channel.Receiver) {
	var buffer []byte
	for {
		text, err := from.Receive(buffer, channel.Forever)
		switch {
		case errors.Is(err, channel.ErrClosed):
			fmt.Println("closed")
			return
		case errors.Is(err, channel.ErrDied):
			fmt.Println("died")
		default:
			check(err)
			buffer = text
			fmt.Println(read(text))
		}
	}
}

func pass(path string, capacity, count uint64) {
	made := must(channel.CreateSealed(channel.Options{Contract: contract, Capacity: capacity}))
	to := must(made.Sender())
	listener := must(net.ListenUnix("unix", &net.UnixAddr{Name: path}))
	fmt.Println("ready")
	check(made.Pass(must(listener.AcceptUnix())))
	send(to, 1, count)
}

func take(path string) {
	socket := must(net.DialUnix("unix", nil, &net.UnixAddr{Name: path}))
	receive(must(must(channel.Take(socket, contract)).Receiver()), 0)
}

// refused prints why a channel is refused.
func refused(name string, other channel.Contract) {
	if _, err := channel.Open(name, other); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("accepted")
}

func limit(round uint64) time.Duration {
	if round%64 == 0 {
		return 200 * time.Microsecond
	}
	return 0
}

// receiveAnything receives whatever a hostile peer writes.
func receiveAnything(name string, rounds uint64) {
	var from *channel.Receiver
	var buffer []byte
	var sum, messages, failures uint64
	for round := range rounds {
		if from == nil {
			if found, err := channel.Open(name, contract); err == nil {
				from, _ = found.Receiver()
				found.Close()
			}
			continue
		}
		text, err := from.Receive(buffer, limit(round))
		if err == nil {
			messages++
			buffer = text
			for _, it := range text {
				sum += uint64(it)
			}
		} else if errors.Is(err, channel.ErrCorrupt) {
			failures++
			from.Close()
			from = nil
		}
	}
	fmt.Println("messages", messages, "failures", failures, "sum", sum)
}

// total adds up the words of a message, each of which is loaded once.
func total(message []byte) (sum uint64) {
	for ; len(message) >= 8; message = message[8:] {
		sum += atomic.LoadUint64((*uint64)(unsafe.Pointer(&message[0])))
	}
	return sum
}

// receiveChecked loads each word of what a hostile peer writes once.
func receiveChecked(name string, rounds uint64) {
	var from *channel.Receiver
	var sum, messages, failures uint64
	for round := range rounds {
		if from == nil {
			if found, err := channel.Open(name, contract); err == nil {
				from, _ = found.Receiver()
				found.Close()
			}
			continue
		}
		message, err := from.PeekChecked(nil, limit(round))
		if err == nil {
			messages++
			sum += total(message.Bytes())
			from.Release()
		} else if errors.Is(err, channel.ErrCorrupt) {
			failures++
			from.Close()
			from = nil
		}
	}
	fmt.Println("messages", messages, "failures", failures, "sum", sum)
}

// receiveTrusted is the control: it reads messages of a hostile peer again and again, as a program does that validates a
// message and then uses it, until a reading differs from the first one.
func receiveTrusted(name string) {
	var from *channel.Receiver
	var messages, changed uint64
	for changed == 0 {
		if from == nil {
			if found, err := channel.Open(name, contract); err == nil {
				from, _ = found.Receiver()
				found.Close()
			}
			continue
		}
		message, err := from.PeekTrusted(0)
		if err == nil {
			messages++
			first := total(message)
			for readings := 0; readings < 10000 && changed == 0; readings++ {
				if first != total(message) {
					changed++
				}
			}
			from.Release()
		} else if errors.Is(err, channel.ErrCorrupt) {
			from.Close()
			from = nil
		}
	}
	fmt.Println("messages", messages, "changed", changed)
}

// listenAnything listens to whatever a hostile peer writes.
func listenAnything(name string, rounds uint64) {
	var from *channel.Listener
	var buffer []byte
	var sum, messages, failures uint64
	// Otherwise, nothing would be tested.
	for round := uint64(0); round < rounds || messages == 0 || failures == 0; round++ {
		if from == nil {
			if found, err := channel.Open(name, contract); err == nil {
				from, _ = found.Listener()
				found.Close()
			}
			continue
		}
		text, _, err := from.Receive(buffer, limit(round))
		if err == nil {
			messages++
			buffer = text
			for _, it := range text {
				sum += uint64(it)
			}
		} else if errors.Is(err, channel.ErrCorrupt) {
			failures++
			from.Close()
			from = nil
		}
	}
	fmt.Println("messages", messages, "failures", failures, "sum", sum)
}

// sendAnything sends while a hostile peer changes everything.
func sendAnything(name string, rounds uint64) {
	var to *channel.Sender
	var messages, failures uint64
	text := make([]byte, 5000)
	for round := range rounds {
		if to == nil {
			if found, err := channel.Open(name, contract); err == nil {
				to, _ = found.Sender()
				found.Close()
			}
			continue
		}
		err := to.Send(text[:round%5000], limit(round))
		if err == nil {
			messages++
		} else if errors.Is(err, channel.ErrCorrupt) {
			failures++
			to.Close()
			to = nil
		}
	}
	fmt.Println("messages", messages, "failures", failures, "sum 0")
}
