package polywire

import "encoding/binary"

// OfBool returns 1 for true and 0 for false.
func OfBool(value bool) uint64 {
	if value {
		return 1
	}
	return 0
}

// Load16 reads an integer whose byte order the message says.
func Load16(little bool, b []byte) uint64 {
	if little {
		return uint64(binary.LittleEndian.Uint16(b))
	}
	return uint64(binary.BigEndian.Uint16(b))
}

// Load32 is Load16 for 32 bits.
func Load32(little bool, b []byte) uint64 {
	if little {
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return uint64(binary.BigEndian.Uint32(b))
}

// Load64 is Load16 for 64 bits.
func Load64(little bool, b []byte) uint64 {
	if little {
		return binary.LittleEndian.Uint64(b)
	}
	return binary.BigEndian.Uint64(b)
}

// Store16 writes an integer in one of the byte orders.
func Store16(little bool, b []byte, value uint16) {
	if little {
		binary.LittleEndian.PutUint16(b, value)
	} else {
		binary.BigEndian.PutUint16(b, value)
	}
}

// Store32 is Store16 for 32 bits.
func Store32(little bool, b []byte, value uint32) {
	if little {
		binary.LittleEndian.PutUint32(b, value)
	} else {
		binary.BigEndian.PutUint32(b, value)
	}
}

// Store64 is Store16 for 64 bits.
func Store64(little bool, b []byte, value uint64) {
	if little {
		binary.LittleEndian.PutUint64(b, value)
	} else {
		binary.BigEndian.PutUint64(b, value)
	}
}
