#!/bin/sh
# Makes the certificates of this folder anew, with OpenSSL 3. All but the expired one are valid for a century. The keys protect nothing.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/conf" <<END
[ca]
default_ca = tests
[tests]
database = $work/index
serial = $work/serial
new_certs_dir = $work
default_md = sha256
policy = any
[any]
commonName = supplied
END
: >"$work/index"

# FILE KEY SUBJECT EXTENSIONS FROM UNTIL, then the options that say who issues it
issue() {
  file=$1 key=$2 subject=$3 extensions=$4 from=$5 until=$6
  shift 6
  printf '%b\n' "$extensions" >"$work/extensions"
  openssl req -new -key "$key" -subj "$subject" -out "$work/request"
  openssl ca -batch -notext -rand_serial -config "$work/conf" -extfile "$work/extensions" \
    -startdate "$from" -enddate "$until" -in "$work/request" -out "$file" "$@"
}

authority=$work/authority.key
for key in "$authority" key.pem; do openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$key"; done

century='20200101000000Z 21200101000000Z'
issue authority.pem "$authority" '/CN=Test authority' basicConstraints=critical,CA:TRUE $century -selfsign -keyfile "$authority"

by="-cert authority.pem -keyfile $authority"
issue server.pem key.pem /CN=server subjectAltName=IP:127.0.0.1 $century $by
issue named.pem key.pem /CN=named subjectAltName=DNS:localhost $century $by
issue expired.pem key.pem /CN=expired subjectAltName=IP:127.0.0.1 20200101000000Z 20210101000000Z $by
issue client.pem key.pem /CN=ada extendedKeyUsage=clientAuth $century $by
issue stranger.pem key.pem /CN=stranger extendedKeyUsage=clientAuth $century -selfsign -keyfile key.pem
