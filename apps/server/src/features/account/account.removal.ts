import { randomBytes } from 'node:crypto';
import type { Env } from '../../config/env.ts';
import type { Tx } from '../../db/client.ts';
import { isLastAdmin, lockAdmins, lockLivingMember } from '../../domain/access/members.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import { deleteMarks } from '../../domain/marks/marks.repo.ts';
import { leavePetitions } from '../../domain/petitions/signatures.repo.ts';
import { leaveTeams } from '../../domain/teams/teams.repo.ts';
import { lockTimetableToErase } from '../../domain/timetables/timetable-locks.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';
import { AppError } from '../../platform/errors.ts';
import type { DigestService } from '../digest/digest.service.ts';
import type { DraftsService } from '../drafts/drafts.service.ts';
import type { FeedsService } from '../feeds/feeds.service.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import type { PushService } from '../push/push.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tools } from '../tools.ts';
import type { ChatPictures, Pictures, UploadsService } from '../uploads/uploads.service.ts';
import { createErasures } from './account.erasures.ts';
import {
  deletePrivateData,
  deleteSealedChoices,
  deleteTimetable,
  erasePersonalFields,
  findNames,
  leaveChatRooms,
  releaseBookings,
  releaseComments,
  releaseCourseReviews,
} from './account.repo.ts';

/** No text contains user input. The log does not name who has no account any more. */
export function createAccountEmails(names: EmailNames) {
  const warning = createEmailTemplate('UNUSED', names);
  const farewell = createEmailTemplate(null, names);
  return {
    /** `day`: the first on which it may be erased. */
    unused: (to: string, { months, day }: { months: number; day: string }) =>
      warning(
        to,
        `${day}부터 계정이 삭제될 수 있습니다`,
        `${months}개월 동안 사용하지 않은 계정은 개인정보를 지키기 위해 삭제합니다. 이 계정은 ${day}부터 삭제될 수 있습니다.`,
        '계속 쓰려면 그 전에 한 번 로그인해 주세요. 로그인하면 삭제하지 않습니다.',
        `${names.publicUrl}/login`,
        '',
        '삭제한 계정은 되돌릴 수 없고, 작성한 글과 댓글은 이름 없이 남습니다.',
      ),
    expired: (to: string) =>
      farewell(
        to,
        '사용하지 않은 계정을 삭제했습니다',
        '오랫동안 사용하지 않은 계정을 삭제하고 개인정보를 삭제했습니다.',
        '작성한 글과 댓글은 이름 없이 남습니다. 다시 이용하려면 새로 가입해 주세요.',
      ),
    withdrawn: (to: string) =>
      farewell(
        to,
        '탈퇴가 완료되었습니다',
        '계정을 삭제하고 개인정보를 삭제했습니다. 그동안 이용해 주셔서 감사합니다.',
        '작성한 글과 댓글은 이름 없이 남습니다.',
        '',
        `직접 탈퇴하지 않았다면 바로 ${names.site.officeName}에 알려 주세요.`,
      ),
  };
}

export interface AccountDeps
  extends Pick<Tools, 'db' | 'clock' | 'seal' | 'throttle' | 'memberRates' | 'live' | 'events'>,
    Pick<Tools, 'emailQueue' | 'emailNames' | 'notifications' | 'outgoing' | 'audit' | 'log'> {
  env: Pick<Env, 'BACKUP_DIR' | 'SMTP_URL' | 'UNUSED_ACCOUNT_MONTHS'>;
  sessions: SessionsService;
  friends: FriendsService;
  push: Pick<PushService, 'listChoices'>;
  digest: Pick<DigestService, 'getDigest'>;
  drafts: Pick<DraftsService, 'readAll'>;
  feeds: Pick<FeedsService, 'listOwn'>;
  files: Pictures;
  releaseUploads: UploadsService['releaseOf'];
  /** Frees what the member has booked. */
  eraseBookings: (tx: Tx, emit: Emit, memberId: number) => Promise<void>;
  chatFiles: Pick<ChatPictures, 'openSent'>;
}

export type Removal = ReturnType<typeof createRemoval>;

/**
 * Deletes accounts: personal fields, sessions and private data are erased, the content stays without
 * a name, anonymous content does not change, and student number, e-mail address and nickname become
 * free.
 */
