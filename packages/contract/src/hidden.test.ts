import { expect, it } from 'vitest';
import { hasNoSize, hidingStyle, isGone, isHidden, isLeftOut, isRowHidden } from './hidden.ts';

const STYLES = [
  'display:none',
  'DISPLAY : NONE !important',
  'visibility:hidden',
  'visibility: collapse',
  'display:none;visibility:hidden',
  'mso-hide:all',
  'mso-element:comment-list',
  'opacity:0',
  'opacity: 0.0;',
  'max-height:0px',
  'height:1px;overflow:hidden',
  'overflow-y: clip; height: 0',
  'clip:rect(1px, 1px, 1px, 1px)',
  'position:absolute;left:-9999px',
  'text-indent:-10000px',
  'font-size:0',
  'font: 0px/1 serif',
  'font-size:2em',
  'width:0pt',
  'width:0;white-space:nowrap',
  'mso-height-source:userset;height:0',
  'display:block',
  'opacity:0.5',
  'overflow:hidden',
  'height:0',
  'left:-5px',
  'color:white;background:white',
  'border-width:0;max-width:0',
];

const verdicts = (style: string) => {
  const element = { getAttribute: (name: string) => (name === 'style' ? style : null) };
  return [isHidden, isGone, hasNoSize, isLeftOut, isRowHidden].map((rule) => rule(element));
};

it.each(STYLES)('the part of %j that hides means the same [POST-17]', (style) => {
  const long = `font-family:'A';color:red;${style};margin:0cm 1pt;line-height:150%`;
  const part = hidingStyle(long);
  expect(part.length).toBeLessThanOrEqual(style.length + 1);
  expect(verdicts(part)).toEqual(verdicts(style));
  expect(verdicts(long)).toEqual(verdicts(style));
});

it('reads 64 KB of styles in one pass each [POST-17]', () => {
  // Patterns that go back would take minutes.
  for (const part of ['font: ', 'font-size:', 'clip:rect(0 ', 'opacity:0 x', 'left:-', ' ', '0']) {
    const style = part.repeat(65_536 / part.length);
    expect(verdicts(style).slice(0, 2)).toEqual([false, false]);
  }
});
