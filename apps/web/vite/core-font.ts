import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');
const PRETENDARD = join(ROOT, 'node_modules/pretendard/dist/web/variable');
/** Texts of the app are in these folders. */
const SOURCES = ['apps/web/src', 'packages/contract/src'];
/** Where the build puts the font for Vite to take. */
const MADE = join(ROOT, '.cache', 'naru-sans.woff2');
/**
 * How many parts of Pretendard's own split the font holds: these 1,700 characters are 99.6 % of
 * Korean text, and each further part adds 10 kB.
 */
const PARTS = 16;
/** Weights of the design. The full axis would add a third. */
const WEIGHTS = { min: 400, max: 800 };

/**
 * What browsers apply by themselves, and digits of one width. Further features bring other shapes of
 * letters, a twelfth of the font, which nothing asks for.
 */
const FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'tnum'];

/** Records of the font that its licence wants to go along: designers and the licence itself. */
const CREDITS = [8, 9, 13, 14];

/** The characters of each part, the most frequent first. */
function partsByFrequency(): string[] {
  const css = readFileSync(join(PRETENDARD, 'pretendardvariable-dynamic-subset.css'), 'utf8');
  const parts = [...css.matchAll(/subset\.(\d+)\.woff2[^}]*unicode-range:\s*([^;}]+)/g)];
  return parts
    .sort((a, b) => Number(b[1]) - Number(a[1]))
    .map(([, , ranges = '']) => ranges.split(',').map(charactersOf).join(''));
}

/** `U+ac00-ac02` as text. */
function charactersOf(range: string): string {
  const [first = 0, last = first] = range
    .trim()
    .slice(2)
    .split('-')
    .map((point) => Number.parseInt(point, 16));
  const points = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return String.fromCodePoint(...points);
}

/** The characters of the app's own texts, also arrows and quotation marks. */
function charactersOfTexts(): string {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  );
  return [...new Set(files.join(''))].join('');
}

/** Pretendard with the characters of nearly every page, in one file instead of a dozen. */
async function makeCoreFont(): Promise<Buffer> {
  const whole = readFileSync(join(PRETENDARD, 'woff2/PretendardVariable.woff2'));
  const text = partsByFrequency().slice(0, PARTS).join('') + charactersOfTexts();
  return subsetFont(whole, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
    preserveNameIds: CREDITS,
  });
}

/** Adds the font to the app's styles. Without a build, Pretendard's own parts serve alone. */
export const coreFont: Plugin = {
  name: 'core-font',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /src[\\/]app[\\/]styles\.css$/ },
    async handler(code, id) {
      mkdirSync(dirname(MADE), { recursive: true });
      writeFileSync(MADE, await makeCoreFont());
      // Not called Pretendard: its licence reserves the name for the unchanged font.
      const face = `@font-face {
        font-family: "Naru Sans";
        font-display: swap;
        font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
        src: url("${relative(dirname(id), MADE).replaceAll('\\', '/')}") format("woff2");
      }`;
      return `${code}\n${face}`;
    },
  },
};
