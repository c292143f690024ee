import { connect, type Executor } from '../../db/client.ts';
import type { Given } from './given.ts';

/** What the database says; null when it cannot be read, which another check reports. */
export async function readStored<T>(
  { database }: Given,
  read: (db: Executor) => Promise<T>,
): Promise<T | null> {
  if (database.url === null) return null;
  const client = connect(database.url, { max: 1, onError: () => undefined });
  try {
    return await read(client.db);
  } catch {
    return null;
  } finally {
    await client.close();
  }
}
