package polywire

import "strconv"

// EnumNumber returns the number whose decimal digits stand in place of an enumerator's name.
func EnumNumber[T ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64](text []byte) (T, error) {
	signed, err := strconv.ParseInt(string(text), 10, 64)
	number := T(signed)
	ok := err == nil && int64(number) == signed
	if err != nil {
		var unsigned uint64
		unsigned, err = strconv.ParseUint(string(text), 10, 64)
		number = T(unsigned)
		signed = 0
		ok = err == nil && uint64(number) == unsigned
	}
	// A conversion of 64 bits can change the sign.
	if !ok || (signed < 0) != (number < 0) {
		return 0, &Error{Code: UnknownEnumerator}
	}
	return number, nil
}
