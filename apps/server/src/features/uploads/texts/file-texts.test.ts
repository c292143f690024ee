import { Readable } from 'node:stream';
import { SEARCHED_ROOMS } from '@naru/contract/choices';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChildWorkerError } from '../../../platform/child-worker.ts';
import { StorageError } from '../../../platform/storage/storage.ts';
import { createBlock } from '../../../testing/factories/friends.ts';
import { createLecturePost } from '../../../testing/factories/lecture-posts.ts';
import {
  changeRoom,
  createLectureRoom,
  markRoom,
} from '../../../testing/factories/lecture-rooms.ts';
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

let written = 0;
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
    // The same post again would be taken for a second click.
    body: { boardType, title: `글 ${++written}`, content: '<p>본문</p>', attachments },
  });
  if (status !== 201) throw new Error(answer);
  return json.id as number;
}

async function everywhere(query: string, as = reader, place = '') {
  const path = `/api/search?query=${encodeURIComponent(query)}${place && `&place=${place}`}`;
  const { json } = await t.call('GET', path, { as });
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
    await changeRoom(t, room, { membersOnly: true });
    const read = (as: SignedIn) => t.call('GET', `/api/post/${room}/${id}`, { as });
    const refused = await read(reader);
    expect([refused.status, refused.text.includes('점검표.txt')]).toEqual([403, false]);
    await markRoom(t, reader, room);
    expect((await read(reader)).text).toContain('점검표.txt');
    expect((await everywhere('실습해류')).map((post) => post.id)).toEqual([id]);
    expect((await everywhere('실습해류', reader, SEARCHED_ROOMS)).map((post) => post.id)).toEqual([
      id,
    ]);
  });

  it('find pinned posts in the order of the board, also where all are pinned [FILE-07]', async () => {
    const older = await write('고정항로 하나');
    const newer = await write('고정항로 둘');
    await readFiles();
    await t.db.execute(sql`update posts set pinned = true where board_type = 'FREE'`);
    expect(await onBoard('고정항로')).toEqual([newer, older]);
    await t.db.execute(sql`update posts set pinned = id = ${older} where board_type = 'FREE'`);
    t.clock.advance(60);
    expect(await onBoard('고정항로')).toEqual([older, newer]);
    await t.db.execute(sql`update posts set pinned = false where board_type = 'FREE'`);
  });

  it('are shown only where the post itself has not all of them [FILE-07]', async () => {
    const id = await write('앞바다 예보와 파고표');
    await readFiles();
    await t.db.execute(sql`update posts set content_text = '앞바다 소식' where id = ${id}`);
    const [both] = await everywhere('앞바다 파고표');
    expect(both).toMatchObject({ id, fileName: '점검표.txt', excerpt: '앞바다 예보와 파고표' });
    const [own] = await everywhere('앞바다');
    expect(own).toMatchObject({ id, fileName: null, excerpt: '앞바다 소식' });
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
    const crashed = new ChildWorkerError('crashed');
    const tried: string[] = [];
    const texts = textsOf({
      open: async () => object('x'),
      extract: async ({ ending }) => {
        tried.push(ending);
        throw crashed;
      },
    });
    for (let run = 0; run < 5; run += 1) expect(await texts.readWaiting()).toBe(0);
    expect(tried).toHaveLength(3);
  });

  it('of an object that cannot be read wait, and others are read [FILE-09]', async () => {
    await write('읽히는 것');
    await write('안 읽히는 것');
    const [{ key: broken } = { key: '' }] = await waiting();
    let closed = 0;
    const texts = textsOf({
      open: async (key) => {
        if (key !== broken) return null;
        const { open, ...rest } = object('x');
        return {
          ...rest,
          open,
          close: async () => {
            closed += 1;
          },
        };
      },
      extract: async () => {
        throw new Error('no such sector');
      },
    });
    await expect(texts.readWaiting()).rejects.toThrow('no such sector');
    expect(closed).toBe(1);
    expect(await waiting()).toHaveLength(2);
    expect(await readFiles()).toEqual({ read: 2 });
  });

  it('lose no attempt while the store is away [FILE-09]', async () => {
    await write('나중에 읽을 것');
    const texts = textsOf({
      open: async () => {
        throw new StorageError(new Error('away'));
      },
      isStoreUp: async () => false,
    });
    for (let run = 0; run < 5; run += 1) {
      await expect(texts.readWaiting()).rejects.toThrow(StorageError);
    }
    expect(await readFiles()).toEqual({ read: 1 });
  });
});

const textsOf = (parts: Partial<Parameters<typeof createFileTexts>[0]>) =>
  createFileTexts({
    ...{ db: t.db, clock: t.clock, open: async () => null, isStoreUp: async () => true },
    ...parts,
  });

const object = (text: string) => ({
  size: text.length,
  open: () => Readable.from([Buffer.from(text)]),
  close: async () => undefined,
});

async function waiting() {
  const { rows } = await t.db.execute<{ key: string }>(sql`
    select a.key from attachments a left join file_texts f using (key)
    where f.read_at is null and coalesce(f.tries, 0) < 3 order by a.attached_at desc, a.key`);
  return rows;
}
