# shellcheck shell=bash
# Debian's packages.

PACKAGES=(patroni etcd-server etcd-client haproxy pgbouncer postgresql)
PROGRAMS=(patroni patronictl etcd etcdctl haproxy pgbouncer psql curl)

install_packages() {
  [[ $EUID == 0 ]] || fail 'install needs root'
  local simulated missing=()
  for package in "${PACKAGES[@]}" curl; do
    dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [[ ${#missing[@]} == 0 ]] && return
  apt-get update
  simulated=$(apt-get install --simulate --no-install-recommends "${missing[@]}")
  # "Inst name [old version] (new version …)", "Remv name …"
  if grep -E '^(Inst [^ ]+ \[|Remv )' <<<"$simulated"; then fail 'Nothing is installed: it would change the packages above.'; fi
  without_starting apt-get install --yes --no-install-recommends "${missing[@]}"
  disable_services
}

# Runs a command during which Debian's packages may not start their services.
without_starting() {
  local policy=/usr/sbin/policy-rc.d
  if [[ -e $policy ]]; then
    "$policy" patroni start && fail "$policy lets services start"
    "$@"
    return
  fi
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
  local result=0
  "$@" || result=$?
  rm -f "$policy"
  return "$result"
}

# Otherwise the packages' own services would start with the machine.
disable_services() {
  [[ -d /run/systemd/system ]] || return 0
  local service
  for package in "${missing[@]}"; do
    service=${package%-server}
    systemctl disable --quiet "$service" 2>/dev/null || true
  done
}

require_packages() {
  for program in "${PROGRAMS[@]}"; do
    command -v "$program" >/dev/null || fail "There is no $program: run cluster.sh install."
  done
  [[ -n $BIN_FOLDER ]] || fail 'There is no PostgreSQL in /usr/lib/postgresql: run cluster.sh install.'
}
