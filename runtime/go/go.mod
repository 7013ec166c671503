module polywire

go 1.24
