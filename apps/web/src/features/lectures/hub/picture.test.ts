import { describe, expect, it } from 'vitest';
import { lectureFixture } from '../../../testing/lectures.ts';
import { blockColors } from '../theme-color.ts';
import { drawTimetable, pictureSize } from './picture.ts';
import { wrapText } from './wrap-text.ts';

/** A canvas that records texts and boxes; every character is ten wide. */
function paper() {
  const words: string[] = [];
  const fills: unknown[] = [];
  const canvas = {
    font: '',
    fillStyle: '' as string | CanvasGradient | CanvasPattern,
    textAlign: 'left' as CanvasTextAlign,
    beginPath: () => undefined,
    roundRect: () => undefined,
    fill: () => fills.push(canvas.fillStyle),
    fillRect: () => undefined,
    fillText: (text: string) => words.push(text),
    measureText: (text: string) => ({ width: text.length * 10 }) as TextMetrics,
  };
  return { canvas: canvas as unknown as CanvasRenderingContext2D, words, fills };
}

const LEARNING = lectureFixture(1, '기계학습', [
  { dow: 'MONDAY', startTime: 9, endTime: 11 },
  { dow: 'SATURDAY', startTime: 20, endTime: 21 },
]);
const READING = lectureFixture(2, '논문 읽기', []);
const input = {
  title: '2026년 2학기',
  mark: '나루',
  theme: 'dark',
  lectures: [LEARNING, READING],
} as const;

describe('drawTimetable', () => {
  it('draws the term, the used days and hours, and every slot of a lecture', () => {
    const { canvas, words } = paper();
    drawTimetable(canvas, input);
    expect(words[0]).toBe('2026년 2학기 시간표');
    expect(words).toEqual(expect.arrayContaining(['월', '토', '1교시', '09:00', '20:00', '나루']));
    expect(words).not.toContain('일');
    expect(words.filter((word) => word === '기계학습')).toHaveLength(2);
    expect(words).toContain('시간 미정: 논문 읽기');
  });

  it('draws the blocks in the colours of the theme', () => {
    const { canvas, fills } = paper();
    drawTimetable(canvas, input);
    const { background, edge } = blockColors(LEARNING.themeColor, 'dark');
    expect(fills).toEqual([background, edge, background, edge]);
  });

  it('grows with the days and hours', () => {
    const empty = pictureSize([]);
    const full = pictureSize([LEARNING]);
    expect(full.width).toBeGreaterThan(empty.width);
    expect(full.height).toBeGreaterThan(empty.height);
  });
});

/** Every character has width 1. */
const wrap = (text: string, width: number, maxLines = 9) =>
  wrapText(text, width, maxLines, (line) => [...line].length);

describe('wrapText', () => {
  it.each([
    ['운영체제', 4, ['운영체제']],
    ['확률과 통계', 4, ['확률과', '통계']],
    ['해양데이터분석', 4, ['해양데이', '터분석']],
    ['AI 해양데이터분석', 4, ['AI', '해양데이', '터분석']],
    ['', 4, []],
  ])('breaks %j at %d', (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });

  it('ends with an ellipsis when lines are cut', () => {
    expect(wrap('해양데이터분석', 4, 1)).toEqual(['해양데…']);
    expect(wrap('확률과 통계 그리고', 4, 2)).toEqual(['확률과', '통계…']);
  });

  it('never splits a grapheme cluster', () => {
    expect(wrapText('👩‍🚀👩‍🚀', 5, 2, (line) => line.length)).toEqual(['👩‍🚀', '👩‍🚀']);
  });
});
