import { TEXTS } from '@naru/contract/texts';
import { describe, expect, it, vi } from 'vitest';
import { toast } from '../../toast.ts';
import { getEditorHtml } from '../editor-html.ts';
import { openEditor, paste, storedHtml } from './paste.fixture.ts';

type Data = Record<string, string>;

function clipboard(data: Data): ClipboardEvent {
  const clipboardData = { getData: (type: string) => data[type] ?? '', files: [] };
  return Object.assign(new Event('paste'), { clipboardData }) as unknown as ClipboardEvent;
}

async function pasteData(editor: ReturnType<typeof openEditor>, data: Data): Promise<string> {
  const event = clipboard(data);
  if (data['text/html']) editor.view.pasteHTML(data['text/html'], event);
  else editor.view.pasteText(data['text/plain'] ?? '', event);
  await Promise.resolve();
  return storedHtml(getEditorHtml(editor));
}

const pasteText = (text: string, html = '') => pasteData(openEditor(html), { 'text/plain': text });

describe('pasted text', () => {
  it.each([
    [
      'blank lines',
      '모집합니다\r\n\r\n일시: 금요일\n장소: 201호\n\n\n문의\n',
      '<p>모집합니다</p><p></p><p>일시: 금요일</p><p>장소: 201호</p><p></p><p></p><p>문의</p>',
    ],
    [
      'runs of spaces and tabs',
      '이름\t점수\n  김나루   90',
      '<p>이름\t점수</p><p>  김나루   90</p>',
    ],
    ['line ends of slides and old systems', 'a\vb\rc\u2028d', '<p>a</p><p>b</p><p>c</p><p>d</p>'],
    ['signs that nobody sees', '\uFEFFa\u200Bb\uFFFC\0', '<p>ab</p>'],
    ['marks of Markdown in code', 'def __init__(self): **kw', '<p>def __init__(self): **kw</p>'],
    ['powers in characters', '10⁻³', '<p>10⁻³</p>'],
  ])('keeps %s [POST-17]', async (_what, text, stored) => {
    expect(await pasteText(text)).toBe(stored);
  });
});

describe('code of an editor', () => {
  const code = (mode: string, text: string): Data => ({
    'text/plain': text,
    'text/html': `<div style="font-family: Consolas, monospace;white-space: pre;"><div>${text}</div></div>`,
    'vscode-editor-data': JSON.stringify({ version: 1, mode }),
  });

  it.each([
    ['typescriptreact', 'a;\nb;', 'a;\nb;', 'typescript'],
    ['python', 'x = 1\n', 'x = 1', 'python'],
    ['csharp', 'a;\r\nb;', 'a;\nb;', null],
  ])('is a block with the language of %s [POST-17]', async (mode, text, inside, language) => {
    const attribute = language === null ? '' : ` class="language-${language}"`;
    const stored = `<pre><code${attribute}>${inside}</code></pre>`;
    expect(await pasteData(openEditor(), code(mode, text))).toBe(stored);
  });

  it('is a block of its own within a line, and a word of it is code in the line [POST-17]', async () => {
    const within = () => {
      const editor = openEditor('<p>앞뒤</p>');
      editor.commands.setTextSelection(2);
      return editor;
    };
    expect(await pasteData(within(), code('c', 'a;\nb;'))).toBe(
      '<p>앞</p><pre><code class="language-c">a;\nb;</code></pre><p>뒤</p>',
    );
    expect(await pasteData(within(), { 'text/html': '<pre>a;\nb;</pre>' })).toBe(
      '<p>앞</p><pre><code>a;\nb;</code></pre><p>뒤</p>',
    );
    expect(await pasteData(within(), code('c', 'main'))).toBe('<p>앞<code>main</code>뒤</p>');
  });

  it('is text where it is written as text, or names no language [POST-17]', async () => {
    expect(await pasteData(openEditor(), code('plaintext', 'a\n\nb'))).toBe(
      '<p>a</p><p></p><p>b</p>',
    );
    const broken = { 'text/plain': 'a', 'text/html': '<p>a</p>', 'vscode-editor-data': '{' };
    expect(await pasteData(openEditor(), broken)).toBe('<p>a</p>');
  });
});

