import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members } from '../../db/schema/index.ts';

export async function updateProfile(
  db: Executor,
  memberId: number,
  values: { intro: string } | { emailPublic: boolean },
): Promise<void> {
  await db.update(members).set(values).where(eq(members.id, memberId));
}
