import { afterEach, describe, expect, it, vi } from 'vitest';
import { heicPhoto, stubDecodable, stubUndecodable } from '../testing/heic.ts';
import { watchPictures } from './missing-pictures.ts';
import { shrinkPicture } from './shrink-picture.ts';

const EXIF = '\xff\xd8\xff\xe1\x00\x20Exif\0\0MM';
const LARGE = '.'.repeat(300_000);

function fileOf(type: string, head = '', name = `사진.${type.slice(6)}`): File {
  return new File([head, LARGE], name, { type });
}

/** An extended WebP with the given flags. */
const webpOf = (flags: number) => `RIFF....WEBPVP8X....${String.fromCharCode(flags)}`;

describe('shrinkPicture', () => {
  it.each([
    ['a photo', 4000, 3000, [2560, 1920]],
    ['a portrait', 3000, 4000, [1920, 2560]],
    ['a panorama', 12_000, 3000, [2560, 640]],
    ['a square', 5000, 5000, [1920, 1920]],
    ['a photo of 108 megapixels', 12_000, 9000, [2560, 1920]],
  ])('makes %s as small as posts show it [UPLOAD-120]', async (_, width, height, size) => {
    const drawn = stubDecodable(width, height);
    const sent = await shrinkPicture(fileOf('image/jpeg'));
    expect([drawn, sent?.name, sent?.type]).toEqual([[size], '사진.jpg', 'image/jpeg']);
  });

  it('keeps the width of a long capture, and its bytes [UPLOAD-120]', async () => {
    const drawn = stubDecodable(1080, 12_000);
    const capture = fileOf('image/png');
    expect(await shrinkPicture(capture)).toBe(capture);
    expect(drawn).toEqual([]);
  });

  it('keeps transparency: a PNG becomes WebP [UPLOAD-120]', async () => {
    stubDecodable(4000, 3000);
    const sent = await shrinkPicture(fileOf('image/png'));
    expect([sent?.name, sent?.type]).toEqual(['사진.webp', 'image/webp']);
  });

  it.each([
    ['a JPEG', 'image/jpeg', EXIF],
    ['a WebP', 'image/webp', webpOf(8)],
  ])('draws %s that may reveal its place, however small [UPLOAD-121]', async (_, type, head) => {
    const drawn = stubDecodable(640, 480);
    const photo = new File([Uint8Array.from(head, (letter) => letter.charCodeAt(0))], 'a', {
      type,
    });
    expect(await (await shrinkPicture(photo))?.text()).toBe('jpeg');
    expect(drawn).toEqual([[640, 480]]);
  });

  it('leaves animations, small pictures and other files alone [UPLOAD-120]', async () => {
    const drawn = stubDecodable(4000, 3000);
    const small = new File(['png'], 'heic.png', { type: 'image/png' });
    const files = [
      fileOf('image/gif'),
      fileOf('image/webp', webpOf(2)),
      fileOf('image/svg+xml'),
      fileOf('application/pdf'),
      small,
    ];
    for (const file of files) expect(await shrinkPicture(file)).toBe(file);
    expect(drawn).toEqual([]);
  });

  it('sends the chosen file where the drawn one is larger or cannot be made [UPLOAD-120]', async () => {
    stubDecodable(4000, 3000);
    const photo = fileOf('image/jpeg');
    const huge = new Blob([LARGE, LARGE], { type: 'image/jpeg' });
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(huge));
    expect(await shrinkPicture(photo)).toBe(photo);
    stubUndecodable();
    expect(await shrinkPicture(photo)).toBe(photo);
  });

  it.each([
    ['IMG_0001.HEIC', 'image/heic'],
    ['IMG_0001.heif', 'image/heif'],
    ['IMG_0001.heic', ''],
    ['IMG_0001.HIF', 'application/octet-stream'],
    ['IMG_0001.heics', 'image/heic-sequence'],
  ])('converts %s of type "%s" to a JPEG of the same name [MEMB-07]', async (name, type) => {
    const drawn = stubDecodable(1200, 900);
    const jpeg = await shrinkPicture(heicPhoto(name, type));
    expect([jpeg?.name, jpeg?.type, await jpeg?.text()]).toEqual([
      'IMG_0001.jpg',
      'image/jpeg',
      'jpeg',
    ]);
    expect(drawn).toEqual([[1200, 900]]);
  });

  it('makes a HEIC photo as small as posts show it [MEMB-07, UPLOAD-120]', async () => {
    const drawn = stubDecodable(8064, 6048);
    expect((await shrinkPicture(heicPhoto()))?.type).toBe('image/jpeg');
    expect(drawn).toEqual([[2560, 1920]]);
  });

  it('returns null for HEIC that the browser cannot decode or draw [MEMB-07]', async () => {
    stubUndecodable();
    expect(await shrinkPicture(heicPhoto())).toBeNull();
    stubDecodable(40, 30);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    expect(await shrinkPicture(heicPhoto())).toBeNull();
  });
});

watchPictures();
afterEach(() => document.body.replaceChildren());

function fail(html: string): HTMLImageElement {
  document.body.innerHTML = html;
  const image = document.querySelector('img');
  if (image === null) throw new Error('no picture');
  image.dispatchEvent(new Event('error'));
  return image;
}

it.each([
  ['<div contenteditable="true"><p><img src="/files/a.webp"></p></div>', '/files/a.webp'],
  ['<img src="data:image/png;base64,">', 'data:image/png;base64,'],
])('leaves the picture of %s alone', (html, src) => {
  expect(fail(html).getAttribute('src')).toBe(src);
});

it('a stored picture that does not load becomes a placeholder, once [REL-09]', () => {
  const image = fail('<img src="/files/a_medium.webp" srcset="/files/a.webp 2x" alt="해도">');
  expect(image.getAttribute('src')).toBe('/missing-picture.svg');
  expect(image.hasAttribute('srcset')).toBe(false);
  expect(image.alt).toBe('해도');
  expect(image.hidden).toBe(false);
  const shown = image.src;
  image.dispatchEvent(new Event('error'));
  expect(image.src).toBe(shown);
});

it('a picture behind text leaves the text alone [REL-09]', () => {
  expect(fail('<img src="/files/a.webp" alt="" aria-hidden="true">').hidden).toBe(true);
});
