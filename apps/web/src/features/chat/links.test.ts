import { describe, expect, it } from 'vitest';
import { splitLinks } from './links.ts';

function linksOf(text: string): string[] {
  return splitLinks(text)
    .filter(({ kind }) => kind === 'link')
    .map((part) => part.text);
}

describe('splitLinks', () => {
  it('returns parts that join to the original text', () => {
    for (const text of [
      '',
      '그냥 글',
      'https://a.kr',
      '앞 https://a.kr/b?c=1#d 뒤\nhttp://x.kr.',
    ]) {
      expect(
        splitLinks(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }
  });

  it('finds http and https addresses', () => {
    expect(linksOf('https://a.kr/b 와 HTTP://x.kr')).toEqual(['https://a.kr/b', 'HTTP://x.kr']);
  });

  it('excludes Hangul and trailing punctuation', () => {
    expect(linksOf('https://a.kr/b에서 봐요')).toEqual(['https://a.kr/b']);
    expect(linksOf('(https://a.kr/b).')).toEqual(['https://a.kr/b']);
    expect(linksOf('https://a.kr/b_(c), 그리고')).toEqual(['https://a.kr/b_(c)']);
  });

  it('links no other scheme [HTML-03]', () => {
    for (const text of [
      'javascript:alert(1)',
      'data:text/html,<script>1</script>',
      'ftp://a.kr',
      'https://',
      'https:///a',
      'www.a.kr',
      '<a href="x">y</a>',
    ]) {
      expect(linksOf(text)).toEqual([]);
    }
  });
});
