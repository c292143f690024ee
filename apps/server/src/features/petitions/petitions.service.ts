import type { PetitionTab } from '@naru/contract/choices';
import type { Petition, PetitionInput } from '@naru/contract/petitions';
import { TEXTS } from '@naru/contract/texts';
import type { Executor, Tx } from '../../db/client.ts';
import { lockLivingMember } from '../../domain/access/members.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import {
  addSignature,
  listSignedOf,
  removeSignature,
} from '../../domain/petitions/signatures.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, kstDay } from '../../platform/clock.ts';
import { AppError, fieldError, found } from '../../platform/errors.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { Tools } from '../tools.ts';
import { createPetitionNotices } from './petitions.notices.ts';
import {
  authoriseAnswer,
  authoriseClosing,
  authoriseRedaction,
  authoriseWithdrawal,
  requireSignable,
} from './petitions.policy.ts';
import { presentListed, presentPetition } from './petitions.present.ts';
import {
  findPetition,
  insertAnswer,
  insertPetition,
  listAnswers,
  listCollecting,
  listPetitions,
  lockPetition,
  type PetitionRow,
  replaceText,
  setEnded,
  setReached,
} from './petitions.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'live' | 'audit' | 'notifications'> {
  posts: Pick<PostsService, 'create' | 'findSimilar'>;
  settings: Pick<SettingsService, 'get'>;
}

export type PetitionsService = ReturnType<typeof createPetitionsService>;

