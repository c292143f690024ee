import { TEXTS } from '@naru/contract/texts';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { openEvent } from '../../domain/live/live-events.ts';
import { blind } from '../../domain/posts/blinds.repo.ts';
import { readEvents } from '../../testing/factories/events.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import {
  answerPetition,
  closePetition,
  createOwedPetition,
  createPetition,
  signPetition,
} from '../../testing/factories/petitions.ts';
import { readPostAudit } from '../../testing/factories/posts.ts';
import { storeSetting } from '../../testing/factories/settings.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import type { SignedIn } from '../../testing/test-app.ts';
import { report } from '../moderation/blinds.fixture.ts';
import { petitionOf, setUpPetitions } from './petitions.fixture.ts';

const { t, author, signer, manager, council, professor, admin } = setUpPetitions({
  council: 'STUDENT_COUNCIL',
  professor: 'PROFESSOR',
  admin: 'ADMIN',
});
beforeAll(async () => {
  await storeSetting(t, 'blindAfter', '1');
  const rules = { threshold: 30, collectDays: 30, answerDays: 14 };
  const addressees = ['COUNCIL', 'OFFICE', 'FACULTY'];
  await storeSetting(t, 'petitions', JSON.stringify({ ...rules, addressees }));
});

const listed = async (as = signer) =>
  (await t.call('GET', '/api/petitions?tab=all', { as })).json.petitions[0];
const redact = (id: number, answerId: number | null, as = admin) =>
  t.call('POST', `/api/petitions/${id}/redact`, { as, body: { answerId, reason: '개인정보' } });
async function restore(id: number): Promise<void> {
  const { json } = await t.call('GET', '/api/admin/reports?size=50', { as: manager });
  const { inquiryId } = json.reports.find(
    (one: { target: { id: number } }) => one.target.id === id,
  );
  const body = { decision: 'KEEP', reason: '확인했습니다.' };
  const url = `/api/admin/reports/${inquiryId}/decide`;
  expect((await t.call('POST', url, { as: manager, body })).status).toBe(200);
}
const owe = (addressee: 'COUNCIL' | 'OFFICE' | 'FACULTY' = 'COUNCIL') =>
  createOwedPetition(t, { author, signer }, { addressee });

describe('an answer or a reason that must not be read', () => {
  it('is hidden with a petition that is reported, and back with it [PETI-18]', async () => {
    const id = await owe();
    await answerPetition(t, council, id, '김 아무개가 훔쳤습니다.');
    await report(t, 'POST', id);
    for (const as of [signer, author, council]) {
      expect(await petitionOf(t, as, id)).toMatchObject({ state: 'ANSWERED', answers: [] });
    }
    expect((await petitionOf(t, manager, id)).answers).toHaveLength(1);
    await restore(id);
    expect((await petitionOf(t, signer, id)).answers).toHaveLength(1);
  });

  it('is hidden in lists as well [PETI-18]', async () => {
    const id = await createPetition(t, author);
    await closePetition(t, admin, id);
    await report(t, 'POST', id);
    const { closeReason } = await petitionOf(t, signer, id);
    expect([closeReason, (await listed()).closeReason]).toEqual([null, null]);
    expect((await listed(manager)).closeReason).toContain('이루어졌습니다');
    await restore(id);
    expect((await listed()).closeReason).toContain('이루어졌습니다');
  });

  it('is replaced by ADMIN alone, one by one, with a reason that is audited [PETI-18]', async () => {
    const id = await owe();
    await answerPetition(t, council, id, '김 아무개가 훔쳤습니다.');
    const [answer] = (await petitionOf(t, signer, id)).answers;
    for (const as of [council, manager]) {
      expect((await redact(id, answer?.id ?? 0, as)).status).toBe(403);
    }
    expect((await redact(id, null)).json.error).toBe('PETITION_TEXT_NOT_FOUND');
    expect((await redact(await owe(), answer?.id ?? 0)).json.error).toBe('PETITION_TEXT_NOT_FOUND');
    // Whether it is hidden or not.
    await report(t, 'POST', id);
    const { json } = await redact(id, answer?.id ?? 0);
    const [redacted] = json.petition.answers;
    expect(json.petition.answers).toEqual([
      { ...answer, content: TEXTS.petitionRedacted, version: redacted.version },
    ]);
    expect((await readPostAudit(t, id)).at(-1)).toMatchObject({
      ...{ action: 'petition.redact', reason: '개인정보', actorId: admin.id },
      detail: { answerId: answer?.id },
    });
    await restore(id);
    const amend = (version = '') =>
      t.call('POST', `/api/petitions/${id}/answer`, {
        as: council,
        body: { content: '다시 답합니다.', amends: version },
      });
    // Whose dialog has been open since before.
    expect((await amend(answer?.version)).json.error).toBe('EDIT_CONFLICT');
    expect((await amend(redacted.version)).json.petition.answers).toHaveLength(2);
    expect(JSON.stringify(await petitionOf(t, signer, id))).not.toContain('아무개');
  });

  it('is replaced where staff closed a petition [PETI-18]', async () => {
    const id = await createPetition(t, author);
    await closePetition(t, admin, id);
    expect((await redact(id, null)).status).toBe(200);
    expect((await listed()).closeReason).toBe(TEXTS.petitionRedacted);
  });
});

