# Runs PostgreSQL ("$@") until it ends or until standard input closes, which it does when the service dies,
# however it dies. SIGINT is PostgreSQL's fast shutdown: connections end, data is checkpointed. It is sent until heard:
# a shell starts programs in the background deaf to SIGINT, and PostgreSQL listens only when it has come far enough.
# One that still runs after GRACE_SECONDS hangs, as on a full disk in the middle of its recovery: SIGQUIT ends it at
# once, and its next start recovers.
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
