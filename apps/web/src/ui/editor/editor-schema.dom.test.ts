import { Editor } from '@tiptap/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CodeRequest, partsOf } from '../code/parts.ts';
import { getEditorHtml, isEditorBlank, setEditorHtml } from './editor-html.ts';
import { editorExtensions } from './editor-schema.ts';

const editors: Editor[] = [];

afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

function open(html = ''): Editor {
  const editor = new Editor({ extensions: editorExtensions('') });
  editors.push(editor);
  if (html !== '') setEditorHtml(editor, html);
  return editor;
}

/** Types like a keyboard, so that input rules run. */
function type(editor: Editor, text: string): void {
  for (const character of text) {
    const { view } = editor;
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(character, from, to);
    const handled = view.someProp('handleTextInput', (handle) =>
      handle(view, from, to, character, insert),
    );
    if (!handled) view.dispatch(insert());
  }
}

function press(editor: Editor, key: string, init: KeyboardEventInit = {}): void {
  const event = new KeyboardEvent('keydown', { key, ...init });
  editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event));
}

describe('stored HTML in the editor', () => {
  it.each([
    '<pre><code class="language-python">print(1)</code></pre>',
    '<p style="text-align: center;">가운데</p>',
    '<h2 style="text-align: right;">오른쪽</h2>',
    '<p>색 <span data-color="red">빨강</span></p>',
    '<p>식 <span data-formula="inline">x^2 &lt; \\alpha</span> 뒤</p>',
    '<p><span data-formula="block">\\sum x</span></p>',
  ])('is the same after reading and writing %s [POST-19]', (html) => {
    expect(getEditorHtml(open(html))).toContain(html);
  });

  it('drops colours, languages and kinds that it does not know [HTML-20]', () => {
    const text = getEditorHtml(
      open(
        '<p class="fixed"><span data-color="url(x)">a</span><span data-formula="x">b</span></p><p style="text-align: justify; position: fixed">c</p>',
      ),
    );
    expect(text).not.toMatch(/url|data-|fixed|justify/);
  });
});

describe('formulas', () => {
  it.each([
    ['손실은 $x^2$', '<p>손실은 <span data-formula="inline">x^2</span></p>'],
    ['$\\frac{가}{n}$은', '<p><span data-formula="inline">\\frac{가}{n}</span>은</p>'],
    ['$$\\sum x_i$$', '<p><span data-formula="block">\\sum x_i</span></p>'],
    ['값$n$', '<p>값<span data-formula="inline">n</span></p>'],
  ])('are made of %s while it is typed [POST-19]', (typed, html) => {
    const editor = open();
    type(editor, typed);
    expect(getEditorHtml(editor)).toContain(html);
    expect(isEditorBlank(editor)).toBe(false);
  });

  it.each(['$5 and $', '$5$', '$5-$10', '\\$x$', '$ x$', 'a $', '$가$'])(
    'are not made of %s [POST-19]',
    (typed) => {
      const editor = open();
      type(editor, typed);
      expect(getEditorHtml(editor)).not.toContain('data-formula');
    },
  );

  it('keep dollars in code as they are [POST-19]', () => {
    const editor = open('<pre><code>x</code></pre>');
    editor.commands.setTextSelection(2);
    type(editor, ' $a$');
    expect(getEditorHtml(editor)).toContain('$a$');
  });
});

