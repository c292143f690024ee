import type { Target } from '../backup/target.ts';
import { createProcessServices, openKeys } from '../boot/process-services.ts';
import type { Env } from '../config/env.ts';
import { connect, type Db } from '../db/client.ts';
import { type MigrateOptions, migrateDatabase } from '../db/migrate.ts';
import { SealError } from '../domain/keys/wrapped-keys.ts';
import { createImageProcessor } from '../features/uploads/image-processor.ts';
import { messageOf } from '../platform/database/errors.ts';
import type { FetchForeignPage } from '../platform/foreign-pages/foreign-pages.ts';
import { createLog, createLogOutput } from '../platform/log.ts';
import type { Services } from '../wiring/services.ts';
import { RefusedError } from './command-line.ts';

interface ServicesOptions extends Pick<MigrateOptions, 'continues'> {
  /** Reads pages of other sites in place of the usual reader. */
  fetchPage?: FetchForeignPage;
}

/**
 * Migrates the database and runs `use` with the services of the server, even while the server runs. Throws
 * RefusedError when the database or its seal cannot be used.
 */
export async function withServices<T>(
  env: Env,
  url: string,
  use: (services: Services, db: Db) => Promise<T>,
  { fetchPage, ...options }: ServicesOptions = {},
): Promise<T> {
  await migrateDatabase(url, { ...options, durable: false }).catch((error: unknown) => {
    const which = env.DATABASE_URL === undefined ? 'The database' : 'The database at DATABASE_URL';
    throw new RefusedError(`${which} is not usable: ${messageOf(error)}`);
  });
  const client = connect(url, { onError: () => undefined, max: 2 });
  try {
    const { db } = client;
    const keys = await openKeys(env, db).catch((error: unknown) => {
      throw error instanceof SealError ? new RefusedError(error.message) : error;
    });
    const services = await createProcessServices({
      ...keys,
      db,
      env,
      images: createImageProcessor(),
      ...(fetchPage && { fetchPage }),
      version: '',
      commit: null,
      log: createLog('error', await createLogOutput('error', true)),
    });
    return await use(services, db);
  } finally {
    await client.close();
  }
}

/** Completes and closes a database that a restore or a move has filled, so that servers can start on it. */
export async function finishFilled(
  env: Env,
  url: string,
  filled: Target,
  finish: (services: Services, db: Db) => Promise<void>,
): Promise<void> {
  try {
    await withServices(env, url, finish, { continues: true });
    await filled.unmark();
  } finally {
    await filled.close();
  }
}
