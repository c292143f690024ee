import { CODE_LANGUAGES, type CodeLanguage } from '@naru/contract/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CodePart, lowlight, partsOf } from './parts.ts';

const LANGUAGES = Object.keys(CODE_LANGUAGES) as CodeLanguage[];

const textOf = (part: CodePart): string =>
  typeof part === 'string' ? part : part.parts.map(textOf).join('');

interface Tree {
  children?: Tree[];
}

const elementsOf = ({ children = [] }: Tree): number =>
  children.reduce((sum, child) => sum + elementsOf(child), children.length);

describe('partsOf', () => {
  it.each([
    ['json', '['],
    ['r', '?'],
    ['python', 'f"{'],
    ['bash', '${'],
    ['python', '@a('],
  ] as const)(
    'leaves %s of %j plain, which would make too many elements [HTML-26]',
    (language, text) => {
      const code = text.repeat(20_000 / text.length);
      expect(partsOf({ language, code })).toBeNull();
    },
  );

  it('leaves code of more than 20,000 characters plain [HTML-26]', () => {
    expect(partsOf({ language: 'json', code: ' '.repeat(20_000) })).not.toBeNull();
    expect(partsOf({ language: 'json', code: ' '.repeat(20_001) })).toBeNull();
  });

  it('colours ordinary long code as the highlighter does [HTML-26]', () => {
    const code = 'def f(x):\n    """설명"""\n    return [i * 2 for i in range(x)]  # 끝\n\n'.repeat(
      220,
    );
    expect(code.length).toBeGreaterThan(14_000);
    const response = partsOf({ language: 'python', code });
    expect(response?.parts.map(textOf).join('')).toBe(code);
    const { children } = lowlight.highlight('python', code);
    expect(response?.parts).toHaveLength(children.length);
    expect(response?.elements).toBeGreaterThan(1000);
  });

  it('keeps every character, and counts the elements, of any code [HTML-26]', () => {
    const code = fc
      .array(
        fc.constantFrom('"', '{', '${', '<a', '/*', '\\', 'def ', 'f"', '\n', '1', '(', '#', ' x'),
      )
      .map((all) => all.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), code, (language, text) => {
        const response = partsOf({ language, code: text });
        if (response === null) return;
        expect(response.parts.map(textOf).join('')).toBe(text);
        expect(response.elements).toBeLessThanOrEqual(5000);
        const tags = response.parts.filter((part) => typeof part !== 'string');
        expect(elementsOf({ children: tags as Tree[] })).toBeLessThanOrEqual(response.elements);
      }),
    );
  });
});
