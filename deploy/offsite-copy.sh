#!/bin/sh
# For BACKUP_HOOK: copies one backup to a store that rclone knows (docs/operations.md, „Off-site copy“).
#   OFFSITE_TARGET   where to: remote:bucket or remote:bucket/folder
# The remote is in the environment, too: RCLONE_CONFIG_<REMOTE>_TYPE=s3 and so on, or in a file named by RCLONE_CONFIG.
set -eu

file=${1:?Aufruf: offsite-copy.sh SICHERUNG}
target=${OFFSITE_TARGET:?OFFSITE_TARGET fehlt}
folder=$(dirname "$file")
name=$(basename "$file")
journal=$folder/erasures.jsonl

call() {
  # A silent store ends the try after a minute; Schulhof tries again later.
  rclone "$@" --contimeout 15s --timeout 60s --retries 1 --low-level-retries 2 --stats 0
}

# A copy that is there is never replaced: if it is another file of the same name, the comparison fails.
call copyto --ignore-existing "$file" "$target/$name"
compare() { call check --one-way --include "/$name" "$folder" "$target"; }
# SFTP and some other stores keep the first part of a file whose copy was cut off. Only such a part is replaced.
is_part() {
  size=$(call lsf --format s "$target/$name")
  [ "$size" -lt "$(stat -c %s "$file")" ] && call cat "$target/$name" | cmp -s -n "$size" - "$file"
}
if ! compare; then
  is_part || exit 1
  call copyto "$file" "$target/$name"
  compare
fi
# It grows, so each time whole: with it a restored backup forgets again what was erased since.
if [ -e "$journal" ]; then call copyto "$journal" "$target/erasures.jsonl"; fi
