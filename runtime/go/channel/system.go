//go:build linux && (amd64 || arm64)

package channel

import (
	"errors"
	"net"
	"os"
	"strconv"
	"syscall"
	"time"
	"unsafe"
)

// Numbers of Linux that package syscall lacks.
const (
	mfdCloexec      = 1
	mfdAllowSealing = 2
	fAddSeals       = 1033
	fGetSeals       = 1034
	sealSeal        = 1
	sealShrink      = 2
	sealGrow        = 4
	fOfdGetlk       = 36
	fOfdSetlk       = 37
	oTmpfile        = 0x400000 | syscall.O_DIRECTORY
	atFdcwd         = -100
	atSymlinkFollow = 0x400
	futexWait       = 0
	futexWake       = 1
)

// anonymous makes memory without a name.
func anonymous() (*os.File, error) {
	name, err := syscall.BytePtrFromString("polywire-channel")
	if err != nil {
		return nil, err
	}
	number, _, failed := syscall.Syscall(sysMemfdCreate, uintptr(unsafe.Pointer(name)), mfdCloexec|mfdAllowSealing, 0)
	if failed != 0 {
		return nil, failed
	}
	return os.NewFile(number, "channel"), nil
}

// seal fixes the size of such memory.
func seal(file *os.File) error {
	_, _, failed := syscall.Syscall(syscall.SYS_FCNTL, file.Fd(), fAddSeals, sealShrink|sealGrow|sealSeal)
	return orNil(failed)
}

// isSealed returns true if the size of a file can never change.
func isSealed(file *os.File) bool {
	seals, _, failed := syscall.Syscall(syscall.SYS_FCNTL, file.Fd(), fGetSeals, 0)
	return failed == 0 && seals&sealShrink != 0
}

// nameless makes a file in a folder, without a name so far.
func nameless(folder string) (*os.File, error) {
	number, err := syscall.Open(folder, oTmpfile|syscall.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(number), "channel"), nil
}

// link gives such a file its name, unless there is a file of this name.
func link(file *os.File, path string) error {
	from, err := syscall.BytePtrFromString(opened(file))
	if err != nil {
		return err
	}
	to, err := syscall.BytePtrFromString(path)
	if err != nil {
		return err
	}
	here := atFdcwd
	_, _, failed := syscall.Syscall6(syscall.SYS_LINKAT, uintptr(here), uintptr(unsafe.Pointer(from)),
		uintptr(here), uintptr(unsafe.Pointer(to)), atSymlinkFollow, 0)
	return orNil(failed)
}

// allocate gives a file its size and its memory, so that no write faults because memory is short.
func allocate(file *os.File, size uint64) error {
	for {
		err := syscall.Fallocate(int(file.Fd()), 0, 0, int64(size))
		if err != syscall.EINTR {
			return err
		}
	}
}

func opened(file *os.File) string { return "/proc/self/fd/" + strconv.Itoa(int(file.Fd())) }

// reopen opens a file again, so that it has locks of its own.
func reopen(file *os.File) (*os.File, error) { return os.OpenFile(opened(file), os.O_RDWR, 0) }

// receivedFile returns the open file of a message. More files than one do not fit, and are closed by the system.
func receivedFile(socket *net.UnixConn) (*os.File, error) {
	one := make([]byte, 1)
	control := make([]byte, syscall.CmsgLen(4))
	_, size, _, _, err := socket.ReadMsgUnix(one, control)
	if err != nil {
		return nil, err
	}
	messages, err := syscall.ParseSocketControlMessage(control[:size])
	if err != nil || len(messages) != 1 {
		return nil, errors.New("the message holds no open file")
	}
	rights, err := syscall.ParseUnixRights(&messages[0])
	if err != nil || len(rights) != 1 {
		return nil, errors.New("the message holds no open file")
	}
	return os.NewFile(uintptr(rights[0]), "channel"), nil
}

// lock locks a byte of a file for this opening of it; false if another opening holds it. The system releases the lock
// whichever way the process ends.
func lock(file *os.File, at uint64) (bool, error) {
	err := syscall.FcntlFlock(file.Fd(), fOfdSetlk, lockOf(at))
	if err == syscall.EAGAIN || err == syscall.EACCES {
		return false, nil
	}
	return err == nil, err
}

// unlock unlocks a byte. Closing the file may not be enough: a process that is being started has it open for a moment, too.
func unlock(file *os.File, at uint64) {
	lock := lockOf(at)
	lock.Type = syscall.F_UNLCK
	syscall.FcntlFlock(file.Fd(), fOfdSetlk, lock)
}

// isLocked returns true if another opening of the file has locked the byte.
func isLocked(file *os.File, at uint64) bool {
	lock := lockOf(at)
	return syscall.FcntlFlock(file.Fd(), fOfdGetlk, lock) != nil || lock.Type != syscall.F_UNLCK
}

func lockOf(at uint64) *syscall.Flock_t {
	return &syscall.Flock_t{Type: syscall.F_WRLCK, Start: int64(at), Len: 1}
}

// sleepOn sleeps while a word has a value, at most for some time. It returns false if that time is over. It may return
// earlier for no reason.
func sleepOn(word *uint32, value uint32, most time.Duration) bool {
	limit := syscall.NsecToTimespec(int64(most))
	_, _, failed := syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWait, uintptr(value),
		uintptr(unsafe.Pointer(&limit)), 0, 0)
	return failed != syscall.ETIMEDOUT
}

// wake wakes everyone who sleeps on a word.
func wake(word *uint32) {
	syscall.RawSyscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWake, 1<<31-1, 0, 0, 0)
}

func orNil(failed syscall.Errno) error {
	if failed != 0 {
		return failed
	}
	return nil
}
