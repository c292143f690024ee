import { afterEach, expect, it } from 'vitest';
import { watchPictures } from './missing-pictures.ts';

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
