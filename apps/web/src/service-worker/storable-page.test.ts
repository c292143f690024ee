import { expect, it } from 'vitest';
import { storablePage } from './storable-page.ts';

const START = '/assets/start-1.js';
const pageOf = (start: string, head = '') =>
  `${head}<body><script src="${start}"></script><script type="application/json" id="first-data">{"a":"\\u003cb>"}</script></body>`;

it('the stored page has nothing of the member who opened it [UI-661, OFF-02]', async () => {
  const headers = { 'content-type': 'text/html', 'cache-control': 'private, no-store' };
  const response = new Response(pageOf(START), { headers });
  const stored = await storablePage(response, START);
  expect(await stored?.text()).toBe(`<body><script src="${START}"></script></body>`);
  expect(stored?.headers.get('content-type')).toBe('text/html');
  expect(await response.text()).toBe(pageOf(START));
});

it('the stored page says nothing of the address that was opened [HEAD-11, OFF-02]', async () => {
  const preview =
    '<meta property="og:title" content="&#60;전학년&#62; 안내" />\n    <meta property="og:url" content="https://a.kr/b" />';
  const stored = await storablePage(new Response(pageOf(START, preview)), START);
  expect(await stored?.text()).toBe(`<body><script src="${START}"></script></body>`);
});

it('the stored page has nothing that one address shows before its code runs [UI-664, OFF-02]', async () => {
  const splash = '\n      <div id="splash"><p>나루</p></div>';
  const page = (frame: string) =>
    `<body><script src="${START}"></script><div id="root">${frame}${splash}</div></body>`;
  const frame = '<div id="frame"><div><div>로그인</div></div></div>';
  const stored = await storablePage(new Response(page(frame)), START);
  expect(await stored?.text()).toBe(page(''));
});

it('a page of another release or a failure is not stored', async () => {
  expect(await storablePage(new Response(pageOf('/assets/start-2.js')), START)).toBeNull();
  expect(await storablePage(new Response(pageOf(START), { status: 503 }), START)).toBeNull();
});
