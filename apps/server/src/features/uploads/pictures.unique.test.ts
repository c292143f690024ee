import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { fetchFile, makeAnimation, makePicture, uploadPicture } from './pictures.fixture.ts';

let t: TestApp;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  student = await t.signIn('STUDENT');
});
afterAll(() => t.close());

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
  const urls = ['', '_medium', '_thumb'].map((variant) => url.replace('.webp', `${variant}.webp`));
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

describe('a picture that is uploaded again', () => {
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
