import type pg from 'pg';

/** A schema of this name is in a database until a restore or move into it is done. */
const SCHEMA = 'naru_incomplete';

export async function markIncomplete(client: pg.Client): Promise<void> {
  await client.query(`create schema ${SCHEMA}`);
}

export async function unmarkIncomplete(client: pg.Client): Promise<void> {
  await client.query(`drop schema ${SCHEMA}`);
}

export async function isIncomplete(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regnamespace('${SCHEMA}') is not null as found`);
  return rows[0]?.found === true;
}
