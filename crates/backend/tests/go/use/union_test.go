package use

import (
	"math"
	"testing"
)

func TestUnionsHoldOneValue(t *testing.T) {
	var state OrderState
	if state.Which() != OrderStateCaseNone || state.Fill() != nil || state.IsOpen() || state.Proof() != nil {
		t.Error(state)
	}
	state.SetFill(nil)
	if state.Which() != OrderStateCaseFill || state.Fill() == nil {
		t.Error(state)
	}
	state.Fill().At.Set(5)
	if state.Fill().At.Or(0) != 5 || state.Fee() != nil {
		t.Error(state)
	}
	state.SetIsOpen(true)
	if state.Which() != OrderStateCaseIsOpen || !state.IsOpen() || state.Fill() != nil || state.Count() != 0 {
		t.Error(state)
	}
}

func TestUnionsHoldAllNumbers(t *testing.T) {
	var state OrderState
	state.SetFilledRatio(math.Inf(-1))
	if !math.IsInf(state.FilledRatio(), -1) || state.SmallRatio() != 0 {
		t.Error(state)
	}
	state.SetSmallRatio(-0.25)
	if state.SmallRatio() != -0.25 {
		t.Error(state)
	}
	state.SetChangedSide(Side2D)
	if state.ChangedSide() != Side2D || state.Count() != 0 {
		t.Error(state)
	}
	state.SetCount(math.MinInt32)
	if state.Count() != math.MinInt32 || state.Which_2() != 0 {
		t.Error(state)
	}
	state.SetSerial(math.MaxUint64)
	if state.Serial() != math.MaxUint64 {
		t.Error(state)
	}
	state.SetProof([]byte{1})
	if len(state.Proof()) != 1 || state.Reason() != "" {
		t.Error(state)
	}
}

func TestNumbersAreNotAllocated(t *testing.T) {
	var state OrderState
	text := "closed"
	allocated := testing.AllocsPerRun(100, func() {
		state.SetFilledRatio(1.5)
		state.SetCount(3)
		state.SetIsOpen(true)
		state.SetReason(text)
	})
	if allocated != 0 {
		t.Error(allocated)
	}
}
