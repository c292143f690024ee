import { describe, expect, it } from 'vitest';
import { wrapText } from './wrap-text.ts';

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
