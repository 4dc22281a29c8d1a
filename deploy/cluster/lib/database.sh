# shellcheck shell=bash
# The database of the service, its role, and the addresses to connect to.

prepare_database() {
  as_superuser postgres <<SQL
set client_min_messages = warning;
select 'create role jsonapi login' where not exists (select from pg_roles where rolname = 'jsonapi') \gexec
select 'create database jsonapi owner jsonapi encoding ''UTF8'' template template0'
  where not exists (select from pg_database where datname = 'jsonapi') \gexec
alter role jsonapi password '$JSONAPI_PASSWORD';
grant pg_read_all_stats to jsonapi;
-- These settings cannot be set per session through PgBouncer (docs/operations.md, "Poolers"). They apply to direct connections as well.
alter role jsonapi set statement_timeout = '10s';
alter role jsonapi set idle_in_transaction_session_timeout = '10s';
alter role jsonapi set jit = off;
alter role jsonapi set plan_cache_mode = force_generic_plan;
alter role jsonapi set default_transaction_isolation = 'read committed';
\connect jsonapi
grant execute on function pg_ls_waldir() to jsonapi;
SQL
}

as_superuser() {
  PGPASSWORD=$POSTGRES_PASSWORD psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 \
    --host 127.0.0.1 --port "$PRIMARY_PORT" --username postgres --dbname "$1"
}

primary_accepts() {
  PGPASSWORD=$POSTGRES_PASSWORD psql --no-psqlrc --quiet --host 127.0.0.1 --port "$1" --username postgres \
    --dbname postgres --command 'select 1'
}

pooler_accepts() {
  PGPASSWORD=$JSONAPI_PASSWORD psql --no-psqlrc --quiet --host 127.0.0.1 --port "$POOLER_PORT" --username jsonapi \
    --dbname jsonapi --command 'select 1'
}

# As shell commands: eval "$(cluster.sh environment hosts)"
print_environment() {
  local user="jsonapi:$JSONAPI_PASSWORD" members=() replicas=()
  for port in "$POSTGRES_PORT_1" "$POSTGRES_PORT_2" "$POSTGRES_PORT_3"; do
    members+=("127.0.0.1:$port")
    replicas+=("postgres://$user@127.0.0.1:$port/jsonapi")
  done
  case $1 in
    hosts)
      export_line DATABASE_URL "postgres://$user@$(IFS=, && echo "${members[*]}")/jsonapi?target_session_attrs=read-write"
      export_line DATABASE_REPLICA_URLS "${replicas[*]}"
      ;;
    pooler)
      export_line DATABASE_URL "postgres://$user@127.0.0.1:$POOLER_PORT/jsonapi"
      export_line MIGRATE_DATABASE_URL "postgres://$user@127.0.0.1:$PRIMARY_PORT/jsonapi"
      export_line DATABASE_SESSION_SETTINGS false
      export_line DB_PREPARED off
      ;;
    *) fail "\"$1\" is not valid: use hosts or pooler." ;;
  esac
}

export_line() {
  printf "export %s='%s'\n" "$1" "$2"
}
