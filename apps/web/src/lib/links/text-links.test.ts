import fc from 'fast-check';
import { find } from 'linkifyjs';
import { describe, expect, it } from 'vitest';
import { lengthUnclosed, splitLinks } from './text-links.ts';

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
    'https:///a',
    '<a href="x">y</a>',
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
    ['https://a.example/b_(c), 그리고', 'https://a.example/b_(c)'],
    ['(https://a.example/b).', 'https://a.example/b'],
    [`https://a.example${')'.repeat(1_000)}`, 'https://a.example'],
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

  it('looks once for addresses and reads each letter behind one at most twice, in any text [HTML-26]', () => {
    const piece = fc.constantFrom(
      ...[
        'https://a.example',
        'http://',
        ')',
        '(',
        '.',
        '~',
        '*_',
        '…',
        '/',
        'a',
        '에서',
        '가',
        ' ',
      ],
    );
    const many = fc.tuple(piece, fc.integer({ min: 1, max: 200 }));
    fc.assert(
      fc.property(fc.array(many, { maxLength: 12 }), (runs) => {
        const text = runs.map(([part, times]) => part.repeat(times)).join('');
        let searched = 0;
        let found = 0;
        let reads = 0;
        const parts = splitLinks(text, (all) => {
          searched += all.length;
          return find(all, 'url').map(({ value, start }) => {
            found += value.length;
            const letters = new Proxy(Array.from(value), {
              get: (target, name) => {
                reads += name === 'length' ? 0 : 1;
                return Reflect.get(target, name);
              },
            });
            lengthUnclosed(letters);
            return { value, start };
          });
        });
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.filter(({ href }) => href !== null).length).toBeLessThanOrEqual(20);
        expect(searched).toBe(text.length);
        expect(found).toBeLessThanOrEqual(text.length);
        expect(reads).toBeLessThanOrEqual(2 * found);
      }),
    );
  });
});
