import { LIMITS } from '@naru/contract/limits';
import type { TeamView } from '@naru/contract/teams';
import type { Executor, Tx } from '../../db/client.ts';
import { lockLivingMember } from '../../domain/access/members.repo.ts';
import { viewerOf } from '../../domain/access/room-access.ts';
import type { Emit } from '../../domain/live/live.ts';
import { closeTeam, endWaiting } from '../../domain/teams/teams.repo.ts';
import { presentTeam } from '../../domain/teams/teams.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import { AppError, found } from '../../platform/errors.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { ChatService } from '../chat/chat.service.ts';
import type { Tools } from '../tools.ts';
import {
  authoriseAcceptance,
  authoriseApply,
  authoriseRefusal,
  isTeamMember,
  requireAuthor,
  requireReopenable,
  requireTeamMember,
} from './teams.policy.ts';
import {
  type ApplicationRow,
  countApplications,
  countWaiting,
  decideApplication,
  deleteApplication,
  eraseText,
  eraseTexts,
  type FoundTeam,
  findApplication,
  findSeen,
  findTeam,
  listApplicants,
  listOver,
  listOwn,
  lockAnyTeam,
  lockOpenTeam,
  putApplication,
  reopenTeam,
} from './teams.repo.ts';

const DAY = 24 * 60 * 60;
const PER_DAY = { max: LIMITS.applicationsPerDay, seconds: DAY };

const ACCEPTED = { state: 'ACCEPTED', message: '지원을 수락했습니다.' } as const;
const DECLINED = { state: 'DECLINED', message: '지원을 거절했습니다.' } as const;

interface Deps
  extends Pick<Tools, 'db' | 'clock' | 'seal' | 'live' | 'throttle' | 'notifications'> {
  chat: Pick<ChatService, 'enterTeam' | 'removeFromTeam' | 'removeFromTeamRoom'>;
}

export type TeamsService = ReturnType<typeof createTeamsService>;

