import { eq } from 'drizzle-orm';
import { serviceKeys, sources } from '../../db/schema/index.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { TestApp } from '../test-app.ts';

let counter = 0;

/** A configuration with a name of its own. */
export function sourceBody(more: object = {}) {
  counter += 1;
  return {
    type: 'ics',
    name: `calendar-${counter}`,
    title: '학사일정',
    url: `https://www.example.ac.kr/calendar-${counter}.ics`,
    ...more,
  };
}

/** A stored source, with what the API does not return. */
export async function readSource(t: TestApp, id: number) {
  const [row] = await t.db.select().from(sources).where(eq(sources.id, id));
  if (row === undefined) throw new Error('this source is gone');
  return row;
}

export async function changeSourceRow(
  t: TestApp,
  id: number,
  values: Partial<typeof sources.$inferInsert>,
): Promise<void> {
  await t.db.update(sources).set(values).where(eq(sources.id, id));
}

/** Stores a working key; returns it with the headers of a call. */
export async function createServiceKey(
  t: Pick<TestApp, 'db' | 'clock'>,
  maker: { id: number },
  name = '학교 홈페이지',
) {
  const key = `naru_${randomToken()}`;
  const values = { name, prefix: key.slice(0, 11), keyHash: sha256(key) };
  const [row] = await t.db
    .insert(serviceKeys)
    .values({ ...values, createdBy: maker.id, createdAt: t.clock.now() })
    .returning({ id: serviceKeys.id });
  if (row === undefined) throw new Error('the key was not stored');
  return { id: row.id, key, headers: { authorization: `Bearer ${key}` } };
}

let notices = 0;

/** The body of a notice that a program sends. */
export function systemNotice(more: object = {}) {
  notices += 1;
  return {
    boardType: 'NOTICE_UNIV',
    title: `장학금 신청 안내 ${notices}`,
    content: '<p>신청은 <b>금요일</b>까지입니다.</p>',
    targetUrl: `https://www.example.ac.kr/bbs/view.do?nttId=${notices}`,
    sourceId: String(notices),
    ...more,
  };
}
