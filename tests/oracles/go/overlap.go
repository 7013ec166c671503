package main

import (
	"capnproto.org/go/capnp/v3"

	"judges/capnp/corner"
)

type overlap struct {
	ID      *uint16     `json:"id,omitempty"`
	Flag    *bool       `json:"flag,omitempty"`
	Count   *uint32     `json:"count,omitempty"`
	Name    *string     `json:"name,omitempty"`
	Nothing *bool       `json:"nothing,omitempty"`
	Ready   bool        `json:"ready"`
	Ratio   *float64    `json:"ratio,omitempty"`
	Small   *int8       `json:"small,omitempty"`
	Point   *unionPoint `json:"point,omitempty"`
	On      *bool       `json:"on,omitempty"`
	Color   *uint16     `json:"color,omitempty"`
}

type unionPoint struct {
	X *int32 `json:"x,omitempty"`
	Y *int32 `json:"y,omitempty"`
}

func (v *overlap) extract(root capnp.Struct) (err error) {
	it := corner.Overlap(root)
	v.ID, v.Ready, v.Color = to(it.Id()), it.Ready(), to(uint16(it.Color()))
	switch first := it.First(); first.Which() {
	case corner.Overlap_first_Which_flag:
		v.Flag = to(first.Flag())
	case corner.Overlap_first_Which_count:
		v.Count = to(first.Count())
	case corner.Overlap_first_Which_name:
		var name string
		name, err = first.Name()
		v.Name = &name
	case corner.Overlap_first_Which_nothing:
		v.Nothing = to(true)
	}
	if err != nil {
		return err
	}
	switch second := it.Second(); second.Which() {
	case corner.Overlap_second_Which_ratio:
		v.Ratio = to(second.Ratio())
	case corner.Overlap_second_Which_small:
		v.Small = to(second.Small())
	case corner.Overlap_second_Which_point:
		var found corner.UnionPoint
		found, err = second.Point()
		v.Point = &unionPoint{to(found.X()), to(found.Y())}
	case corner.Overlap_second_Which_on:
		v.On = to(second.On())
	}
	return err
}

func (v *overlap) insert(root capnp.Struct) error {
	it := corner.Overlap(root)
	set(v.ID, it.SetId)
	set(v.Color, func(color uint16) { it.SetColor(corner.Color(color)) })
	it.SetReady(v.Ready)
	first, second := it.First(), it.Second()
	set(v.Flag, first.SetFlag)
	set(v.Count, first.SetCount)
	set(v.Nothing, func(bool) { first.SetNothing() })
	if v.Name != nil {
		if err := first.SetName(*v.Name); err != nil {
			return err
		}
	}
	set(v.Ratio, second.SetRatio)
	set(v.Small, second.SetSmall)
	set(v.On, second.SetOn)
	if v.Point == nil {
		return nil
	}
	point, err := second.NewPoint()
	if err == nil {
		set(v.Point.X, point.SetX)
		set(v.Point.Y, point.SetY)
	}
	return err
}

func to[T any](value T) *T {
	return &value
}

// Set calls a setter for a member that is present.
func set[T any](value *T, setter func(T)) {
	if value != nil {
		setter(*value)
	}
}
