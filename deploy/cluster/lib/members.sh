# shellcheck shell=bash
# etcd and the members: a PostgreSQL and its Patroni each.

start_etcd() {
  start etcd etcd --config-file "$FOLDER/etcd.yaml"
  wait_for 30 etcd env ETCDCTL_API=3 etcdctl --endpoints "http://127.0.0.1:$ETCD_PORT" endpoint health
}

start_member() {
  start "$1" patroni "$FOLDER/$1/patroni.yaml"
}

# A Patroni that is told to end stops its PostgreSQL; one that was killed could not.
stop_member() {
  stop "$1"
  local server
  if server=$(server_of "$1"); then
    kill -INT "$server"
    wait_for 60 "the end of PostgreSQL of $1" has_no_server "$1"
  fi
}

# Both at once, and what PostgreSQL has started: as if their machine had lost its power.
kill_member() {
  local server children
  server=$(server_of "$1") || fail "PostgreSQL of $1 does not run."
  mapfile -t children < <(pgrep -P "$server")
  kill -KILL "$(process_of "$1")" "$server" "${children[@]}"
  say_killed "$1"
}

# Its PostgreSQL goes on, and does not know it when another member is promoted.
kill_patroni() {
  kill -KILL "$(process_of "$1")"
  say_killed "$1"
}

say_killed() {
  echo "$1 killed at $(date +%s%3N)"
  rm -f "$FOLDER/$1.pid"
}

# The first process of a member's PostgreSQL, if it runs.
server_of() {
  local server
  server=$(head -n 1 "$FOLDER/$1/data/postmaster.pid" 2>/dev/null) || return
  grep -qsF "$FOLDER/$1/data" "/proc/$server/cmdline" || return
  echo "$server"
}

has_no_server() {
  ! server_of "$1"
}

list_members() {
  patronictl_ list
}

patronictl_() {
  as_owner timeout 30 patronictl -c "$FOLDER/member1/patroni.yaml" "$@"
}

leader_name() {
  for number in 1 2 3; do
    local -n port=REST_PORT_$number
    if answers "$port" primary; then
      echo "member$number"
      return
    fi
  done
  fail 'There is no primary.'
}

# answers PORT ROLE: whether Patroni says that its member has a role
answers() {
  curl --silent --fail --output /dev/null --max-time 2 "http://127.0.0.1:$1/$2"
}

# A primary, and two replicas that stream from it, one of them synchronously.
is_complete() {
  for role in primary sync async; do somebody_is "$role" || return; done
}

somebody_is() {
  for port in "$REST_PORT_1" "$REST_PORT_2" "$REST_PORT_3"; do
    if answers "$port" "$1"; then return; fi
  done
  return 1
}
