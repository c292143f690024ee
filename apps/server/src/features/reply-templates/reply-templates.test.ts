import { LIMITS } from '@naru/contract/limits';
import {
  REPLY_TEMPLATES_MAX,
  type ReplyTemplate,
  TEMPLATE_TITLE_MAX,
} from '@naru/contract/reply-templates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAudit } from '../../testing/factories/inquiries.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

let t: TestApp;
let admin: SignedIn;
let manager: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [admin, manager] = [await t.signIn('ADMIN'), await t.signIn('MANAGER')];
});
beforeEach(() => t.db.execute('delete from reply_templates'));
afterAll(() => t.close());

const PATH = '/api/admin/reply-templates';
const ANSWER = { kind: 'ANSWER', title: '인사', content: '{이름} 님, 안녕하세요.\n학과입니다.' };
const REASON = { kind: 'REASON', title: '광고', content: '광고 글이라 삭제합니다.' };
const create = (body: object, as = admin) =>
  untilServed(() => t.call('POST', PATH, { as, body: { ...ANSWER, ...body } }));
const listed = async (as = admin): Promise<ReplyTemplate[]> =>
  (await t.call('GET', PATH, { as })).json.templates;
const update = (id: number, body: object, as = admin) =>
  t.call('PUT', `${PATH}/${id}`, { as, body });

describe('reply templates', () => {
  it('are shared, by title, and each change is recorded [INQ-353]', async () => {
    const { status, json } = await create({});
    expect([status, json.template]).toEqual([
      201,
      { ...ANSWER, id: json.template.id, version: json.template.version },
    ]);
    await create({ title: '가나다' });
    const second = await t.signIn('ADMIN');
    expect((await listed(second)).map(({ title }) => title)).toEqual(['가나다', '인사']);
    const { id, version } = json.template;
    const saved = await update(id, { ...ANSWER, title: '첫인사', version }, second);
    expect(saved.json.template).toMatchObject({ id, title: '첫인사' });
    const { version: next } = saved.json.template;
    expect((await t.call('DELETE', `${PATH}/${id}?version=${next}`, { as: admin })).status).toBe(
      200,
    );
    expect((await readAudit(t, id)).map(({ action }) => action)).toEqual([
      'reply-template.delete',
      'reply-template.update',
      'reply-template.create',
    ]);
  });

  it('of answers are for ADMIN, those of reasons for MANAGER too [INQ-353]', async () => {
    const { id } = (await create({})).json.template;
    expect((await create({}, manager)).status).toBe(403);
    expect((await create(REASON, manager)).status).toBe(201);
    expect((await listed(manager)).map(({ kind }) => kind)).toEqual(['REASON']);
    expect((await listed()).map(({ kind }) => kind).toSorted()).toEqual(['ANSWER', 'REASON']);
    expect((await update(id, ANSWER, manager)).json.error).toBe('NOT_FOUND');
    expect((await t.call('DELETE', `${PATH}/${id}`, { as: manager })).status).toBe(404);
    // The kind decides who may read it, so it stays.
    expect((await update(id, REASON)).json.error).toBe('NOT_FOUND');
  });

  it('are not saved over the save of a colleague [INQ-353]', async () => {
    const { id, version } = (await create({})).json.template;
    await update(id, { ...ANSWER, content: '먼저 고침', version });
    const late = await update(id, { ...ANSWER, content: '나중에 고침', version });
    expect([late.status, late.json.error]).toEqual([409, 'EDIT_CONFLICT']);
    const gone = await t.call('DELETE', `${PATH}/${id}?version=${version}`, { as: admin });
    expect(gone.json.error).toBe('EDIT_CONFLICT');
    expect((await listed())[0]?.content).toBe('먼저 고침');
  });

  it.each([
    ['no title', { title: ' ' }],
    ['a long title', { title: '가'.repeat(TEMPLATE_TITLE_MAX + 1) }],
    ['no text', { content: '\u3000' }],
    ['an answer longer than an answer', { content: '가'.repeat(LIMITS.inquiryMax + 1) }],
    ['a reason longer than a reason', { ...REASON, content: '가'.repeat(LIMITS.reasonMax + 1) }],
    ['another kind', { kind: 'LETTER' }],
  ])('with %s are refused [INQ-353]', async (_, body) => {
    expect((await create(body)).status).toBe(400);
    expect(await listed()).toEqual([]);
  });

  it('are at most 50 of a kind, also by calls at once [INQ-353]', async () => {
    await t.db.execute(`insert into reply_templates (kind, title, content)
      select 'ANSWER', 'x' || n, 'x' from generate_series(1, ${REPLY_TEMPLATES_MAX - 1}) n`);
    const answers = await Promise.all([create({}), create({}), create({})]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    expect((await create(REASON)).status).toBe(201);
  });
});
