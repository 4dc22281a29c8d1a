#!/usr/bin/env bash
# Tries tenants.sh on its own servers, then checks the service for two tenants. See README.md.
# shellcheck source-path=SCRIPTDIR
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  echo "$*" >&2
  exit 1
}

# shellcheck source=../cluster/lib/processes.sh
source "$here/../cluster/lib/processes.sh"

usage() {
  cat <<'TEXT'
usage: citus.sh WHERE

  citus    two tenants on two workers of Citus, with npm run conformance for each
  plain    two tenants on one PostgreSQL, without the Citus steps and the report

It starts its own servers on 127.0.0.1 and removes them at the end. CITUS_PORTS (7500) is the first of their ports, CITUS_POSTGRES the folder with
the programs of PostgreSQL (the newest below /usr/lib/postgresql). Exit code 77: Citus is not installed, nothing was run.
TEXT
}

NODES=(coordinator worker1 worker2)
TENANTS=(north south)

run() {
  step 'servers'
  make_passwords
  for node in "${NODES[@]}"; do start_node "$node"; done
  # Without Citus yet, as for a tenant on plain PostgreSQL.
  step 'a tenant'
  tenants new north
  on_citus 'Citus on every node' enable_citus
  on_citus 'a node' tenants add-node 127.0.0.1 "$(port_of worker1)"
  on_citus 'the existing tenant' tenants distribute north
  step 'another tenant'
  tenants new south
  on_citus 'another node' tenants add-node 127.0.0.1 "$(port_of worker2)"
  on_citus 'a move' tenants move south 127.0.0.1 "$(port_of worker2)"
  tenants list

  step 'the service of each tenant'
  for tenant in "${TENANTS[@]}"; do start_service "$tenant"; done
  for tenant in "${TENANTS[@]}"; do write_with_key "$tenant"; done
  on_citus 'npm run conformance for each tenant' report
}

step() {
  echo "== $1"
}

# on_citus WHAT COMMAND…
on_citus() {
  if [[ $where == citus ]]; then
    step "$1"
    "${@:2}"
  else
    echo "== $1: not run"
  fi
}

# The nodes use the password file to log in to each other as well.
make_passwords() {
  umask 077
  mkdir "$FOLDER/log"
  POSTGRES_PASSWORD=$(random) TENANT_PASSWORD=$(random)
  export TENANT_PASSWORD PGPASSFILE=$FOLDER/passwords
  echo "$POSTGRES_PASSWORD" >"$FOLDER/postgres.txt"
  printf '127.0.0.1:*:*:postgres:%s\n' "$POSTGRES_PASSWORD" >"$PGPASSFILE"
  for tenant in "${TENANTS[@]}"; do printf '127.0.0.1:*:*:%s:%s\n' "$tenant" "$TENANT_PASSWORD"; done >>"$PGPASSFILE"
  [[ $EUID != 0 ]] || chown -R "$OWNER:" "$FOLDER"
}

random() {
  od -An -N16 -tx1 /dev/urandom | tr -d ' \n'
}

port_of() {
  case $1 in
    coordinator) echo "$first_port" ;;
    worker1) echo $((first_port + 1)) ;;
    worker2) echo $((first_port + 2)) ;;
  esac
}

start_node() {
  as_owner "$BIN_FOLDER/initdb" --pgdata "$FOLDER/$1" --username postgres --auth scram-sha-256 --pwfile "$FOLDER/postgres.txt" \
    --encoding UTF8 --locale C.UTF-8 >"$FOLDER/log/initdb-$1.log"
  local settings=(-c listen_addresses=127.0.0.1 -c port="$(port_of "$1")" -c unix_socket_directories="$FOLDER")
  if [[ $where == citus ]]; then
    settings+=(-c shared_preload_libraries=citus -c wal_level=logical -c citus.node_conninfo=sslmode=prefer -c citus.local_hostname=127.0.0.1)
  fi
  start "$1" "$BIN_FOLDER/postgres" -D "$FOLDER/$1" "${settings[@]}"
  wait_for 60 "$1" on_node "$1" psql --dbname postgres --command 'select 1'
  on_node "$1" psql --quiet --dbname postgres --command "create database jsonapi encoding 'UTF8' template template0"
}

enable_citus() {
  for node in "${NODES[@]}"; do on_node "$node" psql --quiet --command 'create extension citus'; done
  on_node coordinator psql --quiet --output /dev/null --command "select citus_set_coordinator_host('127.0.0.1', $(port_of coordinator))"
}

