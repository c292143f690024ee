import { Editor } from '@tiptap/core';
import { afterEach, describe, expect, it } from 'vitest';
import { getEditorHtml, openStoredHtml } from './editor-html.ts';
import { editorExtensions } from './editor-schema.ts';

const editors: Editor[] = [];

afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

function open(html: string): Editor {
  const editor = new Editor({ extensions: editorExtensions('') });
  editors.push(editor);
  openStoredHtml(editor, html);
  return editor;
}

/** What is sent when the text was changed elsewhere. */
function written(html: string): string {
  const editor = open(html);
  editor.commands.insertContentAt(0, '<p>앞</p>');
  return getEditorHtml(editor).replace('<p>앞</p>', '');
}

describe('a text that nobody changed', () => {
  it.each([
    '<p>위<img src="/files/a.webp" alt="">아래</p>',
    '<p>글<br /></p><p><br></p>\n<p>끝</p>',
    '<ul><li>하나</li></ul>',
    '',
  ])('is returned as it was opened, as for an edit of the title alone: %s [POST-278]', (html) => {
    expect(getEditorHtml(open(html))).toBe(html);
  });

  it('is returned so after a change was undone, and no longer after one that stays [POST-278]', () => {
    const html = '<ul><li>하나</li></ul>';
    const editor = open(html);
    editor.commands.insertContentAt(3, '둘');
    expect(getEditorHtml(editor)).toContain('둘하나');
    editor.commands.undo();
    expect(getEditorHtml(editor)).toBe(html);
  });
});

describe('a changed text', () => {
  it.each([
    ['blank lines', '<p>가</p><p></p><p></p><p>나</p>'],
    ['spaces and tabs', '<p>  홍  길동\t92 </p>'],
    ['line breaks at the end of a block', '<p>가<br><br></p>'],
    ['scripts', '<p>10<sup>-3</sup> CO<sub>2</sub></p>'],
    [
      'starts and kinds of lists',
      '<ol style="list-style-type: lower-alpha;" start="3" type="a"><li><p>다</p></li></ol><p>끝</p>',
    ],
    [
      'widths, merged and aligned cells',
      '<table><colgroup><col width="120"><col></colgroup><tbody><tr><td colspan="2"><p>가</p></td></tr><tr><td style="text-align: center;"><p>나</p></td><th><p>다</p></th></tr></tbody></table><p>끝</p>',
    ],
  ])('keeps %s [POST-278]', (_name, html) => {
    expect(written(html)).toBe(html);
  });

  it.each([
    ['breaks that no browser shows', '<p>가<br></p><p><br></p>', '<p>가</p><p></p>'],
    ['all headings', '<h1>가</h1><h4>나</h4><p>다</p>', '<h2>가</h2><h3>나</h3><p>다</p>'],
    [
      'raised and lowered text of word processors',
      '<p>2<span style="vertical-align:super">10</span><span style="vertical-align: sub">x</span></p>',
      '<p>2<sup>10</sup><sub>x</sub></p>',
    ],
    [
      'a contact without its subject',
      '<p><a href="mailto:a@b.kr?subject=x">메일</a><a href="javascript:x">글</a></p>',
      '<p><a rel="noopener noreferrer nofollow ugc" target="_blank" href="mailto:a@b.kr">메일</a>글</p>',
    ],
    [
      'widths below merged rows',
      '<table><colgroup><col width="80" span="2"><col style="width:50px"></colgroup><tbody><tr><td rowspan="2"><p>가</p></td><td><p>나</p></td><td><p>다</p></td></tr><tr><td><p>라</p></td><td><p>마</p></td></tr></tbody></table><p>끝</p>',
      '<table><colgroup><col width="80"><col width="80"><col width="50"></colgroup><tbody><tr><td rowspan="2"><p>가</p></td><td><p>나</p></td><td><p>다</p></td></tr><tr><td><p>라</p></td><td><p>마</p></td></tr></tbody></table><p>끝</p>',
    ],
    [
      'no language and no list that the server does not know',
      '<pre><code class="language-brainf">x</code></pre><ol start="-2" type="x"><li><p>가</p></li></ol><p>끝</p>',
      '<pre><code>x</code></pre><ol><li><p>가</p></li></ol><p>끝</p>',
    ],
  ])('has %s [POST-278, HTML-30]', (_name, html, result) => {
    const attributes = (text: string) =>
      text.replace(/<a [^>]*href="/g, '<a href="').replace(/" (?:rel|target)="[^>]*>/g, '">');
    expect(attributes(written(html))).toBe(attributes(result));
  });
});
