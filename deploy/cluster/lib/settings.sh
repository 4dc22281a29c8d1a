# shellcheck shell=bash
# shellcheck disable=SC2034 # The other files read these.
# Folders and ports.

FOLDER=${CLUSTER_FOLDER:-/tmp/jsonapi-cluster}
MEMBERS=(member1 member2 member3)

first_port=${CLUSTER_PORTS:-7400}
ETCD_PORT=$first_port
ETCD_PEER_PORT=$((first_port + 1))
POSTGRES_PORT_1=$((first_port + 11))
POSTGRES_PORT_2=$((first_port + 12))
POSTGRES_PORT_3=$((first_port + 13))
REST_PORT_1=$((first_port + 21))
REST_PORT_2=$((first_port + 22))
REST_PORT_3=$((first_port + 23))
PRIMARY_PORT=$((first_port + 30))
REPLICAS_PORT=$((first_port + 31))
POOLER_PORT=$((first_port + 32))

# The newest PostgreSQL of Debian's packages.
BIN_FOLDER=${CLUSTER_POSTGRES:-$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)}

fail() {
  echo "$*" >&2
  exit 1
}
