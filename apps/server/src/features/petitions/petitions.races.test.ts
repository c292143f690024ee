import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createBlock } from '../../testing/factories/friends.ts';
import {
  answerPetition,
  closePetition,
  createOwedPetition,
  createPetition,
} from '../../testing/factories/petitions.ts';
import { petitionOf, setUpPetitions, sign, stored } from './petitions.fixture.ts';

const { t, author, signer, manager, admin } = setUpPetitions({ admin: 'ADMIN' });

/** Of calls that are sent at once. */
const codesOf = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((one) =>
    one.status === 'fulfilled' ? 'done' : one.reason.code,
  );

describe('a signature', () => {
  it('of two devices at once is one, and what is stored last is shown [PETI-03, PETI-05]', async () => {
    const id = await createPetition(t, author, { threshold: 9 });
    const devices = [signer, await t.signInAs(signer)];
    const responses = await Promise.all(devices.map((device) => sign(t, device, id)));
    for (const { json } of responses) {
      expect(json.petition).toMatchObject({ signatureCount: 1, isSigned: true });
    }
    await Promise.all(devices.map((device, at) => sign(t, device, id, at === 0)));
    const { count, rows } = await stored(t, id);
    const { isSigned } = await petitionOf(t, signer, id);
    expect([rows, isSigned]).toEqual([count, count === 1]);
  });

  it.each(['the author blocks', 'the signer blocks'])(
    'stays, comes and goes as before when %s [PETI-04]',
    async (who) => {
      const id = await createPetition(t, author, { threshold: 9 });
      await sign(t, signer, id);
      const [blocker, blocked] = who === 'the author blocks' ? [author, signer] : [signer, author];
      await createBlock(t.db, blocker, blocked);
      expect((await stored(t, id)).count).toBe(1);
      for (const signed of [false, true]) {
        const { status, json } = await sign(t, signer, id, signed);
        expect([status, json.petition.isSigned]).toEqual([200, signed]);
      }
      // The author learns nothing of it.
      expect((await petitionOf(t, author, id)).signatureCount).toBe(1);
    },
  );

  it('is counted before the end or refused, never lost between [PETI-05, PETI-11]', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await createPetition(t, author, { threshold: 9 });
      const [{ status }] = await Promise.all([
        sign(t, signer, id),
        closePetition(t, manager, id),
      ] as const);
      const { count, rows, ended } = await stored(t, id);
      expect([count, rows, ended]).toEqual([rows, status === 200 ? 1 : 0, 'CLOSED']);
    }
  });

  it('reaches the threshold, or the author withdraws, but not both [PETI-06, PETI-11]', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await createPetition(t, author, { threshold: 1 });
      const withdraw = t.call('POST', `/api/petitions/${id}/withdraw`, { as: author });
      const both = await Promise.all([sign(t, signer, id), withdraw]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const { count, ended } = await stored(t, id);
      expect([count, ended]).toEqual(both[0].status === 200 ? [1, null] : [0, 'WITHDRAWN']);
    }
  });

  it('is of members who are neither suspended nor unverified, and stays of those who are [PETI-03]', async () => {
    const id = await createPetition(t, author, { threshold: 9 });
    expect((await sign(t, await t.signIn('USER'), id)).json.error).toBe('PERMISSION_DENIED');
    const troll = await t.signIn('STUDENT');
    await sign(t, troll, id);
    const until = '2026-12-31';
    const actor = { memberId: admin.id, sessionId: '', roles: admin.roles };
    await t.services.moderation.suspend(actor, troll.id, { until, reason: '도배' });
    const other = await createPetition(t, author, { threshold: 9 });
    for (const signed of [true, false]) {
      for (const one of [other, id]) {
        const { status, json } = await sign(t, troll, one, signed);
        expect([status, json.error]).toEqual([401, 'TOKEN_INVALID']);
      }
    }
    expect([await stored(t, id), await stored(t, other)]).toMatchObject([
      { count: 1 },
      { count: 0 },
    ]);
  });
});

it('an answer comes before the erasure of its writer, and has none, or is refused [PETI-08]', async () => {
  for (let round = 0; round < 4; round += 1) {
    const leaving = await t.signIn('MANAGER');
    const id = await createOwedPetition(t, { author, signer });
    const [code] = await codesOf([
      answerPetition(t, leaving, id),
      t.services.account.removeUnused(leaving.id, async () => true),
    ]);
    const { rows } = await t.db.execute(
      sql`select member_id as writer from petition_answers where post_id = ${id}`,
    );
    expect([code, rows]).toEqual(
      code === 'done' ? ['done', [{ writer: null }]] : ['TOKEN_INVALID', []],
    );
  }
  const gone = await t.signIn('MANAGER');
  await t.services.account.removeUnused(gone.id, async () => true);
  const id = await createOwedPetition(t, { author, signer });
  await expect(answerPetition(t, gone, id)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
});

it('an answer is one of two at once, and not beside a closing [PETI-08, PETI-11]', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await createOwedPetition(t, { author, signer });
    const codes = await codesOf([
      answerPetition(t, manager, id, '첫째'),
      answerPetition(t, admin, id, '둘째'),
      closePetition(t, admin, id),
    ]);
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    const { rows } = await t.db.execute(sql`select from petition_answers where post_id = ${id}`);
    const { ended } = await stored(t, id);
    expect([rows.length, ended]).toEqual(codes[2] === 'done' ? [0, 'CLOSED'] : [1, null]);
  }
});

it('a petition that is deleted and restored has its signatures and its day [PETI-05]', async () => {
  const id = await createOwedPetition(t, { author, signer });
  const before = (await t.call('GET', `/api/petitions/${id}`, { as: author })).json;
  await t.call('DELETE', `/api/post/${id}?reason=spam`, { as: admin });
  const body = { reason: '실수' };
  await t.call('POST', `/api/admin/removed/POST/${id}/restore`, { as: admin, body });
  expect((await t.call('GET', `/api/petitions/${id}`, { as: author })).json).toEqual(before);
});
