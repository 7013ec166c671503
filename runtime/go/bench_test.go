package polywire

import "testing"

var inputs = [][]byte{[]byte("EURUSD"), []byte("Alice Smith"), []byte("EUR"), []byte("a text that is somewhat longer than the others")}

func BenchmarkText(b *testing.B) {
	for b.Loop() {
		var c Context
		c.Start(make([]byte, 200), nil)
		for _, input := range inputs {
			if _, ok := c.Text(input); !ok {
				b.Fatal()
			}
		}
	}
}

func BenchmarkTextAliased(b *testing.B) {
	settings := &Decoder{Texts: Aliased}
	for b.Loop() {
		var c Context
		c.Start(make([]byte, 200), settings)
		for _, input := range inputs {
			if _, ok := c.Text(input); !ok {
				b.Fatal()
			}
		}
	}
}

func BenchmarkPutText(b *testing.B) {
	texts := []string{"EURUSD", "Alice Smith", "EUR", "a text that is somewhat longer than the others"}
	room := make([]byte, 200)
	for b.Loop() {
		n := 0
		for _, text := range texts {
			n = PutText(room, n, text)
		}
	}
}

func BenchmarkLongVarint(b *testing.B) {
	input := []byte{0xac, 0x02, 0xff, 0xff, 0x03, 0x80, 0x80, 0x80, 0x80, 0x10, 0, 0, 0, 0, 0, 0, 0, 0}
	for b.Loop() {
		p := 0
		for p < 10 {
			_, p = LongVarint(input, p)
		}
	}
}

func BenchmarkJSONString(b *testing.B) {
	input := []byte(`"EURUSD", "Alice Smith", "a text that is somewhat longer than the others"`)
	for b.Loop() {
		var c Context
		p := 0
		for p < len(input) {
			_, p = c.JSONString(input, p)
			p += 2
		}
	}
}

func BenchmarkJSONNumbers(b *testing.B) {
	input := []byte(`1.10325, 100000, 12345678, 0.25`)
	for b.Loop() {
		var c Context
		_, p := c.JSONFloat64(input, 0)
		_, p = c.JSONInt(input, p+2)
		_, p = c.JSONUint(input, p+2)
		_, p = c.JSONFloat64(input, p+2)
		if p != len(input) {
			b.Fatal(p)
		}
	}
}

func BenchmarkPutJSONFloat(b *testing.B) {
	room := make([]byte, 200)
	for b.Loop() {
		n := PutJSONFloat64(room, 0, 1.10325)
		n = PutJSONFloat64(room, n, 100000)
		PutJSONFloat64(room, n, 1e-9)
	}
}

func BenchmarkTextInBlock(b *testing.B) {
	block := make([]byte, 0, 1024)
	for b.Loop() {
		var c Context
		c.block = block
		for _, input := range inputs {
			if _, ok := c.Text(input); !ok {
				b.Fatal()
			}
		}
	}
}
