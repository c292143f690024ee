import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { emailLog } from '../../db/schema/index.ts';

/**
 * Whether the mail server refused the last e-mail to the address. Known for as long as the log has it; one that
 * arrives later ends it.
 */
export const isRefused = (address: AnyPgColumn): SQL<boolean> =>
  sql<boolean>`coalesce((select ${emailLog.state} = 'FAILED' from ${emailLog}
    where ${emailLog.recipient} = ${address} and ${emailLog.state} in ('SENT', 'FAILED')
    order by ${emailLog.id} desc limit 1), false)`;
