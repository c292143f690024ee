import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, kstDay } from '../../platform/clock.ts';
import { createResource } from '../../testing/factories/bookings.ts';
import {
  answerPetition,
  createOwedPetition,
  createPetition,
  signPetition,
} from '../../testing/factories/petitions.ts';
import { recruit } from '../../testing/factories/teams.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';
import { prove } from './account.fixture.ts';

let t: TestApp;
let me: SignedIn;
let other: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [me, other, staff] = [await t.signIn(), await t.signIn(), await t.signIn('MANAGER')];
});
afterAll(() => t.close());

async function exportOf(as: SignedIn) {
  await prove(t, as);
  const { rawPayload } = await t.app.inject({ url: '/api/member/export', headers: as.headers });
  const text = String(unzip(rawPayload).get('export.json'));
  return { text, json: JSON.parse(text) };
}
const erase = async (as: SignedIn) => {
  await prove(t, as);
  expect((await t.call('DELETE', '/api/member/me', { as })).status).toBe(200);
};

describe('the export of a member has', () => {
  it('petitions that it began, signed and answered, no signatures of others [PRIV-07, PETI-04]', async () => {
    const own = await createPetition(t, me, { title: '내가 시작한 청원' });
    await signPetition(t, other, own);
    const foreign = await createOwedPetition(t, { author: other, signer: me });
    await answerPetition(t, staff, foreign, '늘리겠습니다.');
    const { json } = await exportOf(me);
    expect(json.petitions).toMatchObject([{ id: own, addressee: 'OFFICE', signatureCount: 1 }]);
    expect(json.posts.map(({ id }: { id: number }) => id)).toContain(own);
    expect(json.signedPetitions).toMatchObject([{ id: foreign }]);
    expect(json.petitionAnswers).toEqual([]);
    const ofStaff = (await exportOf(staff)).json;
    expect(ofStaff.petitionAnswers).toMatchObject([
      { petitionId: foreign, content: '늘리겠습니다.' },
    ]);
    expect(ofStaff.signedPetitions).toEqual([]);
  });

  it('what it recruits for and applies to, no applications of others [PRIV-07, TEAM-04]', async () => {
    const own = await recruit(t, me, [other], { title: '내 모집' });
    const foreign = await recruit(t, other, [me], { title: '남의 모집' });
    const { json, text } = await exportOf(me);
    const post = json.posts.find(({ id }: { id: number }) => id === own);
    expect(post).toMatchObject({ title: '내 모집', team: { places: expect.any(Number) } });
    expect(json.teamApplications).toMatchObject([{ postId: foreign, state: 'WAITING' }]);
    expect(text).not.toContain(other.nickname);
  });

  it('its bookings alone [PRIV-07, BOOK-15]', async () => {
    const { id } = await createResource(t, staff);
    const day = addDays(kstDay(t.clock.now()), 1);
    for (const [as, hour] of [
      [me, '10'],
      [other, '12'],
    ] as const) {
      const body = {
        resourceId: id,
        startsAt: `${day}T${hour}:00:00+09:00`,
        endsAt: `${day}T${Number(hour) + 1}:00:00+09:00`,
      };
      const { status, text } = await t.call('POST', '/api/bookings', { as, body });
      expect(status, text).toBe(201);
    }
    const { json } = await exportOf(me);
    expect(json.bookings).toMatchObject([{ resource: '세미나실', unit: '1호', state: 'BOOKED' }]);
  });
});

describe('of an account that is erased', () => {
  it('answers stay without their writer, and signatures where they brought one about [PRIV-06, PETI-13]', async () => {
    const council = await t.signIn('STUDENT_COUNCIL');
    const leaver = await t.signIn();
    const values = { addressee: 'COUNCIL' } as const;
    const reached = await createOwedPetition(t, { author: other, signer: leaver }, values);
    await answerPetition(t, council, reached, '학생회의 답변입니다.');
    for (const as of [council, leaver]) await erase(as);
    const { json } = await t.call('GET', `/api/petitions/${reached}`, { as: other });
    expect(json.petition).toMatchObject({
      ...{ state: 'ANSWERED', signatureCount: 1 },
      answers: [{ content: '학생회의 답변입니다.' }],
    });
    const { rows } = await t.db.execute(
      `select member_id from petition_answers where post_id = ${reached}`,
    );
    expect(rows).toEqual([{ member_id: null }]);
  });
});