/** Applications to recruiting posts, which only their author sees, and the teams that they become. */
export function createTeamsService(deps: Deps) {
  const { db, clock, seal, live, throttle, notifications, chat } = deps;

  async function viewOf(on: Executor, actor: Actor, team: FoundTeam): Promise<TeamView> {
    const { memberId } = actor;
    const isAuthor = team.authorId === memberId;
    const own = isAuthor ? null : await findApplication(on, team.postId, memberId);
    const rows = isAuthor ? await listApplicants(on, team.postId, memberId) : null;
    return {
      team: presentTeam(team, clock.now()),
      application: own && presentApplication(own),
      applicants:
        rows?.map((row) => ({
          memberId: row.memberId,
          nickname: row.nickname,
          profileThumbnails: row.profileImageUrl,
          ...presentApplication(row),
        })) ?? null,
      hasRoom: isTeamMember(team, own, memberId),
    };
  }

  const lock = async (tx: Tx, actor: Actor, postId: number) =>
    found(await lockOpenTeam(tx, postId, viewerOf(seal, actor)), 'POST_NOT_FOUND');

  /** The view after a change of the team in the transaction. */
  async function changed(tx: Tx, actor: Actor, postId: number, message: string) {
    return { message, view: await viewOf(tx, actor, await lock(tx, actor, postId)) };
  }

  async function notifyAuthor(tx: Tx, emit: Emit, team: FoundTeam, actorId: number): Promise<void> {
    const { postId, authorId } = team;
    if (authorId === null) return;
    const waiting = await countWaiting(tx, postId, authorId);
    await notifications.teamApplied(tx, emit, { postId, actorId, waiting });
  }

  const ended = (tx: Tx, emit: Emit, postId: number, to: readonly number[]) =>
    notifications.teamDecided(tx, emit, { postId, to, outcome: 'ENDED' });

  async function close(tx: Tx, emit: Emit, postId: number): Promise<void> {
    await ended(tx, emit, postId, await closeTeam(tx, postId, clock.now()));
  }

  async function accept(tx: Tx, emit: Emit, team: FoundTeam, row: Decidable): Promise<void> {
    const { postId, memberId } = row;
    await decideApplication(tx, row, 'ACCEPTED', clock.now());
    await chat.enterTeam(tx, postId, memberId, team.authorId);
    await notifications.teamDecided(tx, emit, { postId, to: [memberId], outcome: 'ACCEPTED' });
    if (team.acceptedCount + 1 === team.places) await close(tx, emit, postId);
  }

  async function decline(tx: Tx, emit: Emit, row: Decidable): Promise<void> {
    const { postId, memberId, state } = row;
    const isRemoval = state === 'ACCEPTED';
    await decideApplication(tx, row, 'DECLINED', clock.now());
    if (isRemoval) await chat.removeFromTeam(tx, emit, postId, memberId);
    const outcome = isRemoval ? 'REMOVED' : 'DECLINED';
    await notifications.teamDecided(tx, emit, { postId, to: [memberId], outcome });
  }

  return {
    /** Throws POST_NOT_FOUND, also for a post that recruits nobody. */
    async getView(actor: Actor, postId: number): Promise<TeamView> {
      const team = await findTeam(db, postId, viewerOf(seal, actor));
      return viewOf(db, actor, found(team, 'POST_NOT_FOUND'));
    },

    /**
     * Stores the actor's application, or its message while it waits. One to an author who blocks the actor
     * waits unseen, since a refusal would reveal the block. Throws POST_NOT_FOUND, TEAM_OWN, TEAM_CLOSED,
     * TEAM_DECIDED, TEAM_CROWDED, TEAM_THROTTLED.
     */
    async apply(actor: Actor, postId: number, message: string) {
      const { memberId } = actor;
      return live.transaction(async (tx, emit) => {
        if (!(await lockLivingMember(tx, memberId))) throw new AppError('TOKEN_INVALID');
        const team = await lock(tx, actor, postId);
        const own = await findApplication(tx, postId, memberId);
        const now = clock.now();
        const total = await countApplications(tx, postId);
        const allowed = authoriseApply(team, own, { memberId, total, now });
        if (own?.state === 'WAITING') {
          await putApplication(tx, allowed, { memberId, message, createdAt: own.createdAt });
          return changed(tx, actor, postId, '지원 메시지를 수정했습니다.');
        }
        await throttle.hit(tx, `applications ${memberId}`, PER_DAY, 'TEAM_THROTTLED');
        await putApplication(tx, allowed, { memberId, message, createdAt: now });
        await notifyAuthor(tx, emit, team, memberId);
        return changed(tx, actor, postId, '지원했습니다.');
      });
    },

    /**
     * Deletes the actor's application, of a declined one the text alone; who was accepted leaves the team, and
     * its author is notified. Throws POST_NOT_FOUND.
     */
    async withdraw({ memberId }: Actor, postId: number) {
      return live.transaction(async (tx, emit) => {
        found(await lockAnyTeam(tx, postId), 'POST_NOT_FOUND');
        const own = await findApplication(tx, postId, memberId);
        const remove = own?.state === 'DECLINED' ? eraseText : deleteApplication;
        await remove(tx, postId, memberId);
        if (own?.state === 'WAITING') {
          await notifications.follow(tx, emit, { applications: [postId] });
        }
        if (own?.state !== 'ACCEPTED') return { message: '지원을 취소했습니다.' };
        await chat.removeFromTeam(tx, emit, postId, memberId);
        await notifications.teamLeft(tx, emit, { postId, actorId: memberId });
        return { message: '팀에서 나왔습니다.' };
      });
    },

    /**
     * Accepts or declines an application as the author, under the lock of the team; the last place closes the
     * recruiting. Repeating is harmless. Throws POST_NOT_FOUND, PERMISSION_DENIED, WRITE_DENIED,
     * APPLICATION_NOT_FOUND, TEAM_FULL, APPLICANT_BARRED.
     */
    async decide(actor: Actor, { id: postId, memberId }: Application, isAccepted: boolean) {
      return live.transaction(async (tx, emit) => {
        const team = await lock(tx, actor, postId);
        requireAuthor(team, actor.memberId);
        const author = { authorId: actor.memberId, now: clock.now() };
        const row = await findSeen(tx, { postId, memberId }, author);
        const { state, message } = isAccepted ? ACCEPTED : DECLINED;
        if (row?.state === state) return { message, view: await viewOf(tx, actor, team) };
        if (isAccepted) await accept(tx, emit, team, authoriseAcceptance(actor, team, row));
        else await decline(tx, emit, authoriseRefusal(row));
        return changed(tx, actor, postId, message);
      });
    },

    /** Closes the recruiting, which ends waiting applications, or reopens it. Throws POST_NOT_FOUND, PERMISSION_DENIED, WRITE_DENIED, TEAM_FULL, TEAM_OVER. */
    async setState(actor: Actor, postId: number, isOpen: boolean) {
      return live.transaction(async (tx, emit) => {
        const team = await lock(tx, actor, postId);
        requireAuthor(team, actor.memberId);
        if (isOpen) requireReopenable(actor, team, clock.now());
        await (isOpen ? reopenTeam(tx, postId) : close(tx, emit, postId));
        return changed(tx, actor, postId, isOpen ? '다시 모집합니다.' : '모집을 마감했습니다.');
      });
    },

    /** Lets a member of the team into its chat room, also after the post is gone. Throws ROOM_NOT_FOUND. */
    async enterRoom({ memberId }: Actor, postId: number) {
      return db.transaction(async (tx) => {
        const team = await lockAnyTeam(tx, postId);
        requireTeamMember(team, await findApplication(tx, postId, memberId), memberId);
        return { roomId: await chat.enterTeam(tx, postId, memberId) };
      });
    },

    removeMessage: (actor: Actor, { id, messageId }: { id: number; messageId: number }) =>
      chat.removeFromTeamRoom(actor, id, messageId),

    async listMine(actor: Actor, page: PageQuery) {
      const { rows, total } = await listOwn(db, viewerOf(seal, actor), rangeOf(page));
      const applications = rows.map(({ createdAt, ...row }) => ({
        ...row,
        date: toKst(createdAt),
      }));
      return { applications, ...pageInfo(page, total) };
    },

    /**
     * Ends applications about which nobody decides any more, because the post is gone or long after the last
     * day, and erases old texts; returns how many of each.
     */
    async sweep(): Promise<Record<string, number>> {
      const now = clock.now();
      let endedTeams = 0;
      for (const postId of await listOver(db, now)) {
        await live.transaction(async (tx, emit) => {
          await lockAnyTeam(tx, postId);
          const over = await listOver(tx, now, postId);
          if (over.length === 0) return;
          await ended(tx, emit, postId, await endWaiting(tx, postId, now));
          endedTeams += 1;
        });
      }
      const erasedApplications = await eraseTexts(
        db,
        addSeconds(now, -LIMITS.applicationDays * DAY),
      );
      return { endedTeams, erasedApplications };
    },
  };
}

interface Application {
  id: number;
  memberId: number;
}

type Decidable = Parameters<typeof decideApplication>[1];

function presentApplication({
  state,
  message,
  createdAt,
}: Pick<ApplicationRow, 'state' | 'message' | 'createdAt'>) {
  return { state, message, date: toKst(createdAt) };
}
