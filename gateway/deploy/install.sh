#!/bin/sh
# Installs Fishi @VERSION@: this file contains the gateway. It needs Python 3.11 or newer with venv (on Debian: apt install
# python3-venv) and downloads the packages of its lock file, whose hashes it checks.
#
#   sh install.sh [--to FOLDER] [--python PROGRAM]
#
# FOLDER (/opt/gateway for root, else ~/gateway) gets a virtual environment of this release in `releases`. `bin` and `lib`
# lead to the newest one. Running processes keep the release that they began with. It may be run again at any time.
set -eu
umask 022
export LC_ALL=C PIP_DISABLE_PIP_VERSION_CHECK=1

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

version='@VERSION@'
payload_sum='@PAYLOAD_SUM@'
payload_line='@PAYLOAD_LINE@'
python=python3
if [ "$(id -u)" = 0 ]; then folder=/opt/gateway; else folder=${HOME:-.}/gateway; fi

while [ $# -gt 0 ]; do
    case $1 in
    --to) [ $# -gt 1 ] || fail "--to needs a folder"; folder=$2; shift 2 ;;
    --python) [ $# -gt 1 ] || fail "--python needs a program"; python=$2; shift 2 ;;
    -h | --help) echo "sh install.sh [--to FOLDER] [--python PROGRAM]    installs Fishi $version; see its first lines"; exit 0 ;;
    *) echo "install.sh: unknown option $1; sh install.sh [--to FOLDER] [--python PROGRAM]" >&2; exit 2 ;;
    esac
done

[ -f "$0" ] || fail "save this file first, then run: sh install.sh"
command -v "$python" >/dev/null || fail "there is no $python; on Debian: apt install python3-venv"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed, and $python is $("$python" -V 2>&1); name another one with --python"
"$python" -c 'import ensurepip, venv' 2>/dev/null || fail "$python has no venv; on Debian: apt install python3-venv"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
tail -n "+$payload_line" "$0" >"$work/payload.tar"
sum=$(sha256sum "$work/payload.tar")
[ "${sum%% *}" = "$payload_sum" ] || fail "this file is damaged or not complete (its checksum is another): download it again"
tar -xf "$work/payload.tar" -C "$work" --no-same-owner
(cd "$work" && sha256sum --check --quiet SHA256SUMS) || fail "a file inside is damaged: download it again"

mkdir -p "$folder/releases" 2>/dev/null || fail "$folder cannot be written; name another folder with --to"
folder=$(cd "$folder" && pwd -P)
for link in bin lib; do
    [ -L "$folder/$link" ] || [ ! -e "$folder/$link" ] ||
        fail "$folder/$link is not from this installer (another virtual environment?): name another folder with --to"
done
name=$version-$(printf %.8s "$payload_sum")
release=$folder/releases/$name
previous=$(readlink "$folder/current" || true)

if [ -f "$release/complete" ]; then
    echo "installed   $name was there already"
else
    echo "installing  $name into $release"
    rm -rf "$release"
    "$python" -m venv "$release" || fail "the virtual environment was not made; on Debian: apt install python3-venv"
    "$release/bin/python" -m pip install --quiet --require-hashes --only-binary=:all: -r "$work/requirements.lock" ||
        fail "the packages were not installed; what runs now is unchanged"
    "$release/bin/python" -m pip install --quiet --no-deps --no-index "$work"/*.whl ||
        fail "the gateway was not installed; what runs now is unchanged"
    [ "$("$release/bin/gateway" --version)" = "$version" ] || fail "the new gateway does not start"
    : >"$release/complete"
fi

ln -sfn "releases/$name" "$folder/current.new"
mv -T "$folder/current.new" "$folder/current"
for link in bin lib; do ln -sfn "current/$link" "$folder/$link"; done

echo "program     $folder/bin/gateway"
if [ -z "$previous" ]; then
    echo "next        export GATEWAY_ADMIN_DSN='mysql://root:password@127.0.0.1/the_game_schema'"
    echo "            $folder/bin/gateway install             prints the script: read it"
    echo "            $folder/bin/gateway install --apply     runs it"
elif [ "$previous" != "releases/$name" ]; then
    echo "before      $folder/$previous; it stays, and running processes use it until they restart"
    echo "next        $folder/bin/gateway upgrade --check     or, after a newer release: downgrade --check"
fi
exit 0
