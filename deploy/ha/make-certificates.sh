#!/bin/sh
# Makes the certificates of the database machines, in the current folder (docs/operations/failover.md):
#   deploy/ha/make-certificates.sh db1=10.0.0.11 db2=10.0.0.12 db3=10.0.0.13
# The authority, ca.crt and ca.key, is made once and used again. ca.key belongs on no machine: keep it in a safe place.
set -eu
umask 077

[ $# -ge 1 ] || {
  echo "make-certificates: name the machines and their addresses, e.g. db1=10.0.0.11" >&2
  exit 1
}

new_key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"; }

if [ ! -e ca.key ]; then
  new_key ca.key
  openssl req -x509 -new -key ca.key -out ca.crt -days 3650 -subj '/CN=Schulhof HA' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign'
fi

for machine in "$@"; do
  name=${machine%%=*}
  address=${machine#*=}
  new_key "$name.key"
  # Schulhof reaches the leader through HAProxy on its own machine, so each certificate is valid for 127.0.0.1, too.
  printf 'subjectAltName=DNS:%s,DNS:localhost,IP:%s,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' \
    "$name" "$address" >"$name.ext"
  openssl req -new -key "$name.key" -subj "/CN=$name" |
    openssl x509 -req -CA ca.crt -CAkey ca.key -CAcreateserial -days 1825 -extfile "$name.ext" -out "$name.crt"
  rm "$name.ext"
done
chmod 0644 ./*.crt
