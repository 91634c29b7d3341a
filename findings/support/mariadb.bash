# Starts a MariaDB of Debian 12 in the folder $1, at the socket $1/socket, with nothing installed. Needs the package sources
# of Debian 12 on amd64. The version is pinned: apt fails once a newer point release has replaced it there.
start_mariadb() {
  local folder=$1 version="1:10.11.18-0+deb12u1" image=$1/image
  mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$image" "$folder/data"
  touch "$folder/apt/status"
  local apt=(apt-get -qq -o "Dir::State::lists=$folder/apt/lists" -o "Dir::State::status=$folder/apt/status"
    -o "Dir::Cache=$folder/apt/cache" -o "APT::Sandbox::User=$(id -un)")
  "${apt[@]}" update >/dev/null
  "${apt[@]}" install --download-only --no-install-recommends --yes "mariadb-server-core=$version" >/dev/null
  for package in "$folder"/apt/cache/archives/*.deb; do dpkg -x "$package" "$image"; done
  local libraries=$image/lib/x86_64-linux-gnu:$image/usr/lib/x86_64-linux-gnu share=$image/usr/share/mysql
  local server=("$image/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" --library-path "$libraries" "$image/usr/sbin/mariadbd"
    --no-defaults "--user=$(id -un)" "--datadir=$folder/data" "--tmpdir=$folder" "--lc-messages-dir=$share"
    "--character-sets-dir=$share/charsets" --skip-networking --skip-log-bin)
  { printf '%s;\n' "CREATE DATABASE mysql" "USE mysql" "SET @auth_root_socket = NULL"
    cat "$share"/mysql_system_tables.sql "$share"/mysql_performance_tables.sql "$share"/mysql_system_tables_data.sql
    echo "CREATE DATABASE game;"
  } | "${server[@]}" --bootstrap >"$folder/log" 2>&1
  "${server[@]}" "--socket=$folder/socket" "--pid-file=$folder/pid" >>"$folder/log" 2>&1 &
  for _ in $(seq 300); do [ -S "$folder/socket" ] || sleep 0.1; done
}
