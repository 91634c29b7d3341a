#!/bin/sh
# Prints cloudflare.conf (nginx) or cloudflare.caddy from the lists that Cloudflare publishes; prints nothing if one of
# them cannot be read. Renew the file when Cloudflare announces new networks, and then reload the proxy:
#   sh cloudflare.sh nginx > /tmp/cloudflare && mv /tmp/cloudflare /etc/nginx/snippets/cloudflare.conf
#   sh cloudflare.sh caddy > /tmp/cloudflare && mv /tmp/cloudflare /etc/caddy/cloudflare.caddy
set -eu
lists=${CLOUDFLARE_LISTS:-https://www.cloudflare.com}
networks=
for list in ips-v4 ips-v6; do
    part=$(curl --fail --silent --show-error --location "$lists/$list" | grep -E '^[0-9a-f.:]+/[0-9]+$')
    networks="$networks $part"
done
head="# Networks of Cloudflare: https://www.cloudflare.com/ips-v4 and ips-v6, as of $(date -u +%F). Renewed by cloudflare.sh."
case ${1:-} in
nginx)
    echo "$head"
    echo "# From these alone, nginx takes the visitor's address from the header that Cloudflare sets."
    for network in $networks; do echo "set_real_ip_from $network;"; done
    echo "real_ip_header CF-Connecting-IP;"
    ;;
caddy)
    echo "$head"
    echo "# From these alone, Caddy takes the visitor's address from the header that Cloudflare sets."
    printf '@cloudflare remote_ip'
    for network in $networks; do printf ' \\\n\t%s' "$network"; done
    printf '\nvars @cloudflare visitor {http.request.header.CF-Connecting-IP}\n'
    ;;
*)
    echo "usage: sh cloudflare.sh nginx|caddy" >&2
    exit 2
    ;;
esac
