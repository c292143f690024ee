import type { LinkCard } from '@naru/contract/link-cards';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { type CodeRequest, partsOf } from '../../ui/code/parts.ts';
import { linkedPost } from './link-cards.tsx';
import { PostContent } from './post-content.tsx';

/** The first test of each kind loads its library. */
const PATIENT = { timeout: 20_000 };
const NOTE = '일부 수식이나 코드는 너무 길거나 복잡하여 원문 그대로 보여 드립니다.';

/** The highlighter without a thread; code of the language R takes it for ever. */
class CodeWorker {
  static stopped = 0;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    queueMicrotask(() => this.load());
  }
  load(): void {
    this.onmessage?.({ data: 'ready' });
  }
  postMessage(request: CodeRequest): void {
    if (request.language === 'r') return;
    queueMicrotask(() => this.onmessage?.({ data: partsOf(request) }));
  }
  terminate(): void {
    CodeWorker.stopped += 1;
  }
}

/** Loads when the test says so. */
class HeldWorker extends CodeWorker {
  static held: HeldWorker[] = [];
  override load(): void {
    HeldWorker.held.push(this);
  }
  release(): void {
    super.load();
  }
}

class MissingWorker extends CodeWorker {
  override load(): void {
    this.onerror?.();
  }
}

beforeEach(() => {
  CodeWorker.stopped = 0;
  HeldWorker.held = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('puts a table into a scrolling box that the keyboard reaches, with its spans [HTML-19]', () => {
  const html =
    '<table><tbody><tr><th colspan="2" style="position:fixed">구분</th></tr><tr><td>1차</td><td class="x">12.1</td></tr></tbody></table>';
  const { rerender, container } = render(<PostContent html={html} />);
  rerender(<PostContent html={`${html}<p>뒤</p>`} />);
  const box = screen.getByRole('group', { name: '표' });
  expect(box.tabIndex).toBe(0);
  expect(container.querySelectorAll('.table-scroll')).toHaveLength(1);
  expect(screen.getByRole('columnheader', { name: '구분' }).getAttribute('colspan')).toBe('2');
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1차', '12.1']);
  expect(container.innerHTML).not.toMatch(/fixed|class="x"/);
});

it('highlights code by its language and copies it [POST-19]', async () => {
  vi.stubGlobal('Worker', CodeWorker);
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => copied.push(text) },
  });
  const code = 'def f(x):\n    return "&lt;b&gt;"';
  const { container } = render(
    <PostContent html={`<pre><code class="language-python">${code}</code></pre><pre>글</pre>`} />,
  );
  expect(screen.getByText('Python')).toBeTruthy();
  await waitFor(
    () => expect(container.querySelector('.hljs-keyword')?.textContent).toBe('def'),
    PATIENT,
  );
  expect(container.querySelector('pre b')).toBeNull();
  const [first, second] = screen.getAllByRole('button', { name: '코드 복사' });
  first?.click();
  second?.click();
  expect(copied).toEqual(['def f(x):\n    return "<b>"', '글']);
  expect(screen.queryByText(NOTE)).toBeNull();
  Reflect.deleteProperty(navigator, 'clipboard');
});

it('shows code as text, with one sentence, when highlighting takes too long [HTML-26]', async () => {
  vi.stubGlobal('Worker', CodeWorker);
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
  const slow = '<pre><code class="language-r">x &lt;- 1</code></pre>';
  const { container } = render(<PostContent html={`<p>앞</p>${slow}${slow}`} />);
  await waitFor(() => expect(screen.getAllByText(NOTE)).toHaveLength(1), PATIENT);
  await waitFor(
    () => expect(container.querySelectorAll('[data-rendered]')).toHaveLength(2),
    PATIENT,
  );
  expect(container.querySelector('pre span')).toBeNull();
  expect(screen.getByText('앞').nextElementSibling?.textContent).toBe(NOTE);
  expect(CodeWorker.stopped).toBe(1);
});

const CODE = '<pre><code class="language-json">[1]</code></pre>';

it('highlights code however long its worker takes to load, and stops it afterwards [HTML-26]', async () => {
  vi.stubGlobal('Worker', HeldWorker);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { container } = render(<PostContent html={CODE} />);
  await waitFor(() => expect(HeldWorker.held).toHaveLength(1), PATIENT);
  await vi.advanceTimersByTimeAsync(10_000);
  HeldWorker.held[0]?.release();
  await waitFor(() => expect(container.querySelector('pre span')).toBeTruthy());
  expect(screen.queryByText(NOTE)).toBeNull();
  await waitFor(() => expect(CodeWorker.stopped).toBe(1));
});

it('leaves code plain and blames nobody when the worker cannot be loaded [HTML-26]', async () => {
  vi.stubGlobal('Worker', MissingWorker);
  const { container } = render(<PostContent html={CODE} />);
  await waitFor(() => expect(CodeWorker.stopped).toBe(1), PATIENT);
  expect(container.querySelector('pre')?.textContent).toBe('[1]');
  expect(screen.queryByText(NOTE)).toBeNull();
});

it('leaves no worker behind when the reader leaves while it loads, or before [HTML-26]', async () => {
  vi.stubGlobal('Worker', HeldWorker);
  render(<PostContent html={CODE} />).unmount();
  const { unmount } = render(<PostContent html={CODE} />);
  await waitFor(() => expect(HeldWorker.held).toHaveLength(1), PATIENT);
  unmount();
  expect(CodeWorker.stopped).toBe(1);
});

