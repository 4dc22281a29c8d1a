# shellcheck shell=bash
# Background processes, each with a log and a pid file.

# PostgreSQL and PgBouncer do not run as root.
if [[ $EUID == 0 ]]; then OWNER=postgres; else OWNER=$(id -un); fi

as_owner() {
  if [[ $EUID == 0 ]]; then
    (cd / && exec setpriv --reuid="$OWNER" --regid="$OWNER" --init-groups -- "$@")
  else
    "$@"
  fi
}

# start NAME COMMAND…: starts the command, unless it is running
start() {
  local name=$1
  shift
  if is_running "$name"; then return; fi
  local command=("$@")
  if [[ $EUID == 0 ]]; then command=(setpriv --reuid="$OWNER" --regid="$OWNER" --init-groups -- "$@"); fi
  # In its own session, so that a Ctrl-C at the terminal does not stop it.
  (cd / && exec setsid "${command[@]}") >>"$FOLDER/log/$name.log" 2>&1 </dev/null &
  echo "$!" >"$FOLDER/$name.pid"
}

process_of() {
  cat "$FOLDER/$1.pid" 2>/dev/null
}

# Process ids are reused, so check for the folder, which every process of the cluster has in its command line.
is_running() {
  local process
  process=$(process_of "$1") && grep -qsF "$FOLDER" "/proc/$process/cmdline"
}

# stop NAME: sends SIGTERM, then waits
stop() {
  if is_running "$1"; then
    kill "$(process_of "$1")"
    wait_for 60 "$1 to stop" is_stopped "$1"
  fi
  rm -f "$FOLDER/$1.pid"
}

is_stopped() {
  ! is_running "$1"
}

# wait_for SECONDS WHAT COMMAND…: waits until the command succeeds
wait_for() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    [[ $SECONDS -lt $end ]] || fail "Timed out waiting for $what: see $FOLDER/log."
    sleep 0.2
  done
}
