// Package polywire is the runtime of Go code that polywire generates: errors, limits, texts and numbers, and the
// containers of generated types. It knows no wire format. Programs use Error, Code, Decoder, Opt, Unknown and Messages;
// the other functions are for generated code.
package polywire

import (
	"math"
	"strconv"
)

// Code says why a decoder or an encoder refused. The numbers are the same in every engine and never change. A Code is
// an error, so that errors.Is(err, polywire.Truncated) works.
type Code uint8

// The codes.
const (
	Truncated         Code = 1
	TrailingBytes     Code = 2
	Overlong          Code = 3
	InvalidUTF8       Code = 4
	InvalidKey        Code = 5
	WrongKind         Code = 6
	OutOfRange        Code = 7
	UnknownEnumerator Code = 8
	UnknownCase       Code = 9
	TooDeep           Code = 10
	BudgetExceeded    Code = 11
	Mismatch          Code = 12
	BadPointer        Code = 13
	BadLength         Code = 14
	Unterminated      Code = 15
	Syntax            Code = 16
	BadEscape         Code = 17
	MissingField      Code = 18
	DuplicateField    Code = 19
	TooLarge          Code = 20
	Unsupported       Code = 21
	Internal          Code = 22
	UnknownMember     Code = 23
	UnknownType       Code = 24
)

var codes = [...]struct{ name, message string }{
	Truncated:         {"truncated", "the input ends inside a value"},
	TrailingBytes:     {"trailing_bytes", "extra bytes follow the end of the value"},
	Overlong:          {"overlong", "a variable-length integer is too long"},
	InvalidUTF8:       {"invalid_utf8", "text is not valid UTF-8"},
	InvalidKey:        {"invalid_key", "a key or tag is not allowed here"},
	WrongKind:         {"wrong_kind", "a value has a different type than the schema declares"},
	OutOfRange:        {"out_of_range", "a number is outside the range of its type"},
	UnknownEnumerator: {"unknown_enumerator", "a number is not an enumerator of a closed enum"},
	UnknownCase:       {"unknown_case", "a discriminant does not match any case of a union"},
	TooDeep:           {"too_deep", "values are nested deeper than the limit"},
	BudgetExceeded:    {"budget_exceeded", "the message needs more work or memory than the limit allows"},
	Mismatch:          {"mismatch", "bytes differ from what the format requires here"},
	BadPointer:        {"bad_pointer", "a pointer or offset is misaligned or points outside the message"},
	BadLength:         {"bad_length", "a length or count contradicts the size of the message"},
	Unterminated:      {"unterminated", "a string lacks its terminator"},
	Syntax:            {"syntax", "a character is not allowed here"},
	BadEscape:         {"bad_escape", "an escape sequence is not valid"},
	MissingField:      {"missing_field", "a required field is missing"},
	DuplicateField:    {"duplicate_field", "a field occurs twice"},
	TooLarge:          {"too_large", "a value is too large for the format"},
	Unsupported:       {"unsupported", "the message uses a part of the format that is not supported"},
	Internal:          {"internal", "the codec is invalid"},
	UnknownMember:     {"unknown_member", "a member is not in the schema"},
	UnknownType:       {"unknown_type", "a type that the message names is not in the schema"},
}

// String returns the stable name of the code, as in truncated.
func (c Code) String() string {
	if int(c) < len(codes) && codes[c].name != "" {
		return codes[c].name
	}
	return "code " + strconv.Itoa(int(c))
}

// Error returns the error message.
func (c Code) Error() string {
	if int(c) < len(codes) && codes[c].message != "" {
		return "polywire: " + codes[c].message
	}
	return "polywire: " + c.String()
}

// Error says why and where a decoder or an encoder refused.
type Error struct {
	Code Code
	// Site is the place in the generated code: the number of its function above the low 12 bits, which are the number
	// of the check.
	Site uint32
	// Offset counts the bytes of the input before the error; it is 0 if no input is read.
	Offset int
}

// Error returns the error message.
func (e *Error) Error() string {
	return e.Code.Error() + " at byte " + strconv.Itoa(e.Offset)
}

// Is reports whether the target is the error's Code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

const codeBits = 5

// Refuse returns the negative position with which an encoder fails. Refused returns its error. If an int has 32 bits,
// only the low 26 bits of the site are kept.
func Refuse(code Code, site uint32) int {
	return -int(uint(site)<<codeBits&math.MaxInt | uint(code))
}

// Refused returns the error that a negative position stands for.
func Refused(n int) error {
	return &Error{Code: Code(-n & (1<<codeBits - 1)), Site: uint32(-n >> codeBits)}
}
