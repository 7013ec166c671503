module polywire/grpc

go 1.24.0

require (
	google.golang.org/grpc v1.80.0
	google.golang.org/protobuf v1.36.11
)

require golang.org/x/sys v0.40.0 // indirect
