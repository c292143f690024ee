import { expect, it } from 'vitest';
import { renderPart } from './render.ts';

function markupOf(html: string): string {
  const box = document.createElement('div');
  box.append(renderPart({ type: 'prose', html }));
  return box.innerHTML;
}

it.each([
  '<img src="https://evil.example/a.png">',
  '<img src="//evil.example/a.png">',
  '<img src="/api/health">',
  '<img src="health">',
  '<a href="javascript:alert(1)">x</a>',
  '<img src="x" onerror="alert(1)">',
  '<script>alert(1)</script>',
  '<p style="background: url(https://evil.example)">x</p>',
])('leaves nothing of %s that runs, loads or leads anywhere [FILE-02]', (html) => {
  expect(markupOf(html)).not.toMatch(/evil|health|alert|script|href|src=/);
});

it('leaves pictures as data, and formulas [FILE-01]', () => {
  expect(markupOf('<img src="data:image/png;base64,AA==">')).toContain('data:image/png');
  expect(markupOf('<math><mi mathvariant="bold">x</mi></math>')).toContain('<mi');
});

it('gives each page a tree of its own, for its ids [FILE-01]', () => {
  const svg =
    '<svg width="10" height="20"><defs><clipPath id="a"><rect width="5"/></clipPath></defs><g clip-path="url(#a)"><image href="data:image/png;base64,AA=="/><image href="/x"/></g></svg>';
  const page = renderPart({ type: 'page', svg }) as HTMLElement;
  expect(page.querySelector('svg')).toBeNull();
  const drawn = page.shadowRoot?.innerHTML ?? '';
  expect(drawn).toContain('clip-path="url(#a)"');
  expect(drawn.match(/href=/g)).toHaveLength(1);
});
