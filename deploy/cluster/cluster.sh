#!/usr/bin/env bash
# A PostgreSQL cluster with Patroni on one machine, to try failovers by hand. See README.md.
# shellcheck source-path=SCRIPTDIR
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=lib/settings.sh
source "$here/lib/settings.sh"
# shellcheck source=lib/packages.sh
source "$here/lib/packages.sh"
# shellcheck source=lib/templates.sh
source "$here/lib/templates.sh"
# shellcheck source=lib/processes.sh
source "$here/lib/processes.sh"
# shellcheck source=lib/members.sh
source "$here/lib/members.sh"
# shellcheck source=lib/database.sh
source "$here/lib/database.sh"

usage() {
  cat <<'TEXT'
usage: cluster.sh COMMAND

  install            installs the packages, starts none of their services, upgrades nothing
  up                 starts everything that is not running, and waits for a primary and two replicas
  status             shows the members and which processes are running
  failover           kill -9 of the primary's PostgreSQL and Patroni; up brings it back as a replica
  abandon            kill -9 of the primary's Patroni only; the former primary keeps running
  switchover         makes a replica the primary, in an orderly way
  environment WAY    prints settings for the service; WAY is hosts or pooler
  down               stops everything, keeps the data
  destroy            stops everything, removes the folder

CLUSTER_FOLDER (/tmp/jsonapi-cluster) is the folder, CLUSTER_PORTS (7400) the first of 40 ports.
TEXT
}

up() {
  require_packages
  prepare_folder
  start_etcd
  for member in "${MEMBERS[@]}"; do start_member "$member"; done
  wait_for 90 'a primary and two replicas' is_complete
  start haproxy haproxy -db -f "$FOLDER/haproxy.cfg"
  start pgbouncer pgbouncer "$FOLDER/pgbouncer.ini"
  wait_for 30 'the primary behind HAProxy' primary_accepts "$PRIMARY_PORT"
  prepare_database
  wait_for 30 'the primary behind PgBouncer' pooler_accepts
  list_members
}

status() {
  require_folder
  if is_running etcd; then list_members; fi
  for name in etcd "${MEMBERS[@]}" haproxy pgbouncer; do
    if is_running "$name"; then echo "$name is running (process $(process_of "$name"))"; else echo "$name is not running"; fi
  done
}

failover() {
  require_folder
  local leader
  leader=$(leader_name)
  kill_member "$leader"
}

abandon() {
  require_folder
  local leader
  leader=$(leader_name)
  kill_patroni "$leader"
}

switchover() {
  require_folder
  patronictl_ switchover --force
}

environment() {
  require_folder
  print_environment "${1:?hosts or pooler}"
}

down() {
  require_folder
  stop pgbouncer
  stop haproxy
  for member in "${MEMBERS[@]}"; do stop_member "$member"; done
  stop etcd
}

destroy() {
  down
  rm -rf -- "$FOLDER"
}

case "${1:-}" in
  install) install_packages ;;
  up | status | failover | abandon | switchover | environment | down | destroy) "$@" ;;
  *)
    usage >&2
    exit 2
    ;;
esac
