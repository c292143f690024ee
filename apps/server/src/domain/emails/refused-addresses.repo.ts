import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { emailLog } from '../../db/schema/index.ts';

/**
 * Whether the mail server refused the last e-mail to the address. Known for as long as the log has it; one that
 * arrives later ends it.
 */
export const isRefused = (address: SQLWrapper): SQL<boolean> =>
  sql<boolean>`coalesce((select ${emailLog.state} = 'FAILED' from ${emailLog}
    where ${emailLog.recipient} = ${address} and ${emailLog.state} in ('SENT', 'FAILED')
    order by ${emailLog.id} desc limit 1), false)`;

/** The same for one address. */
export async function isAddressRefused(db: Executor, address: string): Promise<boolean> {
  const { rows } = await db.execute<{ refused: boolean }>(
    sql`select ${isRefused(sql`${address}::text`)} as refused`,
  );
  return rows[0]?.refused ?? false;
}