it('bounds the elements of all formulas and code of a post together [HTML-26]', async () => {
  vi.stubGlobal('Worker', CodeWorker);
  const formula = `<p><span data-formula="inline">${'x'.repeat(1400)}</span></p>`;
  const code = `<pre><code class="language-json">${'1,'.repeat(1500)}</code></pre>`;
  const { container } = render(<PostContent html={`${formula.repeat(6)}${code.repeat(2)}`} />);
  await waitFor(
    () => expect(container.querySelectorAll('[data-rendered]')).toHaveLength(8),
    PATIENT,
  );
  expect(container.querySelectorAll('.katex').length).toBeGreaterThan(2);
  expect(container.querySelectorAll('*').length).toBeLessThan(12_200);
  expect(screen.getAllByText(NOTE)).toHaveLength(1);
});

it('gives a post with thousands of code blocks few bars, and divides it into parts [HTML-26]', () => {
  const { container } = render(<PostContent html={'<pre>x</pre>'.repeat(1000)} />);
  expect(screen.getAllByText('복사')).toHaveLength(200);
  const parts = [...container.querySelectorAll('.prose-part')];
  expect(parts.map((part) => part.querySelectorAll('pre').length)).toEqual([
    ...Array.from({ length: 8 }, () => 25),
    ...Array.from({ length: 16 }, () => 50),
  ]);
});

it('keeps every bar with its code where a long post is divided [HTML-26]', () => {
  const { container } = render(<PostContent html={`<p>앞</p>${'<pre>x</pre>'.repeat(300)}`} />);
  expect(container.querySelectorAll('.prose-part').length).toBeGreaterThan(9);
  expect(container.querySelectorAll('.code-bar + pre')).toHaveLength(200);
});

it('sets formulas in the line and in a line of their own [POST-19]', async () => {
  const { container } = render(
    <PostContent html='<p><span data-formula="inline">x^2</span><span data-formula="block">\sum x</span></p>' />,
  );
  await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(2), PATIENT);
  expect(container.querySelectorAll('.katex-display')).toHaveLength(1);
});

it('renders hostile formulas harmlessly and in bounded size [HTML-21]', async () => {
  const bomb = `${Array.from({ length: 20 }, (_, at) => `\\def\\${letter(at)}{\\${letter(at + 1)}\\${letter(at + 1)}}`).join('')}\\a`;
  const hostile = [
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://evil.example}',
    '\\includegraphics{https://evil.example/a.png}',
    '\\htmlStyle{position:fixed}{x}',
    '\\htmlId{main}{x}',
    '\\rule{99999em}{99999em}',
    '\\def\\x{\\x\\x}\\x',
    bomb,
    `\\def\\x{${'y'.repeat(900)}}${'\\x'.repeat(195)}`,
    '\\def\\x#1{#2}\\x1',
    '{'.repeat(1_900),
    '\\frac'.repeat(390),
    'x'.repeat(3_000),
    '&lt;img src=x onerror=alert(1)&gt;',
  ];
  const html = hostile.map((latex) => `<p><span data-formula="inline">${latex}</span></p>`);
  const { container } = render(<PostContent html={html.join('')} />);
  await waitFor(
    () => expect(container.querySelectorAll('[data-rendered]')).toHaveLength(hostile.length),
    PATIENT,
  );
  // Unbounded, one of them alone would expand to a million boxes.
  expect(container.querySelectorAll('*').length).toBeLessThan(12_200);
  expect(container.querySelector('a, img, [id], script')).toBeNull();
  for (const element of container.querySelectorAll<HTMLElement>('[style]')) {
    expect(element.style.position).not.toBe('fixed');
    expect(Number.parseFloat(element.style.width || '0')).toBeLessThanOrEqual(20);
    expect(Number.parseFloat(element.style.borderRightWidth || '0')).toBeLessThanOrEqual(20);
  }
});

function letter(at: number): string {
  return String.fromCharCode(97 + at);
}

const card: LinkCard = {
  id: 7,
  title: '중고 책 나눔',
  boardType: 'FREE',
  lectureRoomId: null,
  createdDate: '2026-11-20T14:00:00+09:00',
  commentCount: 3,
  tradeStatus: null,
  answered: false,
};

it('shows a card below the paragraph of a link to a post of this site, and none for other links [POST-94]', async () => {
  const calls = fakeApi({ 'GET /api/post/link-cards': { body: { cards: [card] } } });
  const own = `${window.location.origin}/main/community/free/post`;
  await renderRouted(
    <PostContent
      html={`<p>여기 <a href="${own}/7">먼저 쓴 글</a> 참고</p><p>끝 <a href="${own}/8">지운 글</a> <a href="${own}/7#comment-1">다시</a></p><p><a href="https://other.example/main/community/free/post/9">밖</a></p>`}
    />,
  );
  const shown = await screen.findByRole('link', { name: /중고 책 나눔/ });
  expect(shown.getAttribute('href')).toBe('/main/community/free/post/7');
  expect(shown.parentElement?.previousElementSibling?.textContent).toBe('여기 먼저 쓴 글 참고');
  const missing = screen.getByText('삭제되었거나 볼 수 없는 글입니다.');
  expect(missing.parentElement?.previousElementSibling?.textContent).toBe('끝 지운 글 다시');
  expect(calls).toHaveLength(1);
  expect(screen.getByRole('link', { name: '밖' })).toBeDefined();
});

it.each([
  ['/main/community/market/post/12', 12],
  ['/main/study-dashboard/3/44', 44],
  ['/main/study-dashboard/3/write', null],
  ['/main/community/nothing/post/12', null],
  ['/main/community/free/post/0', null],
  ['https://other.example/main/community/free/post/12', null],
  ['javascript:alert(1)', null],
])('finds the post of %s', (address, id) => {
  expect(linkedPost(address)).toBe(id);
});
