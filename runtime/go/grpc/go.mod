module polywire/grpc

go 1.24.0

require google.golang.org/grpc v1.80.0

require (
	golang.org/x/sys v0.40.0 // indirect
	google.golang.org/protobuf v1.36.11 // indirect
)
