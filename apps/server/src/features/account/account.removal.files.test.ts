import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBanner } from '../../testing/factories/banners.ts';
import { createChatRoom, uploadChatPicture } from '../../testing/factories/chat.ts';
import { writeComment } from '../../testing/factories/comments.ts';
import { createAttachment, createPicture, readPicture } from '../../testing/factories/files.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { storeSetting } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { fetchFile, makePicture, uploadPicture } from '../uploads/pictures.fixture.ts';
import { prove } from './account.fixture.ts';

const DAY = 24 * 60 * 60;
const SCHEDULED = '/api/admin/scheduled-notices';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

async function leave(as: SignedIn): Promise<void> {
  await prove(t, as);
  const { status, text } = await t.call('DELETE', '/api/member/me', { as });
  if (status !== 200) throw new Error(text);
}

describe('the pictures of a member who leaves', () => {
  it('stay where the site shows them, as those of nobody [UPLOAD-122]', async () => {
    const me = await t.signIn('STUDENT_COUNCIL');
    const [banner, logo] = [await uploadPicture(t, me), await uploadPicture(t, me)];
    await createBanner(t, { imageUrl: banner });
    await storeSetting(t, 'identity', JSON.stringify({ logoUrl: logo }));
    const before = await Promise.all([banner, logo].map((url) => fetchFile(t, url)));
    await leave(me);
    t.clock.advance(2 * DAY);
    await t.services.uploads.pictures.sweep();
    for (const url of [banner, logo]) {
      expect(await readPicture(t.db, url)).toMatchObject({ status: 'ready', ownerId: null });
    }
    const after = await Promise.all([banner, logo].map((url) => fetchFile(t, url)));
    expect(after.map((bytes, index) => before[index]?.equals(bytes))).toEqual([true, true]);
  });

  it('stay in a notice that waits, with its files, for the colleague who takes it over [UPLOAD-122]', async () => {
    const [me, colleague] = [await t.signIn('MANAGER'), await t.signIn('MANAGER')];
    const picture = await createPicture(t.db, me);
    const file = await createAttachment(t.db, me);
    const post = {
      ...{ boardType: 'NOTICE', title: '등대제 안내', attachments: [file] },
      content: `<p>지도</p><img src="${picture}" alt="지도">`,
    };
    const publishAt = new Date(t.clock.now().getTime() + 2 * DAY * 1000).toISOString();
    const made = await t.call('POST', SCHEDULED, { as: me, body: { post, publishAt } });
    expect(made.status).toBe(201);
    await leave(me);
    const url = `${SCHEDULED}/${made.json.id}`;
    const { notice } = (await t.call('GET', url, { as: colleague })).json;
    const body = { post: notice.post, publishAt, version: notice.version };
    expect(await t.call('PUT', url, { as: colleague, body })).toMatchObject({ status: 200 });
    expect(await readPicture(t.db, picture)).toMatchObject({
      status: 'ready',
      ownerId: colleague.id,
    });
  });

  it('go with the next sweep when nothing or an own comment had them [UPLOAD-122]', async () => {
    const [me, other] = [await t.signIn(), await t.signIn()];
    const [unused, ofComment] = [await uploadPicture(t, me), await uploadPicture(t, me)];
    const postId = await createPost(t, other);
    await writeComment(t, me, postId, { picture: { url: ofComment, alt: '' } });
    const theirs = await uploadPicture(t, other);
    await leave(me);
    for (const url of [unused, ofComment]) expect((await t.call('GET', url)).status).toBe(404);
    await t.services.uploads.pictures.sweep();
    for (const url of [unused, ofComment]) expect(await readPicture(t.db, url)).toBeUndefined();
    expect(await readPicture(t.db, theirs)).toMatchObject({ status: 'ready', ownerId: other.id });
  });

  it('stay in the messages that they were sent with [UPLOAD-122]', async () => {
    const [me, friend] = [await t.signIn(), await t.signIn()];
    const room = await createChatRoom(t, me, friend);
    const png = await makePicture('png');
    const [sent, unsent] = [
      await uploadChatPicture(t, me, png),
      await uploadChatPicture(t, me, png),
    ];
    const body = { pictureKey: sent, clientId: null };
    const { status } = await t.call('POST', `/api/mail/send-picture/${room}`, { as: me, body });
    expect(status).toBe(201);
    await leave(me);
    const { rows } = await t.db.execute<{ key: string; status: string }>(
      `select key, status from chat_pictures where key in ('${sent}', '${unsent}')`,
    );
    const statuses = Object.fromEntries(rows.map((row) => [row.key, row.status]));
    expect(statuses).toEqual({ [sent]: 'ready', [unsent]: 'removing' });
  });
});
