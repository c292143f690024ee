import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import { eachYielding } from '../../platform/turns.ts';

/** The version of content that several people edit: equal content has equal versions. */
export function versionOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
}

/** `versionOf` for a long list; yields to the event loop. */
export async function versionOfMany(items: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256');
  await eachYielding(items, (item) => hash.update(`${JSON.stringify(item)}\n`));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Throws EDIT_CONFLICT when the content is no longer the one that an edit started from. The caller
 * holds the lock of the content. An edit without a version is not checked.
 */
export function requireVersion(sent: string | undefined, stored: unknown): void {
  if (sent !== undefined && sent !== versionOf(stored)) throw new AppError('EDIT_CONFLICT');
}

/** `requireVersion` for a long list. */
export async function requireVersionOfMany(
  sent: string | undefined,
  stored: readonly unknown[],
): Promise<void> {
  if (sent === undefined || sent === (await versionOfMany(stored))) return;
  throw new AppError('EDIT_CONFLICT');
}
