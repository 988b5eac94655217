# Runs PostgreSQL ("$@") until it ends or until standard input closes, which it does when the service dies,
# however it dies. SIGINT is PostgreSQL's fast shutdown: connections end, data is checkpointed. It is sent until heard:
# a shell starts programs in the background deaf to SIGINT, and PostgreSQL listens only when it has come far enough.
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{ read -r _ <&3; while kill -INT "$server"; do sleep 1; done; } 2>/dev/null &
watcher=$!
exec 3<&-
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
