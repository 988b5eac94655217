#!/bin/sh
# Builds pgvector for Debian 12's PostgreSQL 15 from Debian's own source package: Debian 12 has no binary of it.
# The next release's source list is read from the mirror this machine already uses, in a folder of its own.
set -eu
pg_config=/usr/lib/postgresql/15/bin/pg_config
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

sources=/etc/apt/sources.list.d/debian.sources
mirror=$(sed -n 's/^URIs: //p' "$sources" | head -n 1)
keyring=$(sed -n 's/^Signed-By: //p' "$sources" | head -n 1)
echo "deb-src [signed-by=$keyring] $mirror trixie main" > sources.list
mkdir -p lists/partial
fetch="apt-get -qq -o Dir::Etc::sourcelist=$work/sources.list -o Dir::Etc::sourceparts=- -o Dir::State::lists=$work/lists"
$fetch update
$fetch source --download-only pgvector

DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql-server-dev-15 gcc make
tar xzf pgvector_*.orig.tar.gz
cd pgvector-*/
# OPTFLAGS is emptied so that the build does not depend on this machine's processor.
make -j2 with_llvm=no OPTFLAGS= PG_CONFIG="$pg_config"
make install with_llvm=no PG_CONFIG="$pg_config"
