#!/usr/bin/env bash
# Manages tenants in one database, each with a schema and a role, on plain PostgreSQL or on Citus. See README.md.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

usage() {
  cat <<'TEXT'
usage: tenants.sh COMMAND

  new NAME               creates a role and a schema called NAME, with the service's tables; on Citus, on one node
  migrate NAME           runs the migrations of a new version
  distribute NAME        moves the tables of an existing schema to one node
  move NAME HOST PORT    moves a tenant to another node while it is in use
  add-node HOST PORT     adds a node, to which you can then move tenants
  list                   lists the tenants; on Citus, with their nodes

The libpq variables select the database, on Citus the coordinator's: PGHOST, PGPORT, PGDATABASE, PGUSER (a superuser) and so on.
TENANT_PASSWORD is the password of the tenant's role, for `new` and `migrate`.
TEXT
}

new() {
  require_name "$1"
  require_password
  as_superuser --single-transaction --set "tenant=$1" --file "$here/tenant.sql"
  migrate "$1"
  if has_citus; then distribute "$1"; fi
}

# COUNTS=scan, because Citus allows no triggers on tables that it distributes.
migrate() {
  require_name "$1"
  require_password
  local url="postgres://$1:$TENANT_PASSWORD@$PGHOST:$PGPORT/$PGDATABASE"
  (cd "$here/../.." && COUNTS=scan MIGRATE_DATABASE_URL=$url DATABASE_URL=$url npm run --silent cli -- migrate)
  # On Citus the tenant's role may not even check if the extension for these indexes exists.
  as_superuser --tuples-only --no-align --command "select reason from \"$1\".index_texts() as reason where reason is not null"
}

distribute() {
  require_name "$1"
  # Citus copies the rows to the node and leaves the originals on the disk of the coordinator.
  as_superuser --command "
    begin;
    select from citus_schema_distribute('$1');
    select from pg_class, truncate_local_data_after_distributing_table(oid)
    where relnamespace = '$1'::regnamespace and relkind = 'r';
    commit" >/dev/null
}

move() {
  require_name "$1"
  require_address "${@:2}"
  as_superuser --command "select from citus_schema_move('$1', '$2', $3)" >/dev/null
}

add-node() {
  require_address "$@"
  as_superuser --command "select from citus_add_node('$1', $2)" >/dev/null
}

list() {
  if has_citus; then
    as_superuser --command "
      select distinct schema_name as tenant, nodename as host, nodeport as port
      from citus_schemas join citus_shards using (colocation_id) order by tenant"
  else
    as_superuser --command "
      select relnamespace::regnamespace as tenant from pg_class
      where relname = 'mikro_orm_migrations' and relkind = 'r' order by tenant"
  fi
}

has_citus() {
  local count
  count=$(as_superuser --tuples-only --no-align --command "select count(*) from pg_extension where extname = 'citus'") || exit
  [[ $count == 1 ]]
}

as_superuser() {
  PGOPTIONS="${PGOPTIONS:-} -c client_min_messages=warning" psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 "$@"
}

# The name must look the same in SQL, in a URL and in the search path.
require_name() {
  [[ $1 =~ ^[a-z][a-z0-9_]{0,62}$ && $1 != pg_* && $1 != public ]] ||
    fail "\"$1\" is not a valid tenant name: use up to 63 lower-case letters, digits and \"_\", and begin with a letter, but not with \"pg_\"."
}

require_password() {
  [[ ${TENANT_PASSWORD:-} =~ ^[A-Za-z0-9._~-]+$ ]] || fail 'TENANT_PASSWORD must consist of letters, digits and "._~-", because it is part of a URL.'
}

require_address() {
  [[ $1 =~ ^[A-Za-z0-9.:-]+$ && $2 =~ ^[0-9]+$ ]] || fail "\"$1\" and \"$2\" are not a valid host and port."
}

fail() {
  echo "$*" >&2
  exit 1
}

case "${1:-} $#" in
  'new 2' | 'migrate 2' | 'distribute 2' | 'move 4' | 'add-node 3' | 'list 1')
    : "${PGHOST:?}" "${PGPORT:=5432}" "${PGDATABASE:?}"
    "$@"
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac
