import pg from 'pg';

/**
 * Does the work while a transaction that has changed the board FREE is in progress: a server reads each of
 * its pages and searches then, as if it was asked the first time.
 */
export async function withColdCaches({ databaseUrl }, work) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select change_board('FREE')`);
    return await work();
  } finally {
    await client.end();
  }
}
