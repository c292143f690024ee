import { randomBytes } from 'node:crypto';
import { WITHDRAWN_NAME } from '@naru/contract/boards';
import type { Tx } from '../../db/client.ts';
import { isLastAdmin, lockAdmins } from '../../domain/access/admins.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { Email } from '../../platform/email/email.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit, Live } from '../../platform/live/live.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import {
  deletePrivateData,
  deleteTimetable,
  erasePersonalFields,
  findNames,
  leaveRooms,
  releaseFiles,
  replaceNickname,
} from './account.removal.repo.ts';

export interface RemovalDeps {
  clock: Clock;
  live: Live;
  proof: Pick<SessionsService['proof'], 'require'>;
  friends: Pick<FriendsService, 'removeAllTies'>;
  files: Pick<Pictures, 'dropProfilePictures' | 'eraseProfilePictures'>;
  emailQueue: EmailQueue;
  /** The confirmation, sent to the former address. */
  farewell: (to: string) => Email;
  audit: Pick<AuditService, 'record'>;
  events: Pick<DomainEventHub, 'emit'>;
}

/**
 * Deletes the account of the actor: erases personal fields, sessions and private data; content
 * stays without a name, anonymous content unchanged. Frees student number, address and nickname.
 * Throws REAUTH_REQUIRED, LAST_ADMIN.
 */
export function createRemoval(deps: RemovalDeps) {
  const { clock, live, proof, files, emailQueue, audit, events } = deps;

  return async (actor: Actor): Promise<void> => {
    const pictures = await live.transaction((tx, emit) => remove(tx, emit, actor));
    events.emit('access-changed', { memberId: actor.memberId });
    await files.eraseProfilePictures(pictures);
  };

  /** Returns the keys of the pictures to erase. */
  async function remove(tx: Tx, emit: Emit, actor: Actor): Promise<string[]> {
    const { memberId } = actor;
    const now = clock.now();
    // Also for non-admins: the role may be granted at this moment.
    await lockAdmins(tx);
    await proof.require(tx, actor);
    if (await isLastAdmin(tx, memberId, now)) throw new AppError('LAST_ADMIN');
    const names = await findNames(tx, memberId);
    if (names === null) throw new AppError('TOKEN_INVALID');
    await leaveRooms(tx, memberId, now);
    await deps.friends.removeAllTies(tx, emit, memberId);
    await deleteTimetable(tx, memberId);
    await deletePrivateData(tx, memberId, names.email);
    await releaseFiles(tx, memberId);
    const pictures = await files.dropProfilePictures(tx, memberId);
    await erasePersonalFields(tx, memberId, createPlaceholders(), now);
    await replaceNickname(tx, names.nickname, WITHDRAWN_NAME);
    await emailQueue.enqueue(tx, deps.farewell(names.email));
    await audit.record(tx, actor, { action: 'member.withdraw', targetId: memberId });
    return pictures;
  }
}

/** No sign-up accepts this form. */
function createPlaceholders() {
  const mark = `left-${randomBytes(18).toString('base64url')}`;
  return { username: mark, email: mark, nickname: mark };
}
