import { randomBytes } from 'node:crypto';
import { WITHDRAWN_NAME } from '@naru/contract/boards';
import type { Tx } from '../../db/client.ts';
import { isLastAdmin, lockAdmins } from '../../domain/access/admins.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Tools } from '../../tools.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import { createAccountEmails } from './account.emails.ts';
import {
  deletePrivateData,
  deleteTimetable,
  erasePersonalFields,
  findNames,
  leaveChatRooms,
  releaseFiles,
  replaceNickname,
} from './account.repo.ts';

export interface AccountDeps
  extends Pick<Tools, 'db' | 'clock' | 'seal' | 'throttle' | 'live' | 'events'>,
    Pick<Tools, 'emailQueue' | 'emailNames' | 'notifications' | 'audit'> {
  sessions: SessionsService;
  friends: FriendsService;
  files: Pictures;
}

/**
 * Returns the use case that deletes the actor's account: it erases personal fields, sessions and
 * private data, keeps the content without a name, does not change anonymous content, and frees
 * student number, e-mail address and nickname. Throws REAUTH_REQUIRED and LAST_ADMIN.
 */
export function createRemoval(deps: AccountDeps) {
  const { clock, live, sessions, friends, files, emailQueue, audit, events } = deps;
  const emails = createAccountEmails(deps.emailNames);

  return async (actor: Actor): Promise<void> => {
    const pictures = await live.transaction((tx, emit) => remove(tx, emit, actor));
    events.emit('access-changed', { memberId: actor.memberId });
    await files.eraseProfilePictures(pictures);
  };

  /** Returns the keys of the pictures to erase. */
  async function remove(tx: Tx, emit: Emit, actor: Actor): Promise<string[]> {
    const { memberId } = actor;
    const now = clock.now();
    // Members without the ADMIN role lock too, as it may be granted to them at the same time.
    await lockAdmins(tx);
    await sessions.proof.require(tx, actor);
    if (await isLastAdmin(tx, memberId, now)) throw new AppError('LAST_ADMIN');
    const names = await findNames(tx, memberId);
    if (names === null) throw new AppError('TOKEN_INVALID');
    await leaveChatRooms(tx, memberId, now);
    await friends.removeAllRelations(tx, emit, memberId);
    await deleteTimetable(tx, memberId);
    await deletePrivateData(tx, memberId, names.email);
    await releaseFiles(tx, memberId);
    const pictures = await files.dropProfilePictures(tx, memberId);
    await erasePersonalFields(tx, memberId, createPlaceholder(), now);
    await replaceNickname(tx, names.nickname, WITHDRAWN_NAME);
    await emailQueue.enqueue(tx, emails.withdrawn(names.email));
    await audit.record(tx, actor, { action: 'member.withdraw', targetId: memberId });
    return pictures;
  }
}

/** Erases the personal fields, credentials and private data of a member; the row stays. */
export async function eraseMember(
  tx: Tx,
  { id, email }: { id: number; email: string },
  now: Date,
): Promise<void> {
  await deleteTimetable(tx, id);
  await deletePrivateData(tx, id, email);
  await erasePersonalFields(tx, id, createPlaceholder(), now);
}

/** A unique value for the columns of the erased names; sign-up rejects its format. */
function createPlaceholder(): string {
  return `left-${randomBytes(18).toString('base64url')}`;
}
