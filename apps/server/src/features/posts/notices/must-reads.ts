import type { MustReadInput } from '@naru/contract/must-reads';
import type { Tx } from '../../../db/client.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tools } from '../../../wiring/tools.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import {
  findMustRead,
  insertMustRead,
  type MustReadRow,
  updateMustRead,
} from './must-reads.repo.ts';

interface Deps extends Pick<Tools, 'clock'> {
  audit: Pick<AuditService, 'record'>;
}

/** Marks notices as must-read, in the transaction that writes them and has locked their post. */
export function createMustReadMarks({ clock, audit }: Deps) {
  return async (
    tx: Tx,
    actor: Actor,
    postId: number,
    input: MustReadInput | null | undefined,
  ): Promise<void> => {
    if (input === undefined) return;
    const stored = await findMustRead(tx, postId);
    if (input !== null) await mark(tx, actor, postId, changeOf(stored, input, clock.now()));
    else if (stored?.isOpen) await end(tx, actor, postId);
  };

  async function mark(
    tx: Tx,
    actor: Actor,
    postId: number,
    change: ReturnType<typeof changeOf>,
  ): Promise<void> {
    if (change === null) return;
    const { isNew, again, ...values } = change;
    if (isNew) await insertMustRead(tx, { postId, askedAt: clock.now(), ...values });
    else await updateMustRead(tx, postId, values);
    const { dueOn } = values;
    const detail = { ...(dueOn !== null && { dueOn }), ...(again && { again }) };
    await audit.record(tx, actor, { action: 'post.must-read', targetId: postId, detail });
  }

  async function end(tx: Tx, actor: Actor, postId: number): Promise<void> {
    await updateMustRead(tx, postId, { isOpen: false });
    await audit.record(tx, actor, { action: 'post.must-read-end', targetId: postId });
  }
}

/** What to store; null when nothing changes. */
function changeOf(stored: MustReadRow | null, input: MustReadInput, askedAt: Date) {
  const dueOn = input.dueOn ?? null;
  if (stored === null) return { isNew: true, again: false, dueOn };
  const again = input.again === true || !stored.isOpen;
  if (!again && stored.dueOn === dueOn) return null;
  const round = again && { isOpen: true, round: stored.round + 1, askedAt };
  return { isNew: false, again, dueOn, ...round };
}
