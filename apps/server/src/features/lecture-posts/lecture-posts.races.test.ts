import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPicture } from '../../testing/factories/files.ts';
import { answerQuestion, createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

type Executor = Pick<TestApp['db'], 'execute'>;

let t: TestApp;
let professor: SignedIn;
let asker: SignedIn;
let room: number;
beforeAll(async () => {
  t = await createTestApp();
  [professor, asker] = await Promise.all([t.signIn('PROFESSOR'), t.signIn('STUDENT')]);
});
afterAll(() => t.close());
beforeEach(async () => {
  room = await createLectureRoom(t, { professorId: professor.id });
});

const answer = (postId: number, picture: string) =>
  t.call('PUT', `/api/lecture-room/${room}/posts/${postId}/answer`, {
    as: professor,
    body: { content: `<p>그림</p><img src="${picture}" alt="">` },
  });
const takeAnswer = (postId: number) =>
  t.call('DELETE', `/api/lecture-room/${room}/posts/${postId}/answer`, { as: professor });
const update = (postId: number, imageUrls: string[]) =>
  t.call('PUT', `/api/post/lecture-post-up/${postId}`, {
    as: asker,
    body: { lectureId: room, boardType: 'LECTURE_Q', title: '고침', content: '고침', imageUrls },
  });

/** Starts `late` while the post is locked, runs `early` first and returns the result of `late`. */
async function overtake<T>(
  postId: number,
  early: (tx: Executor) => Promise<void>,
  late: () => Promise<T>,
): Promise<T | undefined> {
  let running: Promise<T> | undefined;
  await t.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from posts where id = ${postId} for no key update`);
    running = late();
    await expect.poll(() => countWaiting(t)).toBeGreaterThan(0);
    await early(tx);
  });
  return running;
}

/** Id of the post that the picture is attached to; null when the next cleanup deletes the picture. */
async function ownerOf(picture: string): Promise<number | null> {
  const { rows } = await t.db.execute<{ postId: number | null }>(sql`
    select post_id as "postId" from uploads where ${picture} like '%' || key || '%'`);
  return rows[0]?.postId ?? null;
}

describe('a question that is changed and answered concurrently', () => {
  it('keeps the picture that was added to the question meanwhile', async () => {
    const [asked, answerPicture] = [
      await createPicture(t.db, asker),
      await createPicture(t.db, professor),
    ];
    const postId = await createLecturePost(t, asker, room);
    const early = async (tx: Executor) => {
      await tx.execute(sql`update posts set image_urls = array[${asked}] where id = ${postId}`);
      await tx.execute(sql`update uploads set post_id = ${postId}
        where ${asked} like '%' || key || '%'`);
    };
    const answered = await overtake(postId, early, () => answer(postId, answerPicture));
    expect(answered?.status).toBe(200);
    expect([await ownerOf(asked), await ownerOf(answerPicture)]).toEqual([postId, postId]);
  });

  it('keeps the picture of the answer that was written meanwhile', async () => {
    const [asked, answerPicture] = [
      await createPicture(t.db, asker),
      await createPicture(t.db, professor),
    ];
    const postId = await createLecturePost(t, asker, room);
    const early = async (tx: Executor) => {
      await tx.execute(sql`insert into lecture_answers (post_id, author_id, content)
        values (${postId}, ${professor.id}, ${`<img src="${answerPicture}" alt="">`})`);
      await tx.execute(sql`update uploads set post_id = ${postId}
        where ${answerPicture} like '%' || key || '%'`);
    };
    const changed = await overtake(postId, early, () => update(postId, [asked]));
    expect(changed?.status).toBe(200);
    expect([await ownerOf(asked), await ownerOf(answerPicture)]).toEqual([postId, postId]);
  });

  it('survives concurrent changes, answers and removals without deadlock and keeps the pictures', async () => {
    const [asked, answerPicture] = [
      await createPicture(t.db, asker),
      await createPicture(t.db, professor),
    ];
    const postId = await createLecturePost(t, asker, room, { imageUrls: [asked] });
    await answerQuestion(t, professor, { lectureId: room, postId });
    const calls = Array.from({ length: 12 }, () => [
      untilServed(() => answer(postId, answerPicture)),
      untilServed(() => takeAnswer(postId)),
      untilServed(() => update(postId, [asked])),
    ]);
    const statuses = (await Promise.all(calls.flat())).map(({ status }) => status);
    // The next answer can use the picture of a deleted one.
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect((await answer(postId, answerPicture)).status).toBe(200);
    expect([await ownerOf(asked), await ownerOf(answerPicture)]).toEqual([postId, postId]);
  });
});
