package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Returns a certificate for this machine, and writes that of its authority to the file `ca.pem` of a folder. `identity.pem` and `key.pem` are
// the certificate and its key.
func certify(folder string) tls.Certificate {
	authority := template("authority")
	authority.IsCA = true
	authority.KeyUsage = x509.KeyUsageCertSign
	authority.BasicConstraintsValid = true
	authorityKey := key()
	written, err := x509.CreateCertificate(rand.Reader, authority, authority, &authorityKey.PublicKey, authorityKey)
	check(err)
	write(folder, "ca.pem", "CERTIFICATE", written)
	server, serverKey := template("server"), key()
	server.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	server.DNSNames = []string{"localhost"}
	signed, err := x509.CreateCertificate(rand.Reader, server, authority, &serverKey.PublicKey, authorityKey)
	check(err)
	write(folder, "identity.pem", "CERTIFICATE", signed)
	encoded, err := x509.MarshalPKCS8PrivateKey(serverKey)
	check(err)
	write(folder, "key.pem", "PRIVATE KEY", encoded)
	return tls.Certificate{Certificate: [][]byte{signed}, PrivateKey: serverKey}
}

// Returns what a server asks clients for: a certificate of the authority in `ca.pem`.
func mutual(folder string, certificate tls.Certificate) *tls.Config {
	authority, err := os.ReadFile(filepath.Join(folder, "ca.pem"))
	check(err)
	clients := x509.NewCertPool()
	clients.AppendCertsFromPEM(authority)
	return &tls.Config{Certificates: []tls.Certificate{certificate}, ClientCAs: clients, ClientAuth: tls.RequireAndVerifyClientCert}
}

func write(folder, name, kind string, bytes []byte) {
	check(os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600))
}

func template(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    time.Now().Add(-24 * time.Hour),
		NotAfter:     time.Now().Add(24 * time.Hour),
	}
}

func key() *ecdsa.PrivateKey {
	made, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	return made
}
