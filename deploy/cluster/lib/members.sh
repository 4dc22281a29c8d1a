# shellcheck shell=bash
# etcd, and the members: each is a PostgreSQL with its Patroni.

start_etcd() {
  start etcd etcd --config-file "$FOLDER/etcd.yaml"
  wait_for 30 etcd env ETCDCTL_API=3 etcdctl --endpoints "http://127.0.0.1:$ETCD_PORT" endpoint health
}

start_member() {
  start "$1" patroni "$FOLDER/$1/patroni.yaml"
}

# Patroni stops its PostgreSQL when it is stopped, but not if it was killed.
stop_member() {
  stop "$1"
  local server
  if server=$(server_of "$1"); then
    kill -INT "$server"
    wait_for 60 "PostgreSQL of $1 to stop" has_no_server "$1"
  fi
}

# Kills both at once, with the processes that PostgreSQL has started, as if the machine had lost its power.
kill_member() {
  local server children
  server=$(server_of "$1") || fail "PostgreSQL of $1 is not running."
  mapfile -t children < <(pgrep -P "$server")
  kill -KILL "$(process_of "$1")" "$server" "${children[@]}"
  say_killed "$1"
}

# Its PostgreSQL keeps running, and does not notice when another member is promoted.
kill_patroni() {
  kill -KILL "$(process_of "$1")"
  say_killed "$1"
}

say_killed() {
  echo "$1 killed at $(date +%s%3N)"
  rm -f "$FOLDER/$1.pid"
}

# The main process of a member's PostgreSQL, if it is running.
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

# answers PORT ROLE: succeeds if Patroni reports the role for its member
answers() {
  curl --silent --fail --output /dev/null --max-time 2 "http://127.0.0.1:$1/$2"
}

# True with a primary and two replicas that stream from it, one of them synchronously.
is_complete() {
  for role in primary sync async; do somebody_is "$role" || return; done
}

somebody_is() {
  for port in "$REST_PORT_1" "$REST_PORT_2" "$REST_PORT_3"; do
    if answers "$port" "$1"; then return; fi
  done
  return 1
}
