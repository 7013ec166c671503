//go:build linux && (amd64 || arm64)

// Package channel sends messages between processes through shared memory, on Linux, without cgo: create or open a
// Channel, attach a Sender or a Receiver. docs/channels.md of Polywire describes it.
//
// Whatever another process writes into a channel is loaded once and checked before it becomes a length or an index.
package channel

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
)

// A Channel is open: a sender or a receiver can be attached to it.
type Channel struct {
	file        *os.File
	description description
}

// Options say how a channel is created.
type Options struct {
	Contract Contract
	// Capacity is the number of bytes of each ring: a power of two. The largest message is 8 bytes smaller. 0 stands
	// for 1 MiB.
	Capacity uint64
	// Lanes is the number of senders that can be attached at the same time. 0 stands for 1.
	Lanes uint32
	// Kind says for whom messages are. A Broadcast has one lane.
	Kind Kind
}

// A Kind of channels says for whom messages are.
type Kind uint32

const (
	// Queue: for one receiver. Nothing is lost: a full ring makes senders wait.
	Queue Kind = kindQueue
	// Broadcast: for all listeners, none of which can hold the sender up: it overwrites the oldest messages.
	Broadcast Kind = kindBroadcast
)

const folder = "/dev/shm"

// Create creates a channel under a name, which processes of the same user can open until it is removed.
//
// Such a file cannot be sealed: a process of the same user that shortens it makes others fault. Use CreateSealed for
// peers that are not trusted.
func Create(name string, options Options) (*Channel, error) {
	path, err := pathOf(name)
	if err != nil {
		return nil, err
	}
	made, err := options.description()
	if err != nil {
		return nil, err
	}
	file, err := nameless(folder)
	if err != nil {
		return nil, refused("create a channel", err)
	}
	channel := &Channel{file, made}
	if err := channel.fill(); err != nil {
		return nil, err
	}
	if err := link(file, path); err != nil {
		file.Close()
		if errors.Is(err, syscall.EEXIST) {
			return nil, fmt.Errorf("%w: there is a channel of this name already", ErrNoChannel)
		}
		return nil, refused("create a channel", err)
	}
	return channel, nil
}

// CreateSealed creates a channel without a name, to be handed over with Pass. Its size is sealed.
func CreateSealed(options Options) (*Channel, error) {
	made, err := options.description()
	if err != nil {
		return nil, err
	}
	file, err := anonymous()
	if err != nil {
		return nil, refused("create a channel", err)
	}
	channel := &Channel{file, made}
	if err := channel.fill(); err != nil {
		return nil, err
	}
	if err := seal(file); err != nil {
		file.Close()
		return nil, refused("seal a channel", err)
	}
	return channel, nil
}

// Open opens a channel by its name.
func Open(name string, expected Contract) (*Channel, error) {
	path, err := pathOf(name)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w: there is no channel of this name", ErrNoChannel)
	} else if err != nil {
		return nil, refused("open the channel", err)
	}
	var data syscall.Stat_t
	if err := syscall.Fstat(int(file.Fd()), &data); err != nil {
		file.Close()
		return nil, refused("open the channel", err)
	}
	if data.Mode&syscall.S_IFMT != syscall.S_IFREG {
		file.Close()
		return nil, errNoChannel
	}
	if int(data.Uid) != os.Geteuid() || data.Mode&0o022 != 0 {
		file.Close()
		return nil, fmt.Errorf("%w: others than this user can write to this channel", ErrNoChannel)
	}
	return use(file, expected)
}

// Pass hands the channel over to another process.
func (c *Channel) Pass(socket *net.UnixConn) error {
	rights := syscall.UnixRights(int(c.file.Fd()))
	if _, _, err := socket.WriteMsgUnix([]byte{'P'}, rights, nil); err != nil {
		return refused("hand over the channel", err)
	}
	return nil
}

// Take takes over a channel from another process.
func Take(socket *net.UnixConn, expected Contract) (*Channel, error) {
	file, err := receivedFile(socket)
	if err != nil {
		return nil, refused("take over a channel", err)
	}
	if !isSealed(file) {
		file.Close()
		return nil, fmt.Errorf("%w: the size of this channel is not sealed", ErrNoChannel)
	}
	return use(file, expected)
}

// Remove removes the name of a channel. Processes that have it open can go on.
func Remove(name string) error {
	path, err := pathOf(name)
	if err != nil {
		return err
	}
	if err := syscall.Unlink(path); err != nil {
		return refused("remove the channel", err)
	}
	return nil
}

// Contract returns what the channel carries.
func (c *Channel) Contract() Contract { return c.description.contract }

// Capacity returns the bytes of a ring.
func (c *Channel) Capacity() uint64 { return c.description.capacity }

// Lanes returns the number of lanes.
func (c *Channel) Lanes() uint32 { return c.description.lanes }

// Kind returns for whom messages are.
func (c *Channel) Kind() Kind { return c.description.kind }

// Close closes the file. Senders and receivers that are attached go on.
func (c *Channel) Close() error { return c.file.Close() }

func (c *Channel) fill() error {
	err := allocate(c.file, c.description.size())
	if err == nil {
		_, err = c.file.WriteAt(c.description.bytes(), 0)
	}
	if err != nil {
		c.file.Close()
		return refused("create a channel", err)
	}
	return nil
}

func use(file *os.File, expected Contract) (*Channel, error) {
	found, err := describe(file)
	if err == nil {
		err = found.contract.serves(expected)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &Channel{file, found}, nil
}

func describe(file *os.File) (description, error) {
	data, err := file.Stat()
	if err != nil {
		return description{}, refused("open the channel", err)
	}
	var bytes [descriptionSize]byte
	if uint64(data.Size()) < area {
		return description{}, errNoChannel
	}
	if _, err := file.ReadAt(bytes[:], 0); err != nil {
		return description{}, refused("open the channel", err)
	}
	return descriptionOf(bytes[:], uint64(data.Size()))
}

func (o Options) description() (description, error) {
	made := description{kind: o.Kind, lanes: max(o.Lanes, 1), capacity: o.Capacity, contract: o.Contract}
	if made.capacity == 0 {
		made.capacity = 1 << 20
	}
	return made, made.check()
}

func pathOf(name string) (string, error) {
	isAllowed := len(name) >= 1 && len(name) <= 100 && name[0] != '.'
	for _, it := range []byte(name) {
		letter := it | 0x20
		isAllowed = isAllowed && (letter >= 'a' && letter <= 'z' || it >= '0' && it <= '9' || strings.IndexByte("-_.", it) >= 0)
	}
	if !isAllowed {
		return "", fmt.Errorf("%w: the name of a channel has 1 to 100 letters, digits, `-`, `_` and `.`, and does not begin with `.`", ErrInvalid)
	}
	return folder + "/polywire." + name, nil
}