describe('those who owe an answer', () => {
  const owedBy = async (as: SignedIn) =>
    (await t.call('GET', '/api/member/me', { as })).json.meDto.owedAnswers;

  it('see how many and by when on their home, staff all of them, others none [PETI-19]', async () => {
    const first = await owe('COUNCIL');
    const { owedOn } = await petitionOf(t, signer, first);
    await owe('COUNCIL');
    await owe('FACULTY');
    expect(await owedBy(council)).toEqual({ count: 2, owedOn });
    expect(await owedBy(professor)).toMatchObject({ count: 1 });
    expect(await owedBy(admin)).toMatchObject({ count: 3, owedOn });
    for (const as of [signer, author, manager]) expect(await owedBy(as)).toBeUndefined();
    await answerPetition(t, council, first);
    expect(await owedBy(council)).toMatchObject({ count: 1 });
  });

  const reached = async () => undefined;
  const changes: [name: string, change: (id: number) => Promise<unknown>, isOwed: boolean][] = [
    ['reached', reached, true],
    ['answered', (id) => answerPetition(t, council, id), false],
    ['closed', (id) => closePetition(t, admin, id), false],
    ['blinded', (id) => report(t, 'POST', id), false],
    [
      'shown again',
      async (id) => {
        await report(t, 'POST', id);
        await restore(id);
      },
      true,
    ],
    ['deleted', (id) => remove(id), false],
    [
      'restored',
      async (id) => {
        await remove(id);
        const body = { reason: '실수' };
        const url = `/api/admin/removed/POST/${id}/restore`;
        // Not by whom it was removed as its author.
        expect((await t.call('POST', url, { as: admin, body })).status).toBe(200);
      },
      true,
    ],
  ];
  const remove = (id: number) => t.call('DELETE', `/api/post/${id}?reason=spam`, { as: admin });

  const workOf = async (as: SignedIn) =>
    (await readEvents(t, as)).filter(({ payload }) => openEvent(t.seal, payload)?.type === 'work')
      .length;
  const asksOf = async (as: SignedIn) => {
    const { json } = await t.call('GET', '/api/member/my-notices?all=true', { as });
    const texts: string[] = json.notices.map(({ content }: { content: string }) => content);
    return texts.filter((text) => text.includes('답변해 주세요')).length;
  };

  it.each(changes)(
    'count anew at once when a petition is %s, and are asked while it is owed [PETI-19]',
    async (_name, change, isOwed) => {
      const all = [council, manager, admin, professor, signer];
      for (const { id } of all) await t.services.live.place(id);
      const before = await Promise.all(all.map(workOf));
      const id = await owe();
      await t.services.events.drain();
      await change(id);
      await t.services.events.drain();
      const after = await Promise.all(all.map(workOf));
      // Reaching the threshold is the first change.
      const isSeen = after.map(
        (count, at) => count - (before[at] ?? 0) > (change === reached ? 0 : 1),
      );
      expect(isSeen).toEqual([true, true, true, false, false]);
      expect(await owedBy(council)).toEqual(
        isOwed ? expect.objectContaining({ count: 1 }) : undefined,
      );
      expect(await asksOf(council)).toBe(isOwed ? 1 : 0);
    },
  );

  const hideAndShow = async (id: number) => {
    await report(t, 'POST', id);
    await restore(id);
    await t.services.events.drain();
  };
  const block = () => t.call('POST', '/api/friend/block', { as: council, body: { id: signer.id } });
  const compared: [name: string, compare: (id: number) => Promise<unknown>][] = [
    ['a block', block],
    [
      'the end of a block',
      async () => {
        await block();
        await t.call('DELETE', `/api/friend/block/${signer.id}`, { as: council });
      },
    ],
    ['a blind that is lifted', hideAndShow],
  ];

  it.each(
    compared.flatMap(([name, compare]) => [
      [name, 'answered', compare, (id: number) => answerPetition(t, council, id)] as const,
      [name, 'closed', compare, (id: number) => closePetition(t, admin, id)] as const,
    ]),
  )('are not asked again by %s once it is %s [PETI-19]', async (_by, _as, compare, settle) => {
    const id = await owe();
    await t.services.events.drain();
    expect(await asksOf(council)).toBe(1);
    await settle(id);
    await t.services.events.drain();
    await compare(id);
    expect(await asksOf(council)).toBe(0);
  });

  it('are not asked a second time for what they have read when it was hidden meanwhile [PETI-19]', async () => {
    const id = await owe();
    await t.services.events.drain();
    await t.call('POST', '/api/notice/read-all', { as: council, body: { noticeIds: [] } });
    t.clock.advance(60);
    await hideAndShow(id);
    expect(await readNotifications(t, council)).toMatchObject([{ goneAt: null }]);
    const { json } = await t.call('GET', '/api/member/my-notices', { as: council });
    expect(json.notices).toEqual([]);
  });

  it.each([
    ['in time', sql`owed_on`, '까지 답변해 주세요.'],
    ['too late', sql`date '2026-01-01'`, '기한이 1월 1일에 지났습니다. 답변해 주세요.'],
  ])(
    'are asked once it is shown %s, if it was hidden as it was reached [PETI-19]',
    async (_, day, text) => {
      await storeSetting(t, 'blindAfter', '0');
      const id = await createPetition(t, author, { threshold: 1, addressee: 'COUNCIL' });
      await report(t, 'POST', id);
      await t.db.transaction(async (tx) => {
        await blind(tx, { type: 'POST', id }, t.clock.now());
        await signPetition(t, signer, id);
        await expect.poll(() => countWaiting(t)).toBe(1);
      });
      await t.services.events.drain();
      expect(await asksOf(council)).toBe(0);
      await t.db.execute(sql`update petitions set owed_on = ${day} where post_id = ${id}`);
      await restore(id);
      await t.services.events.drain();
      const { json } = await t.call('GET', '/api/member/my-notices', { as: council });
      expect(json.notices).toMatchObject([{ content: expect.stringContaining(text) }]);
      await storeSetting(t, 'blindAfter', '1');
    },
  );

  it('are not asked for it when the petition is deleted at that moment [PETI-19]', async () => {
    const id = await createPetition(t, author, { threshold: 1, addressee: 'COUNCIL' });
    await t.db.transaction(async (tx) => {
      await tx.execute(sql`update posts set deleted_at = now() where id = ${id}`);
      await signPetition(t, signer, id);
      await expect.poll(() => countWaiting(t)).toBe(1);
    });
    await t.services.events.drain();
    expect(await readNotifications(t, council)).toEqual([]);
  });
});

describe('the last day of a petition', () => {
  const at = (time: string) => t.clock.set(new Date(`2026-11-20T${time}+09:00`));

  it.each(['00:00:00', '23:59:59.999'])(
    'is as many Korean days after its first one, whole, however late it began: %s [PETI-20]',
    async (time) => {
      at(time);
      const id = await createPetition(t, author, { threshold: 5 });
      const { rows } = await t.db.execute('select ends_on::text from petitions');
      expect(rows).toEqual([{ ends_on: '2026-12-20' }]);
      t.clock.set(new Date('2026-12-20T23:59:59.999+09:00'));
      await signPetition(t, signer, id);
      t.clock.set(new Date('2026-12-21T00:00:00+09:00'));
      await expect(signPetition(t, council, id)).rejects.toMatchObject({ code: 'PETITION_ENDED' });
    },
  );
});
