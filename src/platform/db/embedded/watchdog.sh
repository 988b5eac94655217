# Runs PostgreSQL ("$@") until it ends or until standard input closes, which happens when the service dies, however it
# dies. SIGINT is PostgreSQL's fast shutdown: connections end, data is checkpointed. It is sent repeatedly, because a
# shell starts background programs with SIGINT ignored, and PostgreSQL handles it only late in its startup. A server
# that still runs after GRACE_SECONDS hangs, as on a full disk during recovery: SIGQUIT ends it immediately, and its
# next start recovers.
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{
  read -r _ <&3
  waited=0
  while kill -INT "$server"; do
    sleep 1
    waited=$((waited + 1))
    [ "$waited" -lt "$GRACE_SECONDS" ] || kill -QUIT "$server"
  done
} 2>/dev/null &
watcher=$!
exec 3<&-
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
