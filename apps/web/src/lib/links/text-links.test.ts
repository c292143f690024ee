import { find } from 'linkifyjs';
import { describe, expect, it } from 'vitest';
import { splitLinks } from './text-links.ts';

const linksOf = (text: string) =>
  splitLinks(text, (all) => find(all, 'url')).flatMap(({ href }) => href ?? []);

describe('splitLinks', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,<b>',
    'ftp://a.example/',
    'www.a.example',
    'me@a.example',
    'https://',
    'https://bank.example@evil.example/',
    'https://user:word@a.example/',
  ])('makes no link of %j [COMM-96]', (text) => {
    expect(linksOf(text)).toEqual([]);
  });

  it.each([
    ['보세요 https://a.example/post/1에서 봤어요', 'https://a.example/post/1'],
    ['https://a.example/pier에서요', 'https://a.example/pier'],
    ['https://a.example에서', 'https://a.example'],
    ['https://a.example인데요', 'https://a.example'],
    ['http://127.0.0.1:8080으로', 'http://127.0.0.1:8080'],
    ['https://a.example/파일.pdf를', 'https://a.example/파일.pdf'],
    ['https://ko.wikipedia.org/wiki/나루 좋아요', 'https://ko.wikipedia.org/wiki/나루'],
    ['https://a.example/길/은행나무는', 'https://a.example/길/은행나무는'],
    ['(https://a.example/Sea_(water))', 'https://a.example/Sea_(water)'],
    ['「https://a.example/a」', 'https://a.example/a'],
    ['https://a.example/x?y=1&z=2.', 'https://a.example/x?y=1&z=2'],
    ['정말 https://a.example/a?!', 'https://a.example/a'],
    ['https://a.example/a… 네', 'https://a.example/a'],
    ['https://a.example/a。', 'https://a.example/a'],
    ['HTTPS://A.EXAMPLE/A!', 'HTTPS://A.EXAMPLE/A'],
    ['https://a.example/#안녕, 그리고', 'https://a.example/#안녕'],
  ])('finds the address in %j [COMM-96]', (text, address) => {
    expect(linksOf(text)).toEqual([address]);
  });

  it('makes links of the first 20 addresses of a text and keeps the rest as words [HTML-26]', () => {
    const text = 'https://a.example '.repeat(50);
    const parts = splitLinks(text, (all) => find(all, 'url'));
    expect(parts.filter(({ href }) => href !== null)).toHaveLength(20);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });

  it('keeps every character of the text [COMM-96]', () => {
    const text = '앞 https://a.example/1에서 <b>중간</b> https://b.example/2, 끝';
    const parts = splitLinks(text, (all) => find(all, 'url'));
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.filter(({ href }) => href !== null)).toHaveLength(2);
  });
});
