# Runs PostgreSQL ("$@") until it ends or until standard input closes, which it does when the service dies,
# however it dies. SIGINT is PostgreSQL's fast shutdown: connections end, data is checkpointed.
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{ read -r _ <&3; kill -INT "$server"; } 2>/dev/null &
watcher=$!
exec 3<&-
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
