import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChildWorkerError } from '../../../platform/child-worker.ts';
import { createBlock } from '../../../testing/factories/friends.ts';
import { createLecturePost } from '../../../testing/factories/lecture-posts.ts';
import { createLectureRoom, markRoom } from '../../../testing/factories/lecture-rooms.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';
import { uploadFile } from '../attachments.fixture.ts';
import { createFileTexts } from './file-texts.ts';
import { pdfOf } from './texts.fixture.ts';

let t: TestApp;
let writer: SignedIn;
let reader: SignedIn;
let manager: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  writer = await t.signIn('STUDENT');
  reader = await t.signIn('STUDENT');
  manager = await t.signIn('MANAGER');
});
afterAll(() => t.close());

const readFiles = () => t.services.jobs.fileTexts.run();

async function write(text: string, name = '점검표.txt', boardType = 'FREE') {
  const body = name.endsWith('.pdf') ? pdfOf([text]) : Buffer.from(text);
  const attachments = [await uploadFile(t, writer, name, body)];
  const {
    json,
    status,
    text: answer,
  } = await t.call('POST', '/api/post/post-up', {
    as: writer,
    body: { boardType, title: '글', content: '<p>본문</p>', attachments },
  });
  if (status !== 201) throw new Error(answer);
  return json.id as number;
}

async function everywhere(query: string, as = reader) {
  const { json } = await t.call('GET', `/api/search?query=${encodeURIComponent(query)}`, { as });
  return json.posts as { id: number; fileName: string | null; excerpt: string }[];
}

async function onBoard(query: string, filter = 'all', as = reader): Promise<number[]> {
  const path = `/api/post?boardType=FREE&page=0&size=10&filter=${filter}&query=${encodeURIComponent(query)}`;
  const { json, status, text } = await t.call('GET', path, { as });
  if (status !== 200) throw new Error(text);
  return json.pageResponse.posts.map(({ id }: { id: number }) => id);
}

describe('words of files', () => {
  it('find their post on its board and everywhere, with the name of the file [FILE-07]', async () => {
    const id = await write(`${'가나 '.repeat(60)}등대지기 명단 ${'다라 '.repeat(60)}`);
    const pdf = await write('Kormoran survey', '조사.pdf');
    expect(await everywhere('등대지기')).toEqual([]);
    expect(await readFiles()).toEqual({ read: 2 });
    const [found] = await everywhere('등대지기 명단');
    expect(found).toMatchObject({ id, fileName: '점검표.txt' });
    expect(found?.excerpt).toContain('등대지기 명단');
    expect(await onBoard('등대지기')).toEqual([id]);
    expect(await onBoard('kormoran SURVEY')).toEqual([pdf]);
    expect(await onBoard('등대')).toEqual([id]);
    expect(await onBoard('등대지기', 'title')).toEqual([]);
    expect(await onBoard('등대지기 없는말')).toEqual([]);
  });

  it('show a post to nobody who may not see it [FILE-10]', async () => {
    const id = await write('비밀부표 자료');
    await readFiles();
    expect(await onBoard('비밀부표')).toEqual([id]);
    await createBlock(t.db, reader, writer);
    expect(await everywhere('비밀부표')).toEqual([]);
    expect((await everywhere('비밀부표', manager)).map((post) => post.id)).toEqual([id]);
    await t.db.execute(sql`update posts set blinded_at = now() where id = ${id}`);
    expect(await everywhere('비밀부표', manager)).toEqual([]);
    t.clock.advance(60);
    expect(await onBoard('비밀부표')).toEqual([]);
    await t.db.execute(sql`delete from member_blocks`);
  });

  it('of a lecture room find it only for who has the room [FILE-10]', async () => {
    const room = await createLectureRoom(t);
    const id = await createLecturePost(t, writer, room);
    await t.db.execute(sql`update attachments set post_id = ${id}
      where post_id = ${await write('실습해류 자료')}`);
    await readFiles();
    expect(await everywhere('실습해류')).toEqual([]);
    await markRoom(t, reader, room);
    expect((await everywhere('실습해류')).map((post) => post.id)).toEqual([id]);
  });

  it('go with the file [FILE-11]', async () => {
    const id = await write('사라질문장');
    await readFiles();
    await t.db.execute(sql`delete from attachments where post_id = ${id}`);
    const { rows } = await t.db.execute(
      sql`select 1 from file_texts where text like '%사라질문장%'`,
    );
    expect(rows).toEqual([]);
  });

  it('are tried three times, and other files are read meanwhile [FILE-09]', async () => {
    await write('망가진 것');
    const jobs: string[] = [];
    const texts = createFileTexts({
      db: t.db,
      clock: t.clock,
      open: async () => ({
        size: 1,
        open: () => Readable.from([Buffer.from('x')]),
        close: async () => undefined,
      }),
      extract: async ({ ending }) => {
        jobs.push(ending);
        throw new ChildWorkerError('crashed');
      },
    });
    for (let run = 0; run < 5; run += 1) expect(await texts.readWaiting()).toBe(0);
    expect(jobs).toHaveLength(3);
  });
});
