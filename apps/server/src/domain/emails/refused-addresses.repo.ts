import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { emailLog } from '../../db/schema/index.ts';

/**
 * Whether the mailbox refused an e-mail, or took none for its time, and nothing arrived there since. Known for as
 * long as the log has it.
 */
export const isRefused = (address: SQLWrapper): SQL<boolean> =>
  sql<boolean>`${address} in (select failed.recipient from ${emailLog} failed
    where failed.state = 'FAILED' and not failed.is_unclear and not exists (
      select from ${emailLog} later
      where later.recipient = failed.recipient and later.id > failed.id and later.state = 'SENT'))`;
