import pg from 'pg';

const WITHIN_MS = 5_000;
const READ_ONLY = '25006';

/**
 * Connects once and resolves when the database responds and takes writes. Throws what the database or the
 * network says, and an error with the SQLSTATE 25006 for a standby that is not promoted. The signal ends
 * an attempt that hangs.
 */
export async function checkReachable(url: string, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
    application_name: 'naru',
  });
  client.on('error', () => undefined);
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } })
    .connection;
  const abort = () => stream.destroy();
  signal.addEventListener('abort', abort);
  try {
    await client.connect();
    const { rows } = await client.query(`select current_setting('transaction_read_only') as is_on`);
    if (rows[0]?.is_on === 'on') {
      throw Object.assign(new Error('it only reads, as a standby does'), { code: READ_ONLY });
    }
  } finally {
    signal.removeEventListener('abort', abort);
    await client.end().catch(() => undefined);
  }
}
