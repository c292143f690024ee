import pg from 'pg';

/**
 * What a test may have changed beside rows: the schema, triggers, functions, statistics, settings. Rows of
 * the catalogue as they are, which copies of one database share with their ids; spelling them out as
 * statements takes ten times as long.
 */
const SHAPE = `
  select md5(concat_ws(' ',
    (select string_agg(concat_ws(':', oid, relnamespace, relname, relkind,
        case when relkind = 'r' then reltuples end, reloptions), ',' order by oid)
      from pg_class where relnamespace <> 'pg_toast'::regnamespace and relpersistence <> 't'),
    (select string_agg(concat_ws(':', attrelid, attname, atttypid, attnotnull, atthasdef), ','
        order by attrelid, attnum)
      from pg_attribute where attrelid >= 16384),
    (select string_agg(c::text, ',' order by oid) from pg_constraint c where oid >= 16384),
    (select string_agg(t::text, ',' order by oid) from pg_trigger t where not tgisinternal),
    (select string_agg(d::text, ',' order by oid) from pg_attrdef d),
    (select string_agg(i::text, ',' order by indexrelid) from pg_index i where indrelid >= 16384),
    (select string_agg(p::text, ',' order by oid) from pg_proc p where oid >= 16384),
    (select count(*) from pg_statistic where starelid >= 16384),
    (select string_agg(nspname, ',' order by nspname) from pg_namespace where nspname !~ '^pg_'),
    (select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
      where d.datname = current_database())
  )) as shape`;

const END_OTHERS = `
  select pg_terminate_backend(pid, 10000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Bytes of all tables up to which deleting their rows is faster than new files for each table. */
const SMALL = 4_000_000;

/**
 * Empties the tables that have pages, without their triggers, those included that a replica fires. A
 * truncation would include every table that refers to one of them, most of which have no row.
 */
const EMPTY = `
  do $$
  declare
    names text[];
    bytes bigint;
    off text[];
    removals text[];
    back_on text[];
    statement text;
    counter record;
  begin
    set local session_replication_role = replica;
    select array_agg(c.oid::regclass::text), sum(pg_total_relation_size(c.oid)) into names, bytes
      from pg_class c
      where c.relkind = 'r' and c.oid >= 16384 and pg_relation_size(c.oid) > 0
        and c.oid::regclass::text not in ('drizzle.__drizzle_migrations', 'graphile_worker.migrations');
    if names is not null then
      select
        array_agg(format('alter table %s disable trigger %I', tgrelid::regclass, tgname)),
        array_agg(format('alter table %s enable always trigger %I', tgrelid::regclass, tgname))
        into off, back_on
        from pg_trigger where tgenabled = 'A';
      if bytes > ${SMALL} then
        removals := array['truncate ' || array_to_string(names, ', ') || ' cascade'];
      else
        select array_agg('delete from ' || name) into removals from unnest(names) as name;
      end if;
      foreach statement in array off || removals || back_on loop
        execute statement;
      end loop;
    end if;
    for counter in select seqrelid::regclass as name, seqstart from pg_sequence
      where seqrelid::regclass::text <> 'drizzle.__drizzle_migrations_id_seq'
        and pg_sequence_last_value(seqrelid) is not null
    loop
      perform setval(counter.name, counter.seqstart, false);
    end loop;
  end $$`;

/** Returns a text that is the same as long as nothing but rows changes in the database. */
export async function readShape(url: string): Promise<string> {
  return withClient(url, shapeOf);
}

/**
 * Removes every row and resets the counters of ids. Returns false, and removes nothing, when the database
 * is not of the given shape any more.
 */
export async function emptyDatabase(url: string, shape: string | undefined): Promise<boolean> {
  return withClient(url, async (client) => {
    if ((await shapeOf(client)) !== shape) return false;
    await client.query(EMPTY);
    return true;
  });
}

/** Ends connections that a test has left open, and waits for them. */
export async function endConnections(url: string): Promise<void> {
  await withClient(url, (client) => client.query(END_OTHERS));
}

async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(SHAPE);
  return rows[0]?.shape ?? '';
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
