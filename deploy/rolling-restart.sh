#!/bin/sh
# Restarts the processes of Schulhof one after the other, without losing a request (docs/operations.md):
#   sudo deploy/rolling-restart.sh 3000 3001
set -eu

# Where nginx tells which process it asked (deploy/nginx/schulhof.conf).
PROXY=${SCHULHOF_PROXY:-http://127.0.0.1:3100}

fail() {
  echo "rolling-restart: $*" >&2
  exit 1
}

is_ready() { curl -fs -o /dev/null "http://127.0.0.1:$1/readyz"; }

# The processes that nginx asked for one question, the one that answered last.
asked() { curl -sI "$PROXY/readyz" | tr -d '\r' | sed -n 's/^[Xx]-[Aa]sked: //p'; }

# Repeats a check, up to so many tenths of a second.
within() {
  tenths=$1
  shift
  while ! "$@"; do
    tenths=$((tenths - 1))
    [ "$tenths" -gt 0 ] || return 1
    sleep 0.1
  done
}

# nginx asked it, heard 503 and went on to another one; or it has ended already.
is_left() {
  case "$(asked)" in *:"$1",*) return 0 ;; esac
  ! curl -s -o /dev/null "http://127.0.0.1:$1/healthz"
}
is_used() { case "$(asked)" in *:"$1") return 0 ;; *) return 1 ;; esac; }

[ $# -ge 2 ] || fail "name the ports of at least two processes, e.g. 3000 3001"
for port in "$@"; do
  is_ready "$port" || fail "process $port is not ready; nothing was restarted"
done

for port in "$@"; do
  systemctl stop --no-block "schulhof@$port"
  # From then on nginx sends it nothing, while it still serves what is under way.
  within 300 is_left "$port" || fail "process $port does not end"
  systemctl stop "schulhof@$port"
  systemctl start "schulhof@$port" || fail "process $port does not start; the others run on"
  within 3000 is_ready "$port" || fail "process $port does not become ready; the others run on"
  # Only when nginx uses it again may the next one go.
  within 600 is_used "$port" || fail "nginx does not use process $port again"
  echo "schulhof@$port has restarted"
done
