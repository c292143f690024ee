import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { chatMessageField } from './chat.ts';
import { optionalText, searchField, textField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { itemForm } from './market-fields.ts';
import { withParticles } from './particles.ts';
import { postBody } from './posts.ts';
import { countSegments } from './text.fixture.ts';
import {
  countGraphemes,
  cutGraphemes,
  findTextProblem,
  hasAtMostGraphemes,
  isInvisible,
} from './text.ts';
import { TEXTS } from './texts.ts';

const MARKS = '\u0301\u0316';
const ACCENTED = `a${MARKS.repeat(15)}`;
const OVERLOADED = `a${MARKS.repeat(15)}\u0301`;

/** Characters that draw nothing, alone or in any number. */
const INVISIBLE = {
  'a zero-width space': '\u200b',
  'a zero-width joiner': '\u200d',
  'a Hangul filler': '\u3164',
  'a half-width Hangul filler': '\uffa0',
  'a Hangul choseong filler': '\u115f',
  'a Hangul jungseong filler': '\u1160',
  'an empty braille pattern': '\u2800',
  'a no-break space': '\u00a0',
  'an em space': '\u2003',
  'an ideographic space': '\u3000',
  'a soft hyphen': '\u00ad',
  'a word joiner': '\u2060',
  'a direction mark': '\u200f',
  'a direction override': '\u202e',
  'a byte order mark': '\ufeff',
  'a variation selector': '\ufe0f',
  'a tag character': '\u{e0041}',
  'a combining mark': '\u0301',
  'an object placeholder': '\ufffc',
  'an empty note head': '\u{1d159}',
  'a vowel separator': '\u180e',
  'an annotation anchor': '\ufff9',
  'private use': '\ue000',
  'private use at its end': '\uf8ff',
  'private use of plane 15': '\u{f0000}',
  'private use of plane 16': '\u{10fffd}',
  'an unassigned character': '\u{e0fff}',
  'an unassigned letter of a block': '\u0378',
  'a noncharacter': '\uffff',
};

describe('hasAtMostGraphemes', () => {
  it.each(['a', '가', '😀', '\r\n', '👨‍👩‍👧'])('agrees with the number of %j [INPUT-17]', (one) => {
    expect(hasAtMostGraphemes(one.repeat(5), 5)).toBe(true);
    expect(hasAtMostGraphemes(one.repeat(6), 5)).toBe(false);
  });

  it('stops at the first grapheme above the limit [INPUT-19]', () => {
    const steps = countSegments();
    expect(hasAtMostGraphemes('😀'.repeat(20_000), 50)).toBe(false);
    expect(steps).toHaveBeenCalledTimes(51);
  });

  it('does not segment a text that cannot be too long [INPUT-19]', () => {
    const steps = countSegments();
    expect(hasAtMostGraphemes('가'.repeat(50), 50)).toBe(true);
    expect(steps).not.toHaveBeenCalled();
  });
});

describe('counting long texts', () => {
  /** Parts that join with what is before them or split in the middle. */
  const PARTS =
    '가 a \u0301 \r \n \u200d 👨 👩 🇰 🇷 \u{1f3fd} \u1112 \u1161 \u11ab \ud83d \ude00'.split(' ');
  const text = fc
    .array(fc.constantFrom(...PARTS), { size: 'max', maxLength: 700 })
    .map((parts) => parts.join(''));
  const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });

  it('finds the same graphemes as one pass over the whole text [INPUT-17]', () => {
    fc.assert(
      fc.property(text, fc.nat({ max: 300 }), (long, max) => {
        const segments = [...segmenter.segment(long)];
        const cut = `${long.slice(0, segments[max]?.index).trimEnd()}…`;
        expect(countGraphemes(long)).toBe(segments.length);
        expect(cutGraphemes(long, max)).toBe(segments.length > max ? cut : long);
      }),
    );
  });

  // The time of a step grows with the text that is segmented: 2,000 steps in 24,000 letters take 55 ms.
  it.each(['a', '가', '😀', '👨‍👩‍👧'])('segments few of many %s at once [INPUT-19]', (one) => {
    const steps = countSegments();
    expect(hasAtMostGraphemes(one.repeat(24_000), 2_000)).toBe(false);
    expect(Math.max(...steps.mock.calls.map(([length]) => length))).toBeLessThanOrEqual(300);
    expect(steps.mock.calls.length).toBeLessThan(2_200);
  });
});

