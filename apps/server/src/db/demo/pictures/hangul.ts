/**
 * Hangul drawn as strokes, so that covers and posters carry Korean words without any installed font.
 * A syllable is split by Unicode arithmetic into its letters; each letter is a few lines in a unit box.
 */
import { n } from './svg.ts';

const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
const FINALS = ' ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';

/** Letter -> strokes; a stroke is a list of x,y pairs in 0..100. `o` draws a ring. */
const LETTERS: Record<string, string> = {
  ㄱ: '8,10 90,10 86,95',
  ㄴ: '12,6 12,90 94,90',
  ㄷ: '92,10 12,10 12,90 94,90',
  ㄹ: '10,8 90,8 90,49 12,49 12,92 94,92',
  ㅁ: '12,10 88,10 88,90 12,90 12,10',
  ㅂ: '14,6 14,92 86,92 86,6|14,50 86,50',
  ㅅ: '50,6 46,46 8,94|48,44 92,94',
  ㅇ: 'o50,50,44',
  ㅈ: '8,10 92,10|50,10 46,48 8,94|48,46 92,94',
  ㅊ: '34,-8 66,-8|8,20 92,20|50,20 46,54 8,96|48,52 92,96',
  ㅋ: '8,10 90,10 86,95|10,50 86,50',
  ㅌ: '92,10 12,10 12,90 94,90|12,50 86,50',
  ㅍ: '6,10 94,10|6,90 94,90|32,10 32,90|68,10 68,90',
  ㅎ: '32,-8 68,-8|6,18 94,18|o50,64,32',
};

/** Vowels that stand at the right: strokes in a box of their own. */
const UPRIGHT: Record<string, string> = {
  ㅏ: '35,0 35,100|35,48 95,48',
  ㅐ: '20,0 20,100|80,0 80,100|20,48 80,48',
  ㅑ: '35,0 35,100|35,32 95,32|35,66 95,66',
  ㅓ: '70,0 70,100|5,48 70,48',
  ㅔ: '48,4 48,96|90,0 90,100|0,48 48,48',
  ㅕ: '70,0 70,100|5,32 70,32|5,66 70,66',
  ㅖ: '48,4 48,96|90,0 90,100|0,34 48,34|0,66 48,66',
  ㅣ: '60,0 60,100',
};

/** Vowels that lie below. */
const LYING: Record<string, string> = {
  ㅗ: '50,0 50,80|0,80 100,80',
  ㅛ: '30,0 30,80|70,0 70,80|0,80 100,80',
  ㅜ: '0,20 100,20|50,20 50,100',
  ㅠ: '0,20 100,20|30,20 30,100|70,20 70,100',
  ㅡ: '0,50 100,50',
};

/** Vowels made of one below and one at the right. */
const MIXED: Record<string, [lying: string, upright: string]> = {
  ㅘ: ['ㅗ', 'ㅏ'],
  ㅙ: ['ㅗ', 'ㅐ'],
  ㅚ: ['ㅗ', 'ㅣ'],
  ㅝ: ['ㅜ', 'ㅓ'],
  ㅞ: ['ㅜ', 'ㅔ'],
  ㅟ: ['ㅜ', 'ㅣ'],
  ㅢ: ['ㅡ', 'ㅣ'],
};

type Box = [x: number, y: number, w: number, h: number];

function strokes(shape: string, [x, y, w, h]: Box): string {
  return shape
    .split('|')
    .map((stroke) => {
      if (stroke.startsWith('o')) {
        const [cx = 50, cy = 50, r = 40] = stroke.slice(1).split(',').map(Number);
        return `<ellipse cx="${n(x + (cx / 100) * w)}" cy="${n(y + (cy / 100) * h)}" rx="${n((r / 100) * w)}" ry="${n((r / 100) * h)}"/>`;
      }
      const points = stroke.split(' ').map((pair) => {
        const [px = 0, py = 0] = pair.split(',').map(Number);
        return `${n(x + (px / 100) * w)},${n(y + (py / 100) * h)}`;
      });
      return `<polyline points="${points.join(' ')}"/>`;
    })
    .join('');
}

interface Layout {
  initial: Box;
  vowels: [letter: string, box: Box][];
  final: Box;
}

function layOut(vowel: string, closed: boolean): Layout {
  const mixed = MIXED[vowel];
  if (mixed) {
    const [below, right] = mixed;
    return closed
      ? {
          initial: [10, 6, 40, 24],
          vowels: [
            [below, [2, 38, 58, 16]],
            [right, [68, 2, 28, 56]],
          ],
          final: [22, 70, 60, 27],
        }
      : {
          initial: [8, 10, 44, 34],
          vowels: [
            [below, [2, 54, 60, 30]],
            [right, [68, 2, 30, 96]],
          ],
          final: [0, 0, 0, 0],
        };
  }
  if (UPRIGHT[vowel]) {
    return closed
      ? { initial: [8, 8, 46, 42], vowels: [[vowel, [62, 2, 32, 54]]], final: [20, 66, 62, 30] }
      : { initial: [6, 16, 50, 66], vowels: [[vowel, [62, 2, 34, 96]]], final: [0, 0, 0, 0] };
  }
  return closed
    ? { initial: [24, 6, 52, 26], vowels: [[vowel, [5, 40, 90, 18]]], final: [22, 70, 58, 27] }
    : { initial: [20, 8, 60, 42], vowels: [[vowel, [4, 60, 92, 34]]], final: [0, 0, 0, 0] };
}

const SHAPES: Record<string, string> = { ...LETTERS, ...UPRIGHT, ...LYING };

function syllable(char: string, size: number): string {
  const code = char.charCodeAt(0) - 0xac00;
  const vowel = VOWELS[Math.floor((code % 588) / 28)] ?? '';
  const final = FINALS[code % 28] ?? ' ';
  const layout = layOut(vowel, final !== ' ');
  const letters: [string, Box][] = [
    [INITIALS[Math.floor(code / 588)] ?? '', layout.initial],
    ...layout.vowels,
    [final, layout.final],
  ];
  return letters
    .map(([letter, [x, y, w, h]]) => {
      const shape = SHAPES[letter];
      const scale = size / 100;
      return shape ? strokes(shape, [x * scale, y * scale, w * scale, h * scale]) : '';
    })
    .join('');
}

/** Words from the letters above, top left at x,y; unknown letters stay empty. A syllable is 1.12 x size wide, a space half of size. */
export function hangul(
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  weight = 0.1,
): string {
  let pen = x;
  const parts = [...text].map((char) => {
    const at = pen;
    pen += size * (char === ' ' ? 0.5 : 1.12);
    return char === ' '
      ? ''
      : `<g transform="translate(${n(at)} ${n(y)})">${syllable(char, size)}</g>`;
  });
  return `<g fill="none" stroke="${colour}" stroke-width="${n(size * weight)}" stroke-linecap="round" stroke-linejoin="round">${parts.join('')}</g>`;
}
