// Package calls has the sessions of calls that generated clients and servers share. It knows no protocol, no connection and no clock:
// it is given envelopes that arrived and the time, and is asked for what to send and what happened. Package httpcalls connects it to
// net/http.
package calls