/** Demands of members; each is a post with signatures, which are sealed, and an answer that is owed. */
export function createPetitionsService(deps: Deps) {
  const { db, clock, seal, live, audit, notifications, posts, settings } = deps;
  const notices = createPetitionNotices(deps);
  const today = () => kstDay(clock.now());

  return {
    async list(actor: Actor, { tab, ...page }: PageQuery & { tab: PetitionTab }) {
      const { memberId } = actor;
      const day = today();
      const self = { memberId, seal: seal.seal(memberId) };
      const rows = await listPetitions(db, { tab, today: day, self }, rangeOf(page));
      const signed = await listSignedOf(db, seal, { memberId, ids: rows.map(({ id }) => id) });
      return {
        petitions: rows.map((row) =>
          presentListed(row, { actor, today: day, isSigned: signed.has(row.id) }),
        ),
        page: pageInfo(page, rows[0]?.total ?? 0),
      };
    },

    rules: async () => (await settings.get()).petitions,

    /** Petitions that collect signatures and have a title like this one. */
    async findSimilar(actor: Actor, title: string) {
      const found = await posts.findSimilar(actor, title, 'PETITION');
      const open = await listCollecting(
        db,
        found.map(({ id }) => id),
        today(),
      );
      return found.filter(({ id }) => open.has(id));
    },

    /** Throws POST_NOT_FOUND. */
    get: async (actor: Actor, id: number) => show(db, actor, await findPetition(db, id)),

    /** Throws VALIDATION_FAILED for a body that takes no petitions, and what a post throws. */
    async create(actor: Actor, { addressee, isConfirmed: _, ...text }: PetitionInput) {
      const { petitions: rules } = await settings.get();
      if (!rules.addressees.includes(addressee)) {
        throw fieldError('addressee', TEXTS.petitionAddresseeOff);
      }
      const { threshold, answerDays, collectDays } = rules;
      const endsOn = addDays(today(), collectDays);
      return posts.create(actor, { ...text, boardType: 'PETITION' }, (tx, postId) =>
        insertPetition(tx, { postId, addressee, threshold, answerDays, endsOn }),
      );
    },

    /**
     * Adds or takes back the actor's signature; repeatable. The one that reaches the threshold makes the answer
     * owed, once. Who is no STUDENT any more can still take it back. Throws
     * TOKEN_INVALID, POST_NOT_FOUND, CONTENT_BLINDED, PERMISSION_DENIED and PETITION_ENDED.
     */
    async sign(actor: Actor, id: number, isSigned: boolean): Promise<Petition> {
      const signer = seal.sealIn(id, actor.memberId);
      return live.transaction(async (tx, emit) => {
        // An erasure takes back what is signed before it: nothing may come after.
        if (!(await lockLivingMember(tx, actor.memberId))) throw new AppError('TOKEN_INVALID');
        const row = await lock(tx, id);
        requireSignable(row, actor, { today: today(), isSigned });
        const change = isSigned ? addSignature : removeSignature;
        const total = await change(tx, id, signer);
        if (total >= row.threshold) await reach(tx, emit, row);
        return show(tx, actor, await findPetition(tx, id));
      });
    },

    /** Throws POST_NOT_FOUND, PERMISSION_DENIED, PETITION_ENDED and PETITION_HALF_SIGNED. */
    withdraw: (actor: Actor, id: number): Promise<Petition> =>
      live.transaction(async (tx) => {
        const row = authoriseWithdrawal(await lock(tx, id), actor, today());
        await setEnded(tx, row, {
          endedAt: clock.now(),
          endedAs: 'WITHDRAWN',
          closeReason: null,
        });
        return show(tx, actor, await findPetition(tx, id));
      }),

    /** Throws POST_NOT_FOUND, PERMISSION_DENIED and PETITION_ENDED. */
    close: (actor: Actor, id: number, reason: string): Promise<Petition> =>
      live.transaction(async (tx, emit) => {
        const row = authoriseClosing(await lock(tx, id), actor, today());
        await setEnded(tx, row, {
          endedAt: clock.now(),
          endedAs: 'CLOSED',
          closeReason: reason,
        });
        await notices.closed(tx, row, actor.memberId);
        await notifications.debtChanged(tx, emit, id);
        const closed = await show(tx, actor, await findPetition(tx, id));
        await audit.record(tx, actor, { action: 'petition.close', targetId: id, reason });
        return closed;
      }),

    /**
     * Says that staff removed an answer, or the reason of a closed petition, in its place. Throws POST_NOT_FOUND,
     * and PETITION_TEXT_NOT_FOUND without such a text.
     */
    redact: (
      actor: Actor,
      id: number,
      { answerId, reason }: { answerId: number | null; reason: string },
    ): Promise<Petition> =>
      live.transaction(async (tx) => {
        const row = authoriseRedaction(found(await lockPetition(tx, id), 'POST_NOT_FOUND'), actor);
        const text = TEXTS.petitionRedacted;
        if (!(await replaceText(tx, row, { answerId, text }))) {
          throw new AppError('PETITION_TEXT_NOT_FOUND');
        }
        const detail = answerId === null ? {} : { answerId };
        await audit.record(tx, actor, { action: 'petition.redact', targetId: id, reason, detail });
        return show(tx, actor, await findPetition(tx, id));
      }),

    /**
     * Adds an answer; `amends` is the version of the one before as the actor saw it. Those who signed and the author
     * are notified of the first one. Throws TOKEN_INVALID, POST_NOT_FOUND, PERMISSION_DENIED, PETITION_NOT_OWED and EDIT_CONFLICT.
     */
    answer: (
      actor: Actor,
      id: number,
      { content, amends }: { content: string; amends: string | null },
    ): Promise<Petition> =>
      live.transaction(async (tx, emit) => {
        // An erasure takes the writer from what is answered before it: nothing may come after.
        if (!(await lockLivingMember(tx, actor.memberId))) throw new AppError('TOKEN_INVALID');
        const row = authoriseAnswer(await lock(tx, id), actor, today());
        const [newest] = await listAnswers(tx, id);
        if ((newest?.version ?? null) !== amends) throw new AppError('EDIT_CONFLICT');
        const { memberId } = actor;
        await insertAnswer(tx, row, { memberId, content, createdAt: clock.now() });
        if (amends === null) {
          await notices.answered(tx, row, memberId);
          await notifications.debtChanged(tx, emit, id);
        }
        const answered = await show(tx, actor, await findPetition(tx, id));
        const detail = { isAmended: amends !== null };
        await audit.record(tx, actor, { action: 'petition.answer', targetId: id, detail });
        return answered;
      }),

    /** Notifies those concerned of deadlines that come or have passed, once each; returns of how many. */
    notifyDue: notices.sendDue,
  };

  async function lock(tx: Tx, id: number): Promise<PetitionRow> {
    const row = found(await lockPetition(tx, id), 'POST_NOT_FOUND');
    if (row.isBlinded) throw new AppError('CONTENT_BLINDED');
    return row;
  }

  async function reach(tx: Tx, emit: Emit, row: PetitionRow): Promise<void> {
    const now = clock.now();
    const owedOn = addDays(kstDay(now), row.answerDays);
    await setReached(tx, row.id, { reachedAt: now, owedOn });
    await notices.reached(tx, row, owedOn);
    await notifications.debtChanged(tx, emit, row.id);
  }

  async function show(
    executor: Executor,
    actor: Actor,
    row: PetitionRow | null,
  ): Promise<Petition> {
    if (row === null) throw new AppError('POST_NOT_FOUND');
    const { memberId } = actor;
    const signed = await listSignedOf(executor, seal, { memberId, ids: [row.id] });
    const answers = row.answeredAt === null ? [] : await listAnswers(executor, row.id);
    return presentPetition(row, {
      actor,
      today: today(),
      isSigned: signed.has(row.id),
      answers,
    });
  }
}
