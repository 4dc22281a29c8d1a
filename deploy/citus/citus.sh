#!/usr/bin/env bash
# Carries out the steps of README.md on this machine, then checks the service there.
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

  citus    on a coordinator and two workers with Citus; then npm run conformance
  plain    on one PostgreSQL, without the steps that only Citus understands, and without the report

It starts the servers itself, on 127.0.0.1, and removes them afterwards. CITUS_PORTS (7500) is the first of their ports, CITUS_POSTGRES the folder of
PostgreSQL's programs (the newest below /usr/lib/postgresql). Exit code 77: Citus is not installed, nothing was run.
TEXT
}

run() {
  local nodes=(coordinator)
  if [[ $where == citus ]]; then nodes+=(worker1 worker2); fi
  make_passwords
  for node in "${nodes[@]}"; do start_node "$node"; done

  step 'roles, then the database, on every node'
  for node in "${nodes[@]}"; do
    sql "$node" postgres postgres --set "owner_password=$OWNER_PASSWORD" --set "service_password=$SERVICE_PASSWORD" --file "$here/roles.sql"
  done
  on_citus 'the extension, and the nodes' join_nodes "${nodes[@]}"
  step 'tables'
  COUNTS=scan MIGRATE_DATABASE_URL=$(url_of jsonapi_owner "$OWNER_PASSWORD") DATABASE_URL=$(url_of jsonapi_service "$SERVICE_PASSWORD") \
    npm run --silent cli -- migrate
  sql coordinator jsonapi jsonapi_owner --file "$here/hide-password.sql"
  on_citus 'reference tables' sql coordinator jsonapi postgres --file "$here/reference-tables.sql"
  step 'grants'
  sql coordinator jsonapi jsonapi_owner --file "$here/grants.sql"

  step 'the service'
  start_service
  write_with_key
  on_citus 'npm run conformance' npm run --silent conformance -- --url "$SERVICE_URL"
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

join_nodes() {
  for node in "$@"; do sql "$node" jsonapi postgres --command 'create extension citus'; done
  sql coordinator jsonapi postgres --command "select citus_set_coordinator_host('127.0.0.1', $(port_of coordinator))"
  for node in "${@:2}"; do
    sql coordinator jsonapi postgres --command "select citus_add_node('127.0.0.1', $(port_of "$node"))"
  done
}

# The nodes log in to each other by the file of passwords as well.
make_passwords() {
  umask 077
  mkdir "$FOLDER/log"
  POSTGRES_PASSWORD=$(random) OWNER_PASSWORD=$(random) SERVICE_PASSWORD=$(random)
  echo "$POSTGRES_PASSWORD" >"$FOLDER/postgres.txt"
  printf '127.0.0.1:*:*:%s:%s\n' postgres "$POSTGRES_PASSWORD" jsonapi_owner "$OWNER_PASSWORD" \
    jsonapi_service "$SERVICE_PASSWORD" >"$FOLDER/passwords"
  export PGPASSFILE=$FOLDER/passwords
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
    settings+=(-c shared_preload_libraries=citus -c citus.node_conninfo=sslmode=prefer)
  fi
  start "$1" "$BIN_FOLDER/postgres" -D "$FOLDER/$1" "${settings[@]}"
  wait_for 60 "$1" sql "$1" postgres postgres --command 'select 1'
}

# sql NODE DATABASE ROLE OPTION…
sql() {
  "$BIN_FOLDER/psql" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --host 127.0.0.1 --port "$(port_of "$1")" --dbname "$2" --username "$3" "${@:4}"
}

url_of() {
  echo "postgres://$1:$2@127.0.0.1:$(port_of coordinator)/jsonapi"
}

start_service() {
  # MAX_PAGE_SIZE: the report checks the maximum only where there is one.
  DATABASE_URL=$(url_of jsonapi_service "$SERVICE_PASSWORD") COUNTS=scan MIGRATE=off MAX_PAGE_SIZE=1000 HOST=127.0.0.1 PORT=0 \
    npm start >"$FOLDER/log/service.log" 2>&1 &
  service=$!
  wait_for 60 'the service' grep -q '^Listening on ' "$FOLDER/log/service.log"
  SERVICE_URL=$(sed -n 's/^Listening on //p' "$FOLDER/log/service.log")
}

# The second time it is answered from the table "answer".
write_with_key() {
  post_person >"$FOLDER/first.txt"
  post_person >"$FOLDER/second.txt"
  head -n 1 "$FOLDER/first.txt"
  grep -q '^HTTP/1.1 201 ' "$FOLDER/first.txt" || fail "POST /persons with a key was not answered with 201."
  grep -qi '^Idempotent-Replayed: true' "$FOLDER/second.txt" || fail 'The answer was not repeated.'
}

post_person() {
  curl --silent --include --max-time 30 "$SERVICE_URL/persons" --header 'Content-Type: application/vnd.api+json' --header 'Idempotency-Key: "citus"' \
    --data '{"data": {"type": "person", "attributes": {"name": "Ada", "birth_date": "1815-12-10"}}}'
}

has_citus() {
  [[ -e $("$BIN_FOLDER/pg_config" --sharedir)/extension/citus.control ]]
}

# What a failure leaves is its logs.
end() {
  local result=$?
  if [[ -n ${service:-} ]]; then
    kill "$service" 2>/dev/null || true
    wait "$service" || true
  fi
  for node in coordinator worker1 worker2; do stop "$node"; done
  if [[ $result == 0 ]]; then
    rm -rf -- "$FOLDER"
  else
    rm -rf -- "$FOLDER"/{coordinator,worker1,worker2,passwords,postgres.txt}
    echo "It failed: see $FOLDER/log." >&2
  fi
}

where=${1:-}
if [[ $# != 1 || ($where != citus && $where != plain) ]]; then
  usage >&2
  exit 2
fi
BIN_FOLDER=${CITUS_POSTGRES:-$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)}
[[ -n $BIN_FOLDER ]] || fail 'There is no PostgreSQL in /usr/lib/postgresql: CITUS_POSTGRES names the folder of its programs.'
if [[ $where == citus ]] && ! has_citus; then
  echo "not run: Citus is not installed for the PostgreSQL in $BIN_FOLDER"
  exit 77
fi
first_port=${CITUS_PORTS:-7500}
FOLDER=$(mktemp -d "${TMPDIR:-/tmp}/jsonapi-citus-XXXXXX")
cd "$here/../.."
trap end EXIT
run