describe('text fields', () => {
  const field = textField(50, 'empty', 'long');

  it.each(['a', '가', '😀', `e\u0301`, '\u200b'])(
    'read at most one grapheme above the limit of a long text of %j [INPUT-19]',
    (one) => {
      const steps = countSegments();
      for (const text of [one.repeat(50), one.repeat(51), one.repeat(300), one.repeat(48_000)]) {
        steps.mockClear();
        z.safeParse(field, text);
        expect(steps.mock.calls.length).toBeLessThanOrEqual(51);
      }
    },
  );

  it('refuse more than 30 marks on a letter before they are normalised [INPUT-20]', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    for (const schema of [field, optionalText(50, 'long'), searchField, chatMessageField]) {
      for (const text of [OVERLOADED, ` ${OVERLOADED} `, `가${'\u0301'.repeat(90)}`]) {
        const { error } = z.safeParse(schema, text);
        expect(error?.issues.map(({ message }) => message)).toEqual([TEXTS.marksTooMany]);
      }
    }
    expect(normalize).not.toHaveBeenCalled();
    expect(z.parse(field, ACCENTED)).toBe(ACCENTED.normalize('NFC'));
  });

  it('refuse them in HTML and in the description of an item [INPUT-20]', () => {
    const post = z.safeParse(postBody, {
      boardType: 'FREE',
      title: '제목',
      content: `<p>${OVERLOADED}</p>`,
    });
    const item = z.safeParse(itemForm, { title: '책', price: '0', description: OVERLOADED });
    for (const { error } of [post, item]) {
      expect(error?.issues.map(({ message }) => message)).toEqual([TEXTS.marksTooMany]);
    }
  });

  it.each(Object.entries(INVISIBLE))('count %s as empty [INPUT-18]', (_name, char) => {
    for (const text of [char, char.repeat(12), ` ${char}\n${char} `]) {
      expect(isInvisible(text)).toBe(true);
      const { error } = z.safeParse(field, text);
      expect(error?.issues.map(({ message }) => message)).toEqual(['empty']);
      expect(z.parse(optionalText(50, 'long'), text)).toBe('');
      expect(z.parse(searchField, text)).toBe('');
      const item = z.safeParse(itemForm, { title: '책', price: '0', description: text });
      expect(item.error?.issues.map(({ message }) => message)).toEqual([TEXTS.marketRequired]);
    }
    expect(z.parse(field, `가${char}나`)).toBe(`가${char}나`.normalize('NFC'));
  });

  it.each(['.', '1', 'ㅋ', '👍', '👨‍👩‍👧', '❤️', '🇰🇷', '1️⃣', '가', 'ا', '+', '　가'])(
    'accept %j as visible [INPUT-18]',
    (text) => {
      expect(z.safeParse(field, text).success).toBe(true);
    },
  );

  it('are refused by forms and calls alike [INPUT-17]', () => {
    const parts = ['a', '가', '\u0301', '\u200b', ' ', '\u3164', '😀', 'e\u0301', '\r\n'];
    const text = fc
      .array(fc.tuple(fc.constantFrom(...parts), fc.integer({ min: 1, max: 40 })), { maxLength: 6 })
      .map((runs) => runs.map(([part, times]) => part.repeat(times)).join(''));
    const messages = { blank: 'empty', long: 'long', marks: TEXTS.marksTooMany };
    fc.assert(
      fc.property(text, (value) => {
        const problem = findTextProblem(value, 50);
        const { error } = z.safeParse(field, value);
        expect(error?.issues[0]?.message ?? null).toBe(problem && messages[problem]);
      }),
    );
  });

  it('accept the longest text of the widest emoji [INPUT-16]', () => {
    const family = '👨‍👩‍👧‍👦'.repeat(LIMITS.chatMessageMax);
    expect(z.parse(chatMessageField, family)).toBe(family);
  });
});

it.each([
  ['나루은(는) 열립니다.', '나루는 열립니다.'],
  ['강의실을(를) 엽니다.', '강의실을 엽니다.'],
  ['문의 ‘질문이요’을(를) 읽었습니다.', '문의 ‘질문이요’를 읽었습니다.'],
  ['문의 ‘질문’을(를) 읽었습니다.', '문의 ‘질문’을 읽었습니다.'],
  ['해솔 님이(가), 파도이(가)', '해솔 님이, 파도가'],
  ['책과(와) 표과(와)', '책과 표와'],
  ['‘학교 홈페이지’으로(로), 교실으로(로), 시험으로(로)', '‘학교 홈페이지’로, 교실로, 시험으로'],
  ['게시글 12을(를), 13을(를), 11으로(로)', '게시글 12를, 13을, 11로'],
  ['NARU은(는), Team은(는)', 'NARU는, Team은'],
])('writes %s as %s [UI-99]', (text, written) => {
  expect(withParticles(text)).toBe(written);
});
