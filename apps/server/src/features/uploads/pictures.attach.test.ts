import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThread, deleteThread } from '../../testing/factories/comments.ts';
import { createPicture } from '../../testing/factories/files.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import {
  fetchFile,
  listStored,
  makeAnimation,
  makePicture,
  presign,
  put,
  uploadPicture,
} from './pictures.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('use of pictures', () => {
  const DAY = 24 * 60 * 60;
  let author: SignedIn;
  let postId: number;
  beforeEach(async () => {
    author = await t.signIn('STUDENT');
    postId = await createThread(t, author);
  });

  function attach(urls: string[], options: { to?: number; isAnonymous?: boolean } = {}) {
    return t.services.uploads.pictures.attachToPost(
      t.db,
      { memberId: author.id },
      {
        postId: options.to ?? postId,
        imageUrls: urls,
        isAnonymous: options.isAnonymous ?? false,
      },
    );
  }
  const refused = expect.objectContaining({ code: 'IMAGE_NOT_READY' });

  async function findRow(url: string) {
    const key = url.slice('/files/'.length, -'.webp'.length);
    const { rows } = await t.db.execute<{
      ownerId: number | null;
      postId: number | null;
      attachedAt: Date | null;
    }>(
      sql`select owner_id as "ownerId", post_id as "postId", attached_at as "attachedAt" from uploads where key = ${key}`,
    );
    return rows[0];
  }

  describe('attachToPost', () => {
    it.each([
      'https://example.com/a.webp',
      '//example.com/files/aaaaaaaaaaaaaaaaaaaaaaaa.webp',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      '/files/../a.webp',
      '/files/aaaaaaaaaaaaaaaaaaaaaaaa.png',
      '/files/aaaaaaaaaaaaaaaaaaaaaaaa_huge.webp',
      '/files/aaaaaaaaaaaaaaaaaaaaaaaa.webp',
      '',
    ])('refuses %j [UPLOAD-12]', async (url) => {
      await expect(attach([url])).rejects.toEqual(refused);
    });

    it('refuses a picture that is not checked yet [UPLOAD-12]', async () => {
      const { fileUrl } = await presign(t, author);
      await expect(attach([fileUrl])).rejects.toEqual(refused);
    });

    it('refuses a picture of another member [UPLOAD-12]', async () => {
      const theirs = await createPicture(t.db, await t.signIn('STUDENT'));
      await expect(attach([theirs])).rejects.toEqual(refused);
    });

    it('refuses a picture that another post uses', async () => {
      const url = await createPicture(t.db, author);
      await attach([url]);
      await expect(attach([url], { to: await createThread(t, author) })).rejects.toEqual(refused);
    });

    it('accepts any variant and duplicates', async () => {
      const url = await createPicture(t.db, author);
      await attach([url, url.replace('.webp', '_medium.webp'), url]);
      expect(await findRow(url)).toEqual({
        ownerId: author.id,
        postId,
        attachedAt: expect.anything(),
      });
    });

    it('stores no link between the pictures of a secret post and its author [ANON-27]', async () => {
      const url = await createPicture(t.db, author);
      await attach([url], { isAnonymous: true });
      const row = await findRow(url);
      expect(row?.ownerId).toBeNull();
      expect(new Date(row?.attachedAt ?? 0).getUTCSeconds()).toBe(0);
      await attach([url], { isAnonymous: true });
      expect(await findRow(url)).toEqual(row);
    });

    it('detaches pictures that the post no longer has', async () => {
      const [remaining, dropped] = [
        await createPicture(t.db, author),
        await createPicture(t.db, author),
      ];
      await attach([remaining, dropped]);
      await attach([remaining]);
      expect(await findRow(remaining)).toMatchObject({ postId });
      expect(await findRow(dropped)).toMatchObject({ postId: null });
      await attach([]);
      expect(await findRow(remaining)).toMatchObject({ postId: null });
    });

    it('attaches a picture to only one of 20 posts in parallel', async () => {
      const url = await createPicture(t.db, author);
      const posts = await Promise.all(Array.from({ length: 20 }, () => createThread(t, author)));
      const results = await Promise.allSettled(posts.map((to) => attach([url], { to })));
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    });
  });

  describe('the sweep', () => {
    beforeEach(async () => {
      await t.db.execute(sql`delete from uploads`);
    });

    it('removes unused pictures after 24 hours, rows and objects [UPLOAD-16]', async () => {
      const unused = await uploadPicture(t, author);
      const used = await uploadPicture(t, author);
      await attach([used]);
      const stored = await listStored(t, 'files');
      t.clock.advance(DAY - 60);
      expect(await t.services.uploads.pictures.sweep()).toBe(0);
      t.clock.advance(120);
      expect(await t.services.uploads.pictures.sweep()).toBe(1);
      expect(await findRow(unused)).toBeUndefined();
      expect((await t.call('GET', used)).status).toBe(200);
      const left = await listStored(t, 'files');
      const key = unused.slice('/files/'.length, -'.webp'.length);
      expect(stored.filter((name) => !left.includes(name)).sort()).toEqual([
        `${key}.webp`,
        `${key}_medium.webp`,
        `${key}_thumb.webp`,
      ]);
    });

    it('keeps a profile picture', async () => {
      const url = await createPicture(t.db, author, { createdAt: new Date(0) });
      await t.db.execute(
        sql`update members set profile_image_url = ${url} where id = ${author.id}`,
      );
      expect(await t.services.uploads.pictures.sweep()).toBe(0);
    });

    it('hides the pictures of a deleted post at once and removes them within a day [UPLOAD-20]', async () => {
      const url = await uploadPicture(t, author);
      await attach([url]);
      await deleteThread(t, postId);
      expect((await t.call('GET', url)).status).toBe(404);
      t.clock.advance(DAY - 60 * 60);
      expect(await t.services.uploads.pictures.sweep()).toBe(1);
      expect(await findRow(url)).toBeUndefined();
    });

    it('keeps the pictures of a post that staff removed as long as it can be restored [UPLOAD-20]', async () => {
      const url = await uploadPicture(t, author);
      await attach([url]);
      const manager = await t.signIn('MANAGER');
      await t.call('DELETE', `/api/post/${postId}?reason=spam`, { as: manager });
      expect((await t.call('GET', url)).status).toBe(404);
      t.clock.advance(29 * DAY);
      expect(await t.services.uploads.pictures.sweep()).toBe(0);
      t.clock.advance(2 * DAY);
      expect(await t.services.jobs.content.run()).toMatchObject({ pictures: 1 });
      expect(await findRow(url)).toBeUndefined();
    });

    it('removes uploads that a killed server left unfinished [UPLOAD-16]', async () => {
      const url = await uploadPicture(t, author);
      await t.db.execute(sql`update uploads set status = 'removing'`);
      expect((await t.call('GET', url)).status).toBe(404);
      await expect(attach([url])).rejects.toEqual(refused);
      expect(await t.services.uploads.pictures.sweep()).toBe(1);
    });

    it('removes the leftover row of a failed upload within two hours [UPLOAD-16]', async () => {
      const { uploadUrl, fileUrl } = await presign(t, author);
      const claim = t.db.update.bind(t.db);
      vi.spyOn(t.db, 'update')
        .mockImplementationOnce(claim)
        .mockImplementationOnce(() => {
          throw new Error('no connection');
        });
      const { status, json } = await put(t, uploadUrl, Buffer.from('no picture'));
      expect([status, json.error]).toEqual([415, 'IMAGE_TYPE_UNSUPPORTED']);
      expect(await listStored(t, 'incoming')).toEqual([]);
      expect(await findRow(fileUrl)).toBeDefined();
      t.clock.advance(60 * 60 - 1);
      expect(await t.services.uploads.pictures.sweep()).toBe(0);
      t.clock.advance(2);
      expect(await t.services.uploads.pictures.sweep()).toBe(1);
      expect(await findRow(fileUrl)).toBeUndefined();
    });

    it('never removes a picture that a running attach has locked [UPLOAD-16]', async () => {
      const old = { createdAt: new Date(0) };
      const urls = await Promise.all(
        Array.from({ length: 40 }, () => createPicture(t.db, author, old)),
      );
      const attaching = urls.map(async (url) => {
        const to = await createThread(t, author);
        return t.db.transaction((tx) =>
          t.services.uploads.pictures.attachToPost(
            tx,
            { memberId: author.id },
            {
              postId: to,
              imageUrls: [url],
              isAnonymous: false,
            },
          ),
        );
      });
      const sweeps = Array.from({ length: 5 }, () => t.services.uploads.pictures.sweep());
      const results = await Promise.allSettled(attaching);
      await Promise.all(sweeps);
      const rows = await Promise.all(urls.map(findRow));
      const attached = rows.map((row) => row !== undefined && row.postId !== null);
      expect(attached).toEqual(results.map((result) => result.status === 'fulfilled'));
    });
  });
});

