module peers

go 1.24

require (
	github.com/planetscale/vtprotobuf v0.6.0
	google.golang.org/protobuf v1.36.12
	polywire v0.0.0
)

replace polywire => ../../../runtime/go