export function createRemoval(deps: AccountDeps) {
  const { clock, live, sessions, friends, files, emailQueue, audit, events, notifications } = deps;
  const emails = createAccountEmails(deps.emailNames);
  const erasures = createErasures({ ...deps, folder: deps.env.BACKUP_DIR });

  /** Erases an account; `finish` ends the transaction. */
  async function erase(memberId: number, before: Before, finish: Finish): Promise<void> {
    const pictures = await live.transaction(async (tx, emit) => {
      await before(tx);
      const names = await findNames(tx, memberId);
      if (names === null) throw new AppError('TOKEN_INVALID');
      const keys = await eraseAll(tx, emit, memberId, names);
      await finish(tx, names);
      return keys;
    });
    events.emit('access-changed', { memberId });
    await files.eraseProfilePictures(pictures);
  }

  /** Returns the keys of the pictures to erase. */
  async function eraseAll(tx: Tx, emit: Emit, memberId: number, names: Names): Promise<string[]> {
    const now = clock.now();
    // Nothing comes into a timetable after this.
    await lockTimetableToErase(tx, memberId);
    await releaseComments(tx, memberId);
    // Applying locks the member: none can come after this.
    await lockLivingMember(tx, memberId);
    const applications = await leaveTeams(tx, memberId);
    if (applications.length > 0) await notifications.follow(tx, emit, { applications });
    await leaveChatRooms(tx, memberId, now);
    await friends.removeAllRelations(tx, emit, memberId);
    await deleteTimetable(tx, memberId);
    await deletePrivateData(tx, memberId, names.email);
    await deps.releaseUploads(tx, memberId);
    const pictures = await files.dropProfilePictures(tx, memberId);
    await erasePersonalFields(tx, memberId, createPlaceholder(), now);
    // Booking locks the member, too: nothing can come after this.
    await deps.eraseBookings(tx, emit, memberId);
    await releaseBookings(tx, memberId);
    // Writing a review and blocking a name lock the member: none can come after this.
    const seal = deps.seal.seal(memberId);
    await releaseCourseReviews(tx, seal);
    await deleteSealedChoices(tx, seal);
    await leavePetitions(tx, deps.seal, memberId);
    await deleteMarks(tx, { memberId, markKey: deps.seal.markKey(memberId) }, deps.seal);
    await notifications.renameActor(tx, names.nickname, null);
    return pictures;
  }

  return {
    /** Deletes the actor's account. Throws REAUTH_REQUIRED and LAST_ADMIN. */
    async remove(actor: Actor): Promise<void> {
      const { memberId } = actor;
      const check = async (tx: Tx) => {
        // Members without the ADMIN role lock too, as it may be granted to them at the same time.
        await lockAdmins(tx);
        await sessions.proof.require(tx, actor);
        if (await isLastAdmin(tx, memberId, clock.now())) throw new AppError('LAST_ADMIN');
      };
      await erase(memberId, check, async (tx, names) => {
        await emailQueue.enqueue(tx, emails.withdrawn(names.email));
        await audit.record(tx, actor, { action: 'member.withdraw', targetId: memberId });
      });
      await erasures.note(memberId);
    },

    /** Erases an account that nobody uses, if `isUnused` says so under the lock; returns whether it did. */
    async removeUnused(memberId: number, isUnused: (tx: Tx) => Promise<boolean>): Promise<boolean> {
      const check = async (tx: Tx) => {
        await lockAdmins(tx);
        if (!(await isUnused(tx))) throw new StillUsedError();
      };
      try {
        await erase(memberId, check, async (tx, names) => {
          await emailQueue.enqueue(tx, emails.expired(names.email));
          const detail = { by: 'unused' };
          const entry = { action: 'member.withdraw', targetId: memberId, detail } as const;
          await audit.record(tx, { memberId }, entry);
        });
      } catch (error) {
        if (error instanceof StillUsedError) return false;
        throw error;
      }
      await erasures.note(memberId);
      return true;
    },

    /** Completes the list of erased accounts beside the backups. */
    completeErasures: erasures.complete,

    /** Erases the accounts that the files name, after a restore; returns how many. */
    async eraseAgain(paths: readonly string[]): Promise<number> {
      const ids = await erasures.findErased(paths);
      const detail = { by: 'restore' };
      for (const memberId of ids) {
        await erase(memberId, lockAdmins, async (tx) => {
          const entry = { action: 'member.withdraw', targetId: memberId, detail } as const;
          await audit.record(tx, { memberId }, entry);
        });
      }
      return ids.length;
    },
  };
}

/** Ends the transaction of an erasure that is not due any more. */
class StillUsedError extends Error {}

type Names = NonNullable<Awaited<ReturnType<typeof findNames>>>;
type Before = (tx: Tx) => Promise<unknown>;
type Finish = (tx: Tx, names: Names) => Promise<void>;

/** Erases the personal fields, credentials and private data of a member; the row stays. */
export async function eraseMember(
  tx: Tx,
  { id, email }: { id: number; email: string },
  now: Date,
): Promise<void> {
  await lockTimetableToErase(tx, id);
  await deleteTimetable(tx, id);
  await deletePrivateData(tx, id, email);
  await erasePersonalFields(tx, id, createPlaceholder(), now);
}

/** A unique value for the columns of the erased names; sign-up rejects its format. */
function createPlaceholder(): string {
  return `left-${randomBytes(18).toString('base64url')}`;
}
