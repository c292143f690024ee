import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  student = await t.signIn('STUDENT');
});
afterAll(() => t.close());

const PRESIGN = '/api/aws/S3/presign';

async function presign(contentType = 'image/png', filename = 'a.png') {
  const query = new URLSearchParams({ filename, contentType });
  const { status, json } = await t.call('GET', `${PRESIGN}?${query}`, { as: student });
  expect(status).toBe(200);
  return json as { uploadUrl: string; fileUrl: string };
}

describe('PUT /files/upload/:token', () => {
  it('smoke', async () => {
    const png = await sharp({
      create: { width: 1500, height: 1000, channels: 3, background: '#246' },
    })
      .png()
      .toBuffer();
    const { uploadUrl, fileUrl } = await presign();
    const put = await t.call('PUT', uploadUrl, {
      body: png,
      headers: { 'content-type': 'image/png' },
    });
    expect(put.text).toBe('');
    expect(put.status).toBe(200);
    const got = await t.call('GET', fileUrl);
    expect(got.status).toBe(200);
    console.log(got.headers);
  });
});
