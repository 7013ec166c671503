//go:build linux && (amd64 || arm64)

package channel

import (
	"os"
	"runtime"
	"syscall"
	"unsafe"
)

// A mapping is a part of a file in memory, which other processes change at any time. A ring is mapped twice, the second
// time behind the first, so that each record is in one piece. Nothing else is mapped within guard bytes of it.
type mapping struct {
	base, reserved uintptr
	start          unsafe.Pointer
	// The bytes of the file.
	size uintptr
}

// Bytes on both sides of a mapping that fault when they are touched: a multiple of every size of pages.
const guard = 65536

// openMapping maps a part of a file, once or twice.
func openMapping(file *os.File, at, size uint64, canWrite bool, times int) (*mapping, error) {
	reserved := uintptr(size)*uintptr(times) + 2*guard
	const flags = syscall.MAP_PRIVATE | syscall.MAP_ANON | syscall.MAP_NORESERVE
	none := ^uintptr(0)
	base, _, failed := syscall.Syscall6(syscall.SYS_MMAP, 0, reserved, syscall.PROT_NONE, flags, none, 0)
	if failed != 0 {
		return nil, failed
	}
	made := &mapping{base: base, reserved: reserved, start: pointer(base + guard), size: uintptr(size)}
	runtime.SetFinalizer(made, (*mapping).close)
	protection := uintptr(syscall.PROT_READ)
	if canWrite {
		protection |= syscall.PROT_WRITE
	}
	for i := range times {
		place := base + guard + uintptr(i)*uintptr(size)
		_, _, failed := syscall.Syscall6(syscall.SYS_MMAP, place, uintptr(size), protection,
			syscall.MAP_SHARED|syscall.MAP_FIXED|syscall.MAP_POPULATE, file.Fd(), uintptr(at))
		if failed != 0 {
			made.close()
			return nil, failed
		}
	}
	return made, nil
}

// close gives the memory back. What was in it must not be touched any more.
func (m *mapping) close() {
	if m == nil || m.base == 0 {
		return
	}
	runtime.SetFinalizer(m, nil)
	syscall.Syscall(syscall.SYS_MUNMAP, m.base, m.reserved, 0)
	m.base, m.start = 0, nil
}

// word32 returns the address of a word. Places are constants.
func (m *mapping) word32(at uintptr) *uint32 { return (*uint32)(unsafe.Add(m.start, at)) }

// word64 returns the address of a word. Places are constants, and positions in a ring that this process keeps.
func (m *mapping) word64(at uintptr) *uint64 { return (*uint64)(unsafe.Add(m.start, at)) }

// bytes returns bytes of a ring, from a place in its first copy.
func (m *mapping) bytes(at, length uint64) []byte {
	if at >= uint64(m.size)+broadcastHeader || length > uint64(m.size) {
		panic("bytes are outside of the ring")
	}
	return unsafe.Slice((*byte)(unsafe.Add(m.start, at)), length)
}

// pointer turns an address outside of Go's memory into a pointer.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }
