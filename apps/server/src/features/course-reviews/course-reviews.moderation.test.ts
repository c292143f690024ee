import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createFinishedLecture,
  readReviews,
  reviewForm,
  writeReview,
} from '../../testing/factories/course-reviews.ts';
import { storeSetting } from '../../testing/factories/settings.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const DAY = 24 * 60 * 60;

let t: TestApp;
let writer: SignedIn;
let readers: SignedIn[];
let manager: SignedIn;
let lecture: number;
let review: number;
beforeAll(async () => {
  t = await createTestApp({ asServer: true });
  await storeSetting(t, 'blindAfter', '2');
});
beforeEach(async () => {
  await t.db.execute('delete from throttles');
  writer = await t.signIn();
  manager = await t.signIn('MANAGER');
  readers = await Promise.all([1, 2, 3].map(() => t.signIn()));
  lecture = await createFinishedLecture(t, writer);
  await writeReview(t, writer, lecture, { stars: 1, content: '욕설이 든 말' });
  for (const reader of readers) await writeReview(t, reader, lecture);
  const rows = await readReviews(t, lecture);
  review = rows.find(({ content }) => content !== '')?.id ?? 0;
});
afterAll(() => t.close());

const url = () => `/api/lecture-room/${lecture}/reviews`;
const read = async (as: SignedIn) => (await t.call('GET', url(), { as })).json;
const save = (as: SignedIn) => t.call('PUT', url(), { as, body: reviewForm() });
const report = (as: SignedIn, targetId = review) =>
  t.call('POST', '/api/inquiry', {
    as,
    body: {
      title: '욕설',
      content: '욕설',
      category: 'REPORT',
      targetType: 'COURSE_REVIEW',
      targetId,
    },
  });
const decide = async (decision: 'KEEP' | 'REMOVE', as = manager) => {
  const { reports } = (await t.call('GET', '/api/admin/reports?size=50', { as })).json;
  const id = reports.find((one: { target: { id: number } }) => one.target.id === review).inquiryId;
  const body = { decision, reason: '비방하는 말' };
  return t.call('POST', `/api/admin/reports/${id}/decide`, { as, body });
};

describe('a reported course review', () => {
  it('is one that exists, and staff see no writer [LECT-175]', async () => {
    const [reader = writer] = readers;
    expect((await report(reader, review + 1)).json.error).toBe('INQUIRY_TARGET_NOT_FOUND');
    expect((await report(reader)).status).toBe(201);
    const { reports } = (await t.call('GET', '/api/admin/reports?size=50', { as: manager })).json;
    const row = reports.find((one: { target: { id: number } }) => one.target.id === review);
    expect(row.target).toMatchObject({
      ...{ type: 'COURSE_REVIEW', excerpt: '욕설이 든 말', writerId: null, writerNickname: '익명' },
      lectureId: lecture,
    });
    const history = await t.call('GET', `/api/admin/reports/${row.inquiryId}/history`, {
      as: manager,
    });
    expect(history.json).toMatchObject({ of: 'CONTENT', removals: 0 });
  });

  it('is hidden after enough reports, while its figures count, until staff keep it [LECT-175]', async () => {
    t.clock.advance(2 * DAY);
    const [first, second] = await Promise.all(readers.map((one) => t.signInAs(one)));
    if (first === undefined || second === undefined) throw new Error('too few readers');
    writer = await t.signInAs(writer);
    manager = await t.signInAs(manager);
    await Promise.all([report(first), report(second)]);
    expect(await read(first)).toMatchObject({ sums: { count: 4 }, texts: [], totalCount: 0 });
    expect(await read(writer)).toMatchObject({
      obstacle: 'BLINDED',
      mine: { content: '욕설이 든 말', handled: { action: 'HIDDEN', office: null } },
    });
    expect((await save(writer)).json.error).toBe('COURSE_REVIEW_BLINDED');
    expect((await t.call('DELETE', url(), { as: writer })).json.error).toBe(
      'COURSE_REVIEW_BLINDED',
    );
    expect((await decide('KEEP')).json).toMatchObject({ closed: 2 });
    expect((await read(first)).texts).toHaveLength(1);
    expect(await read(writer)).toMatchObject({ obstacle: null, mine: { handled: null } });
  });

  it('leaves the sums when staff remove it, and its writer reads why [LECT-175]', async () => {
    await report(readers[0] ?? writer);
    expect((await decide('REMOVE')).status).toBe(200);
    expect(await read(manager)).toMatchObject({ sums: { count: 3, stars: [0, 0, 0, 3, 0] } });
    const handled = { action: 'REMOVED', reason: '비방하는 말', office: 'MANAGER' };
    expect(await read(writer)).toMatchObject({ obstacle: 'REMOVED', mine: { handled } });
    const own = await t.call('GET', '/api/course-reviews/mine', { as: writer });
    expect(own.json).toMatchObject({ reviews: [{ handled, obstacle: 'REMOVED' }], waiting: [] });
    expect((await save(writer)).json.error).toBe('COURSE_REVIEW_REMOVED');
    t.clock.advance(31 * DAY);
    expect(await t.services.jobs.content.run()).toMatchObject({ courseReviews: 1 });
    expect((await save(await t.signInAs(writer))).status).toBe(200);
  });

  it('is decided by other staff than its writer [INQ-35]', async () => {
    await report(readers[0] ?? writer);
    await setRoles(t, writer.id, ['USER', 'STUDENT', 'MANAGER']);
    const promoted = await t.signInAs({ ...writer, roles: ['USER', 'STUDENT', 'MANAGER'] });
    for (const decision of ['KEEP', 'REMOVE'] as const) {
      expect(await decide(decision, promoted)).toMatchObject({
        status: 403,
        json: { error: 'PERMISSION_DENIED' },
      });
    }
    expect(await read(writer)).toMatchObject({ mine: { handled: null } });
    expect((await decide('REMOVE')).status).toBe(200);
  });

  it('shows its writer to two ADMINs alone, as a secret post does [LECT-175]', async () => {
    const [asking, approving] = [await t.signIn('ADMIN'), await t.signIn('ADMIN')];
    const target = { targetType: 'COURSE_REVIEW', targetId: review, reason: '협박' };
    const asked = await t.call('POST', '/api/admin/reveals', { as: asking, body: target });
    expect(asked.status).toBe(201);
    const at = `/api/admin/reveals/${asked.json.reveal.id}`;
    expect((await t.call('GET', at, { as: approving })).json.identity).toBeNull();
    await t.call('POST', `${at}/approve`, { as: approving });
    const { json } = await t.call('GET', at, { as: approving });
    expect(json).toMatchObject({ excerpt: '욕설이 든 말', identity: { id: writer.id } });
    expect((await t.call('GET', at, { as: await t.signIn('ADMIN') })).json.identity).toBeNull();
  });
});
