#!/bin/sh
# Runs once, when the database is made: the role of the servers, which owns nothing.
# `db:migrate` grants it what it needs.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$SERVING_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role naru login password :'password';
grant connect on database naru to naru;
SQL
