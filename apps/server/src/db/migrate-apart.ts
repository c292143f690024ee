import { messageOf } from '../platform/database/errors.ts';
import { grantServerRole } from './grants.ts';
import { type MigrateOptions, migrateDatabase } from './migrate.ts';

const UNKNOWN_ROLE = '42704';

/** Addresses of the same database as its owner and as the server. */
export interface Addresses {
  owner: string | undefined;
  server: string | undefined;
}

/** The names in addresses of PostgreSQL, or those that the guide uses. */
export function namesOf({ owner, server }: Addresses) {
  return {
    owner: partOf(owner, 'username') || 'naru_owner',
    server: partOf(server, 'username') || 'naru_server',
    database: partOf(owner ?? server, 'pathname').slice(1) || 'naru',
  };
}

/**
 * Migrates the database as its owner, or as the server where no owner is given, and grants the role of the
 * server what it needs. Throws an error with one sentence for the operator.
 */
export async function migrateApart(
  addresses: Addresses,
  options: MigrateOptions & { log: (line: string) => void },
): Promise<void> {
  const url = addresses.owner ?? addresses.server;
  if (url === undefined) {
    throw new Error(
      'Set DATABASE_OWNER_URL, or DATABASE_URL: the start of the server migrates the embedded database.',
    );
  }
  await migrateDatabase(url, options).catch((error: unknown) => {
    const name = addresses.owner === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL';
    throw new Error(`The database at ${name} is not usable: ${messageOf(error)}`);
  });
  options.log('The database is up to date.');
  if (addresses.owner === undefined || addresses.server === undefined) return;
  const { owner, server } = namesOf(addresses);
  if (owner === server) return;
  await grantServerRole(url, server).catch((error: unknown) => {
    throw new Error(describeRefusal(server, error));
  });
  options.log(`The role ${server} has the rights of a server.`);
}

function describeRefusal(role: string, error: unknown): string {
  const isUnknown = error instanceof Error && 'code' in error && error.code === UNKNOWN_ROLE;
  return isUnknown
    ? `There is no role ${role}: "npm run db:migrate -- --print-grants" prints the SQL that makes it.`
    : `The role ${role} did not get its rights: ${messageOf(error)}`;
}

function partOf(url: string | undefined, part: 'username' | 'pathname'): string {
  return url === undefined ? '' : decodeURIComponent(new URL(url)[part]);
}