describe('a picture that is uploaded again', () => {
  let student: SignedIn;
  beforeAll(async () => {
    student = await t.signIn('STUDENT');
  });

  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const readPixels = async (bytes: Buffer) =>
    hash(await sharp(bytes, { animated: true }).raw().toBuffer());
  function makeTransparent(): Promise<Buffer> {
    const background = { r: 20, g: 90, b: 160, alpha: 0.4 };
    return sharp({ create: { width: 90, height: 60, channels: 4, background } })
      .png()
      .toBuffer();
  }

  function fetchVariants(url: string): Promise<Buffer[]> {
    const urls = ['', '_medium', '_thumb'].map((variant) =>
      url.replace('.webp', `${variant}.webp`),
    );
    return Promise.all(urls.map((each) => fetchFile(t, each)));
  }

  /** The files of both uploads have equal pixels, variant by variant, and no bytes in common. */
  async function expectUnlinked(first: Buffer[], second: Buffer[]) {
    const files = [...first, ...second];
    expect(new Set(files.map(hash)).size).toBe(files.length);
    for (const [at, bytes] of first.entries()) {
      expect(await readPixels(bytes)).toBe(await readPixels(second[at] ?? bytes));
    }
  }

  it.each([
    ['photo', () => makePicture('jpeg', 1200, 800)],
    ['small picture', () => makePicture('png')],
    ['transparent picture', makeTransparent],
    ['animation', () => makeAnimation(4)],
  ])('has the same pixels and different bytes in each file (%s) [ANON-25]', async (_name, make) => {
    const bytes = await make();
    const first = await fetchVariants(await uploadPicture(t, student, bytes));
    const second = await fetchVariants(await uploadPicture(t, student, bytes));
    await expectUnlinked(first, second);
  });

  it('has different bytes as the profile picture of two members [ANON-25]', async () => {
    const picture = new Blob([new Uint8Array(await makePicture('png', 600, 600))]);
    const setProfilePicture = async () => {
      const form = new FormData();
      form.set('profileImage', picture, 'profile');
      const request = new Request('http://localhost', { method: 'POST', body: form });
      const { status, json } = await t.call('POST', '/api/member/set-profile-image', {
        as: await t.signIn('STUDENT'),
        body: Buffer.from(await request.arrayBuffer()),
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
      });
      expect(status).toBe(200);
      return fetchVariants(json.imageUrl);
    };
    await expectUnlinked(await setProfilePicture(), await setProfilePicture());
  });

  it('differs in size as well [ANON-25]', async () => {
    const bytes = await makePicture('png');
    const uploads = await Promise.all(
      Array.from({ length: 6 }, async () => fetchVariants(await uploadPicture(t, student, bytes))),
    );
    const sizes = new Set(uploads.map(([full]) => full?.length));
    expect(sizes.size).toBeGreaterThan(2);
  });

  it('leaves no exact size in the row of a secret post [ANON-27]', async () => {
    const bytes = await makePicture('jpeg');
    const write = async (boardType: string) => {
      const url = await uploadPicture(t, student, bytes);
      const { status } = await t.call('POST', '/api/post/post-up', {
        as: student,
        body: { boardType, title: '제목', content: '<p>글</p>', imageUrls: [url] },
      });
      expect(status).toBe(201);
      const key = url.slice('/files/'.length, -'.webp'.length);
      const { rows } = await t.db.execute(
        sql`select bytes, width, height from uploads where key = ${key}`,
      );
      return rows[0];
    };
    expect(await write('FREE')).toEqual({ bytes: bytes.length, width: 120, height: 80 });
    expect(await write('SECRET')).toEqual({ bytes: 0, width: null, height: null });
  });
});
