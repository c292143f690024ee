import { linkedIdentities } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

/** Links an account of a provider to the member, unless it has one there; returns the id. */
export async function linkIdentity(
  { db }: Pick<TestApp, 'db'>,
  memberId: number,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<number> {
  const [row] = await db
    .insert(linkedIdentities)
    .values({ memberId, issuer, subject })
    .onConflictDoUpdate({
      target: [linkedIdentities.memberId, linkedIdentities.issuer],
      set: { subject },
    })
    .returning({ id: linkedIdentities.id });
  return row?.id ?? 0;
}
