import { describe, expect, it } from 'vitest';
import { htmlToText, textToHtml } from './item-html.ts';

describe('textToHtml', () => {
  it('escapes and wraps each line [MARKET-07]', () => {
    expect(textToHtml('책 <b>팝니다</b>\n\n5 & 6장 ')).toBe(
      '<p>책 &lt;b&gt;팝니다&lt;/b&gt;</p><p></p><p>5 &amp; 6장</p>',
    );
  });
});

describe('htmlToText', () => {
  it('restores the typed text', () => {
    const text = '첫 줄 <둘>\n\n셋째 & 줄';
    expect(htmlToText(textToHtml(text))).toBe(text);
  });

  it('reads line breaks and drops scripts', () => {
    expect(htmlToText('<p>하나<br>둘</p><script>alert(1)</script>')).toBe('하나\n둘');
  });
});
