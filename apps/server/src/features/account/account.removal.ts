import { randomBytes } from 'node:crypto';
import { WITHDRAWN_NAME } from '@naru/contract/boards';
import type { Tx } from '../../db/client.ts';
import { isLastAdmin, lockAdmins } from '../../domain/access/admins.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { createEmailTemplate } from '../../platform/email/email-template.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Tools } from '../../tools.ts';
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
} from './account.repo.ts';

export interface AccountDeps extends Tools {
  sessions: SessionsService;
  friends: FriendsService;
  files: Pictures;
}

/**
 * Deletes the account of the actor: erases personal fields, sessions and private data; content
 * stays without a name, anonymous content unchanged. Frees student number, address and nickname.
 * Throws REAUTH_REQUIRED, LAST_ADMIN.
 */
export function createRemoval(deps: AccountDeps) {
  const { clock, live, sessions, friends, files, emailQueue, audit, events } = deps;
  const letter = createEmailTemplate(deps.emailNames);

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
    await sessions.proof.require(tx, actor);
    if (await isLastAdmin(tx, memberId, now)) throw new AppError('LAST_ADMIN');
    const names = await findNames(tx, memberId);
    if (names === null) throw new AppError('TOKEN_INVALID');
    await leaveRooms(tx, memberId, now);
    await friends.removeAllTies(tx, emit, memberId);
    await deleteTimetable(tx, memberId);
    await deletePrivateData(tx, memberId, names.email);
    await releaseFiles(tx, memberId);
    const pictures = await files.dropProfilePictures(tx, memberId);
    await erasePersonalFields(tx, memberId, createPlaceholder(), now);
    await replaceNickname(tx, names.nickname, WITHDRAWN_NAME);
    await emailQueue.enqueue(tx, farewell(names.email));
    await audit.record(tx, actor, { action: 'member.withdraw', targetId: memberId });
    return pictures;
  }

  /** Goes to the former address. */
  function farewell(to: string) {
    return letter(
      to,
      '탈퇴가 완료되었습니다',
      '계정을 삭제하고 개인정보를 지웠습니다. 그동안 이용해 주셔서 감사합니다.',
      '작성한 글과 댓글은 이름 없이 남습니다.',
      '',
      '직접 탈퇴하지 않았다면 바로 학부사무실에 알려 주세요.',
    );
  }
}

/** No sign-up accepts this form. */
function createPlaceholder(): string {
  return `left-${randomBytes(18).toString('base64url')}`;
}
