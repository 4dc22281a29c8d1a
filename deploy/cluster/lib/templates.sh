# shellcheck shell=bash
# The folder of the cluster, and its configuration.

templates=$(dirname "${BASH_SOURCE[0]}")/../templates

# The variables that a template can contain, as ${NAME}.
NAMES=(FOLDER BIN_FOLDER MEMBER POSTGRES_PORT REST_PORT ETCD_PORT ETCD_PEER_PORT PRIMARY_PORT REPLICAS_PORT POOLER_PORT
  POSTGRES_PORT_1 POSTGRES_PORT_2 POSTGRES_PORT_3 REST_PORT_1 REST_PORT_2 REST_PORT_3
  POSTGRES_PASSWORD REPLICATOR_PASSWORD JSONAPI_PASSWORD)

# Marks a folder that `destroy` may remove.
marker=.jsonapi-cluster

require_folder() {
  [[ -e $FOLDER/$marker ]] || fail "There is no cluster in $FOLDER."
  read_passwords
}

prepare_folder() {
  if [[ ! -e $FOLDER/$marker ]]; then
    [[ ! -e $FOLDER ]] || fail "$FOLDER was not made by this script."
    mkdir -p "$FOLDER"
    make_passwords
    touch "$FOLDER/$marker"
  fi
  read_passwords
  mkdir -p "$FOLDER"/{etcd,log,pgbouncer,member1,member2,member3}
  render etcd.yaml "$FOLDER/etcd.yaml"
  render haproxy.cfg "$FOLDER/haproxy.cfg"
  render pgbouncer.ini "$FOLDER/pgbouncer.ini"
  # PgBouncer logs in to PostgreSQL with the same password, so it needs it as well.
  printf '"jsonapi" "%s"\n' "$JSONAPI_PASSWORD" >"$FOLDER/pgbouncer/users.txt"
  local number=0
  for MEMBER in "${MEMBERS[@]}"; do
    number=$((number + 1))
    local -n postgres_port=POSTGRES_PORT_$number rest_port=REST_PORT_$number
    POSTGRES_PORT=$postgres_port REST_PORT=$rest_port render patroni.yaml "$FOLDER/$MEMBER/patroni.yaml"
    unset -n postgres_port rest_port
    chmod 700 "$FOLDER/$MEMBER"
  done
  chmod 700 "$FOLDER"/{etcd,pgbouncer}
  [[ $EUID != 0 ]] || chown -R "$OWNER:" "$FOLDER"
}

make_passwords() {
  (
    umask 077
    for name in POSTGRES REPLICATOR JSONAPI; do
      printf '%s_PASSWORD=%s\n' "$name" "$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
    done >"$FOLDER/passwords"
  )
}

read_passwords() {
  # shellcheck source=/dev/null
  source "$FOLDER/passwords"
}

# render TEMPLATE FILE
render() {
  local text
  text=$(<"$templates/$1")
  for name in "${NAMES[@]}"; do text=${text//"\${$name}"/${!name:-}}; done
  (
    umask 077
    printf '%s\n' "$text" >"$2"
  )
}