describe('the notice of a paste', () => {
  it('names raised letters for screen readers alone, at each paste [POST-17]', async () => {
    const info = vi.spyOn(toast, 'info').mockReturnValue();
    const editor = openEditor();
    for (const html of ['<p>10<sup>-3</sup></p>', '<p>H<sub>2</sub>O</p>']) {
      await pasteData(editor, { 'text/html': html });
      const regions = editor.view.dom.parentElement?.querySelectorAll('[role="status"]');
      expect(regions).toHaveLength(1);
      await vi.waitFor(() =>
        expect(regions?.[0]?.textContent).toBe('첨자를 그대로 붙여 넣었습니다.'),
      );
    }
    expect(info).not.toHaveBeenCalled();
  });

  it('takes back what came in, and leaves what was typed since [POST-17]', async () => {
    const info = vi.spyOn(toast, 'info').mockReturnValue();
    const editor = openEditor('<p>앞 뒤</p>');
    editor.commands.setTextSelection(3);
    const html = '<p>가<mark>나</mark></p><p>다</p>';
    expect(await pasteData(editor, { 'text/html': html })).toBe('<p>앞 가나</p><p>다뒤</p>');
    expect(info).toHaveBeenCalledExactlyOnceWith('배경색은 붙여 넣지 못했습니다.', {
      label: '되돌리기',
      onClick: expect.any(Function),
    });
    editor.commands.insertContent('!');
    editor.commands.insertContentAt(1, '맨 ');
    info.mock.calls[0]?.[1]?.onClick();
    expect(getEditorHtml(editor)).toBe('<p>맨 앞 !뒤</p>');
    editor.commands.undo();
    expect(getEditorHtml(editor)).toContain('가나');
  });

  const row = `<tr>${'<td>1</td>'.repeat(60)}</tr>`;
  it.each([
    ['a table', { 'text/html': `<table>${row.repeat(100)}</table>` }, TEXTS.contentTableTooBig],
    ['HTML', { 'text/html': `<p>${'가'.repeat(70_000)}</p>` }, TEXTS.contentTooLong],
    ['text', { 'text/plain': 'a\n'.repeat(40_000) }, TEXTS.contentTooLong],
  ])(
    'leaves the selected text where %s is too large for any post [HTML-19]',
    async (_what, data, text) => {
      const error = vi.spyOn(toast, 'error').mockReturnValue();
      const editor = openEditor('<p>그대로</p>');
      editor.commands.selectAll();
      expect(await pasteData(editor, data)).toBe('<p>그대로</p>');
      expect(error).toHaveBeenCalledExactlyOnceWith(text);
    },
  );

  it('is one step for undo, apart from what was typed just before [POST-17]', async () => {
    const editor = openEditor();
    editor.commands.insertContent('앞');
    await pasteData(editor, { 'text/plain': '뒤' });
    editor.commands.undo();
    expect(getEditorHtml(editor)).toBe('<p>앞</p>');
  });
});

const MARKDOWN = `# 실험\n\n**결과**는 $x^2$ 이다.\n다음 줄\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] 끝\n\n\`\`\`python\nprint("<b>")\n\`\`\`\n<img src=x onerror=alert(1)>`;

