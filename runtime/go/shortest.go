package polywire

import "math/bits"

// normalPower is a power of five whose highest bit is set, of as many bits without zeros at its end.
type normalPower struct {
	high, low uint64
	bits      int
}

var powersOfFive = func() (table [55]normalPower) {
	high, low := uint64(0), uint64(1)
	for i := range table {
		zeros := bits.LeadingZeros64(high)
		normal := normalPower{high<<zeros | low>>(64-zeros), low << zeros, 128 - zeros}
		if high == 0 {
			zeros = bits.LeadingZeros64(low)
			normal = normalPower{low << zeros, 0, 64 - zeros}
		}
		table[i] = normal
		carry, next := bits.Mul64(low, 5)
		high, low = high*5+carry, next
	}
	return table
}()

// scaled returns the product divided by 2^128. The lowest bit is set if there is a remainder, so that comparisons with
// even numbers are exact.
func (p *normalPower) scaled(factor uint64) uint64 {
	middle, lowest := bits.Mul64(factor, p.low)
	highest, low := bits.Mul64(factor, p.high)
	middle, carry := bits.Add64(middle, low, 0)
	highest += carry
	if middle|lowest != 0 {
		highest |= 1
	}
	return highest
}

// shortest returns the shortest decimal number that reads back as a positive float, and of several the nearest one: its
// digits, and how many of them are decimals. There are no digits if the exponent is out of range, or the float is a power of two.
//
// It is the method of R. Giulietti, "The Schubfach way to render doubles" (2020): the number and the ends of the interval
// that is rounded to it are scaled, so that one of the last two digits decides. The products with powers of five are
// exact for all floats without a fraction of more than 54 decimals.
func shortest(float uint64, mantissaBits, bias int) (digits uint64, decimals uint) {
	fraction := float & (1<<uint(mantissaBits) - 1)
	exponent := int(float>>uint(mantissaBits)) - bias - mantissaBits
	// This is the logarithm of 2 to base 10, times 2^22.
	places := -(exponent * 1262611 >> 22)
	if exponent > 0 || places >= len(powersOfFive) || fraction == 0 {
		return 0, 0
	}
	mantissa := fraction | 1<<uint(mantissaBits)
	power := &powersOfFive[places]
	shift := uint(exponent+places+power.bits) & 63
	// Quarters of the last decimal: the number and the middles between it and its neighbours, which are rounded to this
	// number if it is even.
	odd := mantissa & 1
	lower := power.scaled((4*mantissa-2)<<shift) + odd
	upper := power.scaled((4*mantissa+2)<<shift) - odd
	exact := power.scaled(4 * mantissa << shift)
	units := exact / 4
	before := units / 10
	if below, above := lower <= 40*before, 40*before+40 <= upper; below != above && places > 0 {
		if above {
			before++
		}
		return before, uint(places) - 1
	}
	below, above := lower <= 4*units, 4*units+4 <= upper
	isUp := above
	if below == above {
		isUp = exact > 4*units+2 || exact == 4*units+2 && units&1 != 0
	}
	if isUp {
		units++
	}
	return units, uint(places)
}