# on_node NODE COMMAND…
on_node() {
  PATH=$BIN_FOLDER:$PATH PGHOST=127.0.0.1 PGPORT=$(port_of "$1") PGDATABASE=jsonapi PGUSER=postgres "${@:2}"
}

tenants() {
  on_node coordinator "$here/tenants.sh" "$@"
}

# start_service TENANT
start_service() {
  # MAX_PAGE_SIZE is set because the report checks a maximum only if there is one.
  DATABASE_URL="postgres://$1:$TENANT_PASSWORD@127.0.0.1:$first_port/jsonapi" COUNTS=scan MIGRATE=off MAX_PAGE_SIZE=1000 \
    HOST=127.0.0.1 PORT=0 in_background npm start >"$FOLDER/log/service-$1.log" 2>&1
  wait_for 60 "the service of $1" grep -q '^Listening on ' "$FOLDER/log/service-$1.log"
}

url_of() {
  sed -n 's/^Listening on //p' "$FOLDER/log/service-$1.log"
}

# The second response comes from the table "answer". Each tenant has its own table, so both can use the same key.
write_with_key() {
  post_person "$1" >"$FOLDER/first.txt"
  post_person "$1" >"$FOLDER/second.txt"
  echo "$1: $(head -n 1 "$FOLDER/first.txt")"
  grep -q '^HTTP/1.1 201 ' "$FOLDER/first.txt" || fail "POST /persons with a key did not respond with 201."
  grep -qi '^Idempotent-Replayed: true' "$FOLDER/second.txt" || fail 'The response was not repeated.'
}

post_person() {
  curl --silent --include --max-time 30 "$(url_of "$1")/persons" --header 'Content-Type: application/vnd.api+json' \
    --header 'Idempotency-Key: "citus"' --data '{"data": {"type": "person", "attributes": {"name": "Ada", "birth_date": "1815-12-10"}}}'
}

# Runs the reports of all tenants at once. Unlike a foreground command, `wait` can be interrupted by a signal.
report() {
  local reports=() result=0
  for tenant in "${TENANTS[@]}"; do
    in_background npm run --silent conformance -- --url "$(url_of "$tenant")" >"$FOLDER/report-$tenant.txt" 2>&1
    reports+=("$!")
  done
  for number in "${!TENANTS[@]}"; do
    wait "${reports[number]}" || result=$?
    echo "${TENANTS[number]}:"
    cat "$FOLDER/report-${TENANTS[number]}.txt"
  done
  return "$result"
}

# in_background COMMAND…: runs it as the leader of a process group, like the servers
in_background() {
  setsid "$@" </dev/null &
}

has_citus() {
  [[ -e $("$BIN_FOLDER/pg_config" --sharedir)/extension/citus.control ]]
}

# Removes everything, no matter where the script ends.
end() {
  local result=$?
  trap '' HUP INT TERM
  set +e
  stop_all
  if ((result > 0 && result < 128)); then tail -v -n 20 "$FOLDER"/log/* >&2; fi
  rm -rf -- "$FOLDER"
  exit "$result"
}

# SIGINT, because after SIGTERM PostgreSQL waits for all connections to end, and Citus nodes keep theirs open. Repeats, because a process that
# has just started ignores the signal.
stop_all() {
  local last=$((SECONDS + 60))
  while [[ -n $(jobs -pr) && $SECONDS -lt $last ]]; do
    signal_groups INT
    sleep 0.2
  done
  signal_groups KILL
}

signal_groups() {
  for group in $(jobs -pr); do kill "-$1" -- "-$group"; done
}

where=${1:-}
if [[ $# != 1 || ($where != citus && $where != plain) ]]; then
  usage >&2
  exit 2
fi
BIN_FOLDER=${CITUS_POSTGRES:-$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)}
[[ -n $BIN_FOLDER ]] || fail 'There is no PostgreSQL in /usr/lib/postgresql: set CITUS_POSTGRES to the folder with its programs.'
if [[ $where == citus ]] && ! has_citus; then
  echo "not run: Citus is not installed for the PostgreSQL in $BIN_FOLDER"
  exit 77
fi
[[ $where == citus ]] || NODES=(coordinator)
first_port=${CITUS_PORTS:-7500}
cd "$here/../.."
trap end EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
FOLDER=$(mktemp -d "${TMPDIR:-/tmp}/jsonapi-citus-XXXXXX")
run
