import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { CallResult, SignedIn, TestApp } from '../../testing/test-app.ts';

export type Format = 'jpeg' | 'png' | 'webp' | 'gif';

/** A still picture with enough detail to resist compression. */
export function makePicture(format: Format, width = 120, height = 80): Promise<Buffer> {
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, index) => (index * 7919) % 251),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

export async function makeAnimation(frames: number, size = 60): Promise<Buffer> {
  const stills = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({
        create: {
          width: size,
          height: size,
          channels: 3,
          background: { r: index * 40, g: 90, b: 9 },
        },
      })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(stills, { join: { animated: true } })
    .gif({ loop: 0 })
    .toBuffer();
}

export async function presign(
  t: TestApp,
  as: SignedIn,
  contentType = 'image/png',
): Promise<{ uploadUrl: string; fileUrl: string }> {
  const query = new URLSearchParams({ filename: '사진.png', contentType });
  const { status, json } = await t.call('GET', `/api/aws/S3/presign?${query}`, { as });
  if (status !== 200) throw new Error(`presign refused: ${JSON.stringify(json)}`);
  return { uploadUrl: pathOf(json.uploadUrl), fileUrl: pathOf(json.fileUrl) };
}

/** The path of an address of the site. */
export const pathOf = (address: string): string => new URL(address).pathname;

export function put(
  t: TestApp,
  uploadUrl: string,
  body: Buffer,
  contentType = 'image/png',
): Promise<CallResult> {
  return t.call('PUT', uploadUrl, { body, headers: { 'content-type': contentType } });
}

/** Uploads a picture the way the web app does; returns its URL. */
export async function uploadPicture(t: TestApp, as: SignedIn, bytes?: Buffer): Promise<string> {
  const { uploadUrl, fileUrl } = await presign(t, as);
  const { status } = await put(t, uploadUrl, bytes ?? (await makePicture('png')));
  if (status !== 200) throw new Error(`upload refused: ${status}`);
  return fileUrl;
}

export async function listStored(t: TestApp, folder: 'files' | 'incoming'): Promise<string[]> {
  const entries = await readdir(join(t.dataDir, folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

export async function fetchFile(t: TestApp, url: string): Promise<Buffer> {
  const response = await t.app.inject({ method: 'GET', url });
  return response.rawPayload;
}
