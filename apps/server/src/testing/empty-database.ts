import pg from 'pg';

/** What a test may have changed beside rows: the schema, triggers, functions, statistics, settings. */
const SHAPE = `
  select md5(concat_ws(' ',
    (select string_agg(concat_ws(':', relnamespace, relname, relkind,
        case when relkind = 'r' then reltuples end, reloptions), ',' order by relnamespace, relname)
      from pg_class where relnamespace <> 'pg_toast'::regnamespace and relpersistence <> 't'),
    (select string_agg(concat_ws(':', attrelid::regclass, attname, atttypid, attnotnull, atthasdef), ','
        order by attrelid::regclass::text, attnum)
      from pg_attribute where attrelid >= 16384 and attrelid in (select oid from pg_class where relkind = 'r')),
    (select string_agg(concat_ws(':', conrelid::regclass, conname, pg_get_constraintdef(oid)), ','
        order by conrelid::regclass::text, conname)
      from pg_constraint where connamespace <> 'pg_catalog'::regnamespace),
    (select string_agg(concat_ws(':', tgrelid::regclass, tgname, tgenabled), ','
        order by tgrelid::regclass::text, tgname)
      from pg_trigger where not tgisinternal),
    (select string_agg(concat_ws(':', adrelid::regclass, adnum, pg_get_expr(adbin, adrelid)), ','
        order by adrelid::regclass::text, adnum)
      from pg_attrdef),
    (select string_agg(concat_ws(':', pg_get_indexdef(indexrelid), indisvalid), ','
        order by indexrelid::regclass::text)
      from pg_index where indrelid >= 16384),
    (select string_agg(pg_get_functiondef(oid), ',' order by oid::regprocedure::text)
      from pg_proc where oid >= 16384 and prokind in ('f', 'p')),
    (select count(*) from pg_statistic where starelid >= 16384),
    (select string_agg(nspname, ',' order by nspname) from pg_namespace where nspname !~ '^pg_'),
    (select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
      where d.datname = current_database())
  )) as shape`;

const END_OTHERS = `
  select pg_terminate_backend(pid, 10000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Empties the tables that have pages; triggers that refuse or count a truncation are off meanwhile. */
const EMPTY = `
  do $$
  declare
    names text;
    off text[];
    back_on text[];
    statement text;
    counter record;
  begin
    select string_agg(c.oid::regclass::text, ', ') into names
      from pg_class c
      where c.relkind = 'r' and c.oid >= 16384 and pg_relation_size(c.oid) > 0
        and c.oid::regclass::text not in ('drizzle.__drizzle_migrations', 'graphile_worker.migrations');
    if names is not null then
      select
        array_agg(format('alter table %s disable trigger %I', tgrelid::regclass, tgname)),
        array_agg(format('alter table %s enable %s trigger %I', tgrelid::regclass,
          case tgenabled when 'A' then 'always' end, tgname))
        into off, back_on
        from pg_trigger where tgtype & 32 > 0 and not tgisinternal;
      foreach statement in array off || ('truncate ' || names || ' cascade') || back_on loop
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