describe('a selected picture', () => {
  const PICTURE = '<img src="/files/a.webp" alt="">';
  const select = () => {
    const editor = open(`${PICTURE}<p>뒤</p>`);
    editor.commands.setNodeSelection(0);
    return editor;
  };

  it.each(['a', 'Unidentified'])(
    'stays when text is typed, which goes behind it, by the key %s [POST-165]',
    (key) => {
      const editor = select();
      press(editor, key);
      type(editor, 'a');
      expect(getEditorHtml(editor)).toContain(`${PICTURE}<p>a뒤</p>`);
    },
  );

  it('stays when a formula or a table is put in [POST-165]', () => {
    const withFormula = select();
    withFormula.chain().leaveImage().insertFormula('x').run();
    expect(getEditorHtml(withFormula)).toContain(
      `${PICTURE}<p><span data-formula="inline">x</span>뒤</p>`,
    );
    expect(withFormula.isActive('formula')).toBe(true);
    const withTable = select();
    withTable.chain().leaveImage().insertTable({ rows: 1, cols: 2 }).run();
    expect(getEditorHtml(withTable)).toMatch(/^<img [^>]*>.*<table/);
  });

  it('is removed by Backspace and stays with shortcuts', () => {
    const editor = select();
    press(editor, 'c', { ctrlKey: true });
    expect(editor.isActive('image')).toBe(true);
    press(editor, 'Backspace');
    expect(getEditorHtml(editor)).not.toContain('<img');
  });
});

describe('tables', () => {
  it('are inserted with a header row and extended by Tab in the last cell [POST-19]', () => {
    const editor = open();
    editor.commands.insertTable({ rows: 2, cols: 2, withHeaderRow: true });
    type(editor, '구분');
    for (const text of ['일정', '1차', '12.1', '2차']) {
      press(editor, 'Tab');
      type(editor, text);
    }
    const page = new DOMParser().parseFromString(getEditorHtml(editor), 'text/html');
    const rows = [...page.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => `${cell.tagName} ${cell.textContent}`),
    );
    expect(rows).toEqual([
      ['TH 구분', 'TH 일정'],
      ['TD 1차', 'TD 12.1'],
      ['TD 2차', 'TD '],
    ]);
  });
});

it('links a typed address after the space, but no file name [POST-20]', () => {
  const editor = open();
  type(editor, 'main.py https://naver.com/a 끝');
  const text = getEditorHtml(editor);
  expect(text).toContain('href="https://naver.com/a"');
  expect(text.match(/<a /g)).toHaveLength(1);
});

it('indents code by Tab', () => {
  const editor = open('<pre><code>x</code></pre>');
  editor.commands.setTextSelection(1);
  press(editor, 'Tab');
  expect(getEditorHtml(editor)).toContain('<code>    x</code>');
});

it('colours code in a worker alone, which may take its time, anew after each change [HTML-27]', async () => {
  const asked: CodeRequest[] = [];
  class CodeWorker {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    terminate = vi.fn();
    constructor() {
      queueMicrotask(() => this.onmessage?.({ data: 'ready' }));
    }
    postMessage(request: CodeRequest): void {
      asked.push(request);
      queueMicrotask(() => this.onmessage?.({ data: partsOf(request) }));
    }
  }
  vi.stubGlobal('Worker', CodeWorker);
  const code = 'import a\n'.repeat(20);
  const editor = open(`<pre><code class="language-c">${code}int x;</code></pre>`);
  const write = (text: string) => {
    let end = 0;
    editor.state.doc.descendants((node, at) => {
      if (node.type.name === 'codeBlock') end = at + node.nodeSize - 1;
    });
    editor.commands.setTextSelection(end);
    type(editor, text);
  };
  const coloured = () =>
    [...editor.view.dom.querySelectorAll('.hljs-type')].map((one) => one.textContent);
  write(' int y;');
  expect([asked, coloured()], 'while somebody types').toEqual([[], []]);
  await vi.waitFor(() => expect(coloured()).toEqual(['int', 'int']), 10_000);
  expect(asked).toHaveLength(1);
  editor.commands.insertContentAt(0, '<p>앞</p>');
  expect(coloured()).toEqual(['int', 'int']);
  write(' char z;');
  await vi.waitFor(() => expect(coloured()).toEqual(['int', 'int', 'char']), 10_000);
  expect(asked).toHaveLength(2);
  vi.useFakeTimers();
  editor.view.dom.dispatchEvent(new CompositionEvent('compositionstart'));
  write(' long w;');
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked, 'while a syllable is composed').toHaveLength(2);
  editor.view.dom.dispatchEvent(new CompositionEvent('compositionend'));
  await vi.advanceTimersByTimeAsync(2000);
  expect(coloured()).toEqual(['int', 'int', 'char', 'long']);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
