import { describe, expect, it } from 'vitest';
import { cleanStyle, fullImageOf, sanitizePost } from './sanitize.ts';

function clean(html: string): string {
  return String(sanitizePost(html));
}

function element(html: string): Element {
  const box = document.createElement('div');
  box.innerHTML = clean(html);
  const first = box.firstElementChild;
  if (!first) throw new Error('nothing is left');
  return first;
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src="/files/aB_c-1aB_c-1aB_c-1aB_c-1.webp" onerror="alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example/x">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload="alert(1)"></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="https://evil.example"><input name="password"></form>',
  '<style>body{display:none}</style>',
  '<base href="https://evil.example">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<p id="main" name="main" class="fixed inset-0" data-x="1">x</p>',
];

describe('sanitizePost', () => {
  it.each(HOSTILE)('removes everything executable or external from %s [HTML-12]', (html) => {
    const result = clean(`<p>앞</p>${html}<p>뒤</p>`);
    expect(result).toContain('앞');
    expect(result).not.toMatch(/script|onerror|onload|evil|<(svg|math|iframe|form|input|style)/i);
    expect(result).not.toMatch(/<(base|meta|template|noscript)|\s(id|name|class|data-\w+)=/i);
  });

  it('opens web links in a new tab with noopener [HTML-09]', () => {
    const link = element('<a href="https://example.com/길?a=1" target="_self" rel="opener">길</a>');
    expect(link.getAttribute('href')).toBe('https://example.com/길?a=1');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
  });

  it('keeps the text of an unsafe link [HTML-09]', () => {
    const link = element('<a href="javascript:alert(1)" target="_blank">말</a>');
    expect(link.textContent).toBe('말');
    expect(link.hasAttribute('href')).toBe(false);
    expect(link.hasAttribute('target')).toBe(false);
  });

  it('removes pictures of other hosts [HTML-11]', () => {
    expect(clean('<p>글<img src="https://evil.example/a.png"></p>')).toBe('<p>글</p>');
    expect(clean('<p>글<img src="/api/member/logout"></p>')).toBe('<p>글</p>');
    expect(clean('<p>글<img></p>')).toBe('<p>글</p>');
  });

  it('shows the medium size of a picture as a button for the full one', () => {
    const image = element(
      '<img src="/files/aB_c-1aB_c-1aB_c-1aB_c-1.webp" alt="등대" width="1200" height="800">',
    );
    expect(image.getAttribute('src')).toBe('/files/aB_c-1aB_c-1aB_c-1aB_c-1_medium.webp');
    expect(image.getAttribute('width')).toBe('1200');
    expect(image.getAttribute('role')).toBe('button');
    expect(image.getAttribute('tabindex')).toBe('0');
    expect(image.getAttribute('aria-label')).toBe('등대, 크게 보기');
    expect(fullImageOf('/files/aB_c-1aB_c-1aB_c-1aB_c-1_medium.webp')).toBe(
      '/files/aB_c-1aB_c-1aB_c-1aB_c-1.webp',
    );
  });

  it('adds no button to a picture inside a link', () => {
    const link = element(
      '<a href="https://example.com"><img src="/files/aB_c-1aB_c-1aB_c-1aB_c-1.webp"></a>',
    );
    expect(link.querySelector('img')?.hasAttribute('role')).toBe(false);
  });

  it('keeps languages, palette colours and formulas, and no other class or data [HTML-20]', () => {
    const allowed =
      '<pre tabindex="0"><code class="language-python">x</code></pre><p><span data-color="red">a</span><span data-formula="block">b</span></p>';
    expect(clean(allowed)).toBe(allowed);
    expect(
      clean(
        '<p class="language-python" data-color="red"><code class="language-python fixed">x</code><span data-color="red;" data-formula="x" data-y="1">y</span></p><table><tbody><tr><td colspan="101">z</td></tr></tbody></table>',
      ),
    ).toBe('<p><code>x</code><span>y</span></p><table><tbody><tr><td>z</td></tr></tbody></table>');
  });

  it('is idempotent [HTML-12]', () => {
    const once = clean(
      '<h2>제목</h2><p><span style="font-size:18px">크게</span> <a href="https://a.kr">a</a></p>',
    );
    expect(clean(once)).toBe(once);
    expect(once).toContain('font-size: 18px');
  });
});

describe('cleanStyle', () => {
  it.each([
    ['font-size: 18px', 'font-size: 18px'],
    ['text-align:center;', 'text-align: center'],
    ['font-size: 101px', ''],
    ['font-size: 0px', ''],
    ['font-size: 2em', ''],
    ['color: #000', ''],
    ['position: fixed; z-index: 9; inset: 0', ''],
    ['background: url(https://evil.example)', ''],
    ['text-align: expression(alert(1))', ''],
    ['constructor: x', ''],
  ])('makes "%s" into "%s" [HTML-08]', (style, allowed) => {
    expect(cleanStyle(style)).toBe(allowed);
  });
});