describe('pasted Markdown', () => {
  it('stays as it is, and is formatted and put back when the writer asks for it [POST-17]', async () => {
    const info = vi.spyOn(toast, 'info').mockReturnValue();
    const editor = openEditor();
    const raw = await pasteData(editor, { 'text/plain': MARKDOWN });
    expect(raw).toContain('<p># 실험</p><p></p><p>**결과**는 $x^2$ 이다.</p>');
    const [text, action] = info.mock.calls[0] ?? [];
    expect([text, action?.label]).toEqual(['마크다운으로 쓴 텍스트입니다.', '서식으로 바꾸기']);
    action?.onClick();
    await vi.waitFor(() => expect(info).toHaveBeenCalledTimes(2));
    expect(storedHtml(getEditorHtml(editor))).toBe(
      '<h2>실험</h2><p><strong>결과</strong>는 <span data-formula="inline">x^2</span> 이다.<br>다음 줄</p><table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table><ul><li><p>☑ 끝</p></li></ul><pre><code class="language-python">print("&lt;b&gt;")</code></pre>',
    );
    expect(info.mock.calls[1]?.[0]).toBe(
      '사진 1장은 붙여 넣지 못했습니다. 사진은 파일로 저장해 올려 주세요.',
    );
    info.mock.calls[1]?.[1]?.onClick();
    expect(storedHtml(getEditorHtml(editor))).toBe(raw);
  });

  it.each([
    '- 일시: 금요일\n- 장소: 201호',
    '#태그 #모집',
    '# 주석\nimport a\nx = 1;',
    '가격 5,000원 * 2 = 10,000원',
    '2 ** 3 ** 2',
    'a | b | c',
  ])('is not seen in %s [POST-17]', async (text) => {
    const info = vi.spyOn(toast, 'info').mockReturnValue();
    await pasteText(text);
    expect(info).not.toHaveBeenCalled();
  });
});

describe('a copy within the site', () => {
  it.each([
    '<h2 style="text-align: center;">제목</h2><p>  두  칸\t탭 </p><p></p><p></p><p>끝</p>',
    '<h3>소제목</h3><ol start="3"><li><p>셋</p><ul><li><p>안</p></li></ul></li></ol><p>뒤</p>',
    '<p>색 <span data-color="red">빨강</span> <span style="font-size: 20px;">크게</span> <strong><em>둘</em></strong></p>',
    '<p>식 <span data-formula="inline">x_1 &lt; \\frac{a}{b}</span></p><p><span data-formula="block">\\sum x</span></p>',
    '<pre><code class="language-python">def f():\n\n    return 1</code></pre><blockquote><p>인용</p></blockquote><hr><p>끝</p>',
    '<table><tbody><tr><th colspan="2"><p>a</p></th></tr><tr><td style="text-align: right;"><p>1</p></td><td><p></p></td></tr></tbody></table><p>끝</p>',
    '<img src="/files/aaaaaaaaaaaaaaaaaaaaaaaa.webp" alt="설명"><p><a href="https://naru.example/a?b=1&amp;c=2">링크</a> 뒤<br>줄</p>',
  ])('arrives as it is: %s [POST-17]', (html) => {
    const source = openEditor(html);
    source.commands.selectAll();
    const { dom } = source.view.serializeForClipboard(source.state.selection.content());
    expect(paste(dom.innerHTML).text).toBe(getEditorHtml(source));
  });

  it('arrives as it is stored when it comes from a reader [POST-17]', () => {
    const shown = `<h2 style="color: rgb(20, 30, 50);">제목</h2><img src="${location.origin}/files/aaaaaaaaaaaaaaaaaaaaaaaa_medium.webp" alt="첨부 사진" role="button"><p>식 <span data-formula="inline"><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span></span></p><div class="code-bar"><span>Python</span><button aria-label="코드 복사">복사</button></div><pre tabindex="0"><code class="language-python"><span class="hljs-keyword">import</span> a</code></pre><div class="table-scroll"><table><tbody><tr><td>1</td></tr></tbody></table></div>`;
    expect(storedHtml(paste(shown).text)).toBe(
      '<h2>제목</h2><img src="/files/aaaaaaaaaaaaaaaaaaaaaaaa.webp" alt=""><p>식 <span data-formula="inline">x^2</span></p><pre><code class="language-python">import a</code></pre><table><tbody><tr><td><p>1</p></td></tr></tbody></table>',
    );
  });
});
