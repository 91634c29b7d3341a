#!/usr/bin/env bash
# iproute2 6.1.0-3 (Debian 12): the name of a device in `ip link add NAME type TYPE`. Needs Debian's package sources on
# amd64, `unshare`, and user namespaces.
#
# Guess: NAME is a name, whatever it is; a bridge called `a` works as one called `e` does.
# Seen:  a keyword is also any beginning of one, and keywords come first. `a` and `b` are read as `address` and
#        `broadcast`, and the error speaks of the next word: `"type" is invalid lladdr`. `n` is read as `name`: the
#        command succeeds and makes a device of another name. With `name` before it every name works.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
version="6.1.0-3" image=$folder/image
mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$image"
touch "$folder/apt/status"
apt=(apt-get -qq -o "Dir::State::lists=$folder/apt/lists" -o "Dir::State::status=$folder/apt/status"
  -o "Dir::Cache=$folder/apt/cache" -o "APT::Sandbox::User=$(id -un)")
"${apt[@]}" update >/dev/null
"${apt[@]}" install --download-only --no-install-recommends --yes "iproute2=$version" >/dev/null
for package in "$folder"/apt/cache/archives/*.deb; do dpkg -x "$package" "$image"; done
libraries=$image/lib/x86_64-linux-gnu:$image/usr/lib/x86_64-linux-gnu
cat > "$folder/ip" <<SCRIPT
#!/bin/sh
exec "$image/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" --library-path "$libraries" "$image/bin/ip" "\$@"
SCRIPT
chmod +x "$folder/ip"

outcome() { # of `ip link add $* type bridge`, in a network of its own: the device that it made, or the error
  unshare --user --map-root-user --net sh -c '
    "$0" link add "$@" type bridge 2>&1 && "$0" -brief link | grep -v "^lo " | cut -d" " -f1' "$folder/ip" "$@" || true
}

e=$(outcome e) a=$(outcome a) b=$(outcome b) n=$(outcome n) named=$(outcome name a)
printf '%s\n' "e: $e" "a: $a" "b: $b" "n: $n" "name a: $named"
[ "$e" = e ] && [ "$a" = '"type" is invalid lladdr.' ] && [ "$b" = "$a" ] && [ "$n" = bridge0 ] && [ "$named" = a ]
