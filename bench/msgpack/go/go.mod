module structa

go 1.24.0

require (
	generated v0.0.0
	polywire v0.0.0
)

require (
	github.com/philhofer/fwd v1.2.0 // indirect
	github.com/tinylib/msgp v1.6.5 // indirect
	golang.org/x/mod v0.18.0 // indirect
	golang.org/x/tools v0.22.0 // indirect
)

tool github.com/tinylib/msgp

replace generated => ../../../build/bench-msgpack/go

replace polywire => ../../../runtime/go
