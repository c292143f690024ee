import { Editor } from '@tiptap/core';
import { afterEach, describe, expect, it } from 'vitest';
import { getEditorHtml } from './editor-html.ts';
import { editorExtensions } from './editor-schema.ts';

const editors: Editor[] = [];

afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

/** Types like a keyboard, so that input rules and links run; the stored HTML. */
function typed(text: string): string {
  const editor = new Editor({ extensions: editorExtensions('') });
  editors.push(editor);
  const { view } = editor;
  for (const character of text) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(character, from, to);
    const isHandled = view.someProp('handleTextInput', (handle) =>
      handle(view, from, to, character, insert),
    );
    if (!isHandled) view.dispatch(insert());
  }
  return getEditorHtml(editor);
}

describe('what is typed', () => {
  it.each([
    'def __init__(self):',
    '변수 __name__ 은',
    'a_b와 _c_ 는',
    'int *p = *q;',
    '2 * 3 * 4',
    '가 ** 나 **',
    '어서 ~~ 오세요~~',
    '2026. 3. 2. 개강',
    '~~ 네 ~~',
  ])('stays as it is: %s [POST-280]', (text) => {
    expect(typed(text)).toBe(`<p>${text}</p>`);
  });

  it.each([
    ['아주 **중요**', '<p>아주 <strong>중요</strong></p>'],
    ['**두 낱말**', '<p><strong>두 낱말</strong></p>'],
    ['~~지움~~', '<p><s>지움</s></p>'],
    ['3. 셋째', '<ol start="3"><li><p>셋째</p></li></ol>'],
  ])('%s is formatted [POST-280]', (text, html) => {
    expect(typed(text)).toContain(html);
  });

  it.each([
    ['https://a.example/post/1에서', 'https://a.example/post/1'],
    ['https://a.example에서', 'https://a.example'],
    ['https://ko.wikipedia.org/wiki/나루_(배)를', 'https://ko.wikipedia.org/wiki/나루_(배)'],
    ['https://a.example/길/은행나무는', 'https://a.example/길/은행나무는'],
    ['https://a.example/a。', 'https://a.example/a'],
    ['https://a.example/a', 'https://a.example/a'],
  ])('%s links the address alone [POST-280]', (text, address) => {
    const html = typed(`보기 ${text} 뒤`);
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    expect(body.textContent).toBe(`보기 ${text} 뒤`);
    expect(
      [...body.querySelectorAll('a')].map((a) => [a.getAttribute('href'), a.textContent]),
    ).toEqual([[address, address]]);
  });
});
