import type { ReportTarget } from '@naru/contract/choices';
import type { Tx } from '../../db/client.ts';
import { storedTime } from '../../domain/authorship/author.ts';
import type { Emit } from '../../domain/live/live.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { insertObjection } from './inquiries.repo.ts';

interface Objection {
  /** The action of staff that it is against. */
  actionId: number;
  target: { type: ReportTarget; id: number };
  /** Quoted in the title; empty for a suspension. */
  subject: string;
  content: string;
  /** The member, or the seal of an anonymous author. */
  asker: { memberId: number } | { authorSeal: Buffer };
}

type Deps = Pick<Tools, 'clock' | 'notifications'>;

export function createObjecting({ clock, notifications }: Deps) {
  return {
    /**
     * Stores an objection as an inquiry, notifies ADMIN and returns its id. It does not count as an open inquiry: staff
     * actions limit it. Throws OBJECTION_EXISTS for a second one against the same action.
     */
    async objectIn(tx: Tx, emit: Emit, objection: Objection): Promise<number> {
      const { actionId, target, subject, content, asker } = objection;
      const isAnonymous = 'authorSeal' in asker;
      const id = await insertObjection(tx, {
        ...asker,
        actionId,
        title: subject === '' ? '이용 정지에 대한 이의 제기' : `이의 제기: ${subject}`,
        content,
        category: 'OBJECTION',
        targetType: target.type,
        targetId: target.id,
        createdAt: storedTime(isAnonymous, clock.now()),
      });
      if (id === null) throw new AppError('OBJECTION_EXISTS');
      await notifications.objectionArrived(tx, emit, isAnonymous ? null : asker.memberId);
      return id;
    },
  };
}
