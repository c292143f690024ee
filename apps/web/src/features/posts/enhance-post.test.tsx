import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PostContent } from './post-content.tsx';

/** The first test of each kind loads its library. */
const PATIENT = { timeout: 20_000 };

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
  Reflect.deleteProperty(navigator, 'clipboard');
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
  expect(container.querySelectorAll('*').length).toBeLessThan(20_000);
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
