// Package desk has types of a program in two files, which are the schema of its messages.
package desk

// Order has members that codecs use as they are, and others that are converted.
type Order struct {
	Count  int     `zid:"0"`
	Total  Price   `zid:"1"`
	Prices []Price `zid:"2"`
	Side   Side    `zid:"3"`
}
