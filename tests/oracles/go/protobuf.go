package main

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	_ "judges/protobuf/corner"
	_ "judges/protobuf/trade"
)

// Google's implementation, with the code that its generator prints.
type protobufJudge struct {
	ty protoreflect.MessageType
}

func protobufGo(name string) (judge, error) {
	ty, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName(name))
	return &protobufJudge{ty}, err
}

func (it *protobufJudge) read(message []byte) ([]byte, error) {
	value := it.ty.New().Interface()
	if err := proto.Unmarshal(message, value); err != nil {
		return nil, err
	}
	return protojson.Marshal(value)
}

func (it *protobufJudge) write(json []byte) ([]byte, error) {
	value := it.ty.New().Interface()
	if err := protojson.Unmarshal(json, value); err != nil {
		return nil, err
	}
	return proto.Marshal(value)
}

// Same says whether two messages have the same contents, with the fields that the schema does not have.
func (it *protobufJudge) same(one, other string) (string, error) {
	var values [2]proto.Message
	for i, text := range []string{one, other} {
		message, err := fromHex(text)
		if err != nil {
			return "", err
		}
		values[i] = it.ty.New().Interface()
		if err := proto.Unmarshal(message, values[i]); err != nil {
			return "", err
		}
	}
	if proto.Equal(values[0], values[1]) {
		return "same", nil
	}
	text := prototext.MarshalOptions{EmitUnknown: true}
	return fmt.Sprintf("different: %s and %s", text.Format(values[0]), text.Format(values[1])), nil
}
