import { PHONE } from './browser.mjs';
import { median } from './median.mjs';

/** Boards of the dashboard, opened in turn; the app has been at another one before. */
export const BOARDS = ['notice', 'qna'];
const LIST = 'ul[aria-label$="글 목록"] li a';
const HEAD = 'article h1';
const TEXT = 'article .prose-post';

/**
 * Prepares to measure the next change of the page. `painted` is then the time in milliseconds from
 * the touch, or from the start of a way back, to the first frame with the element.
 */
async function watchFor(page, wanted, act) {
  await page.evaluate((selector) => {
    const begin = new Promise((resolve) => {
      const options = { capture: true, once: true, passive: true };
      addEventListener('touchstart', ({ timeStamp }) => resolve(timeStamp), options);
      addEventListener('popstate', ({ timeStamp }) => resolve(timeStamp), options);
    });
    window.painted = begin.then(
      (began) =>
        new Promise((resolve) => {
          const look = () => {
            if (document.querySelector(selector) === null) return requestAnimationFrame(look);
            // A task after the frame: the element is painted.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - began);
            port2.postMessage(null);
          };
          requestAnimationFrame(look);
        }),
    );
  }, wanted);
  await act();
  return page.evaluate(() => window.painted);
}

/** Touches the middle of an element; the finger is lifted at once. */
async function tap(page, selector) {
  const element = await page.waitForSelector(selector, { visible: true });
  await element.evaluate((node) => node.scrollIntoView({ block: 'center' }));
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))),
  );
  await element.tap();
}

const way = (page, by) => () => page.evaluate((steps) => history.go(steps), by);
const linkTo = (board) => `main a[href="/main/community/${board}"]`;
const rest = () => new Promise((done) => setTimeout(done, 300));

async function oneRound(page, { url, board, posts, at }) {
  const times = {};
  await page.goto(`${url}/main`);
  await rest();
  // Opens another list first, so that the app has the code of the page but not the data of the board.
  await tap(page, linkTo('popular'));
  await page.waitForSelector(LIST);
  await way(page, -1)();
  const link = linkTo(board);
  await page.waitForSelector(link, { visible: true });
  await rest();
  times.list = await watchFor(page, LIST, () => tap(page, link));
  await rest();
  const linkOf = (n) => `ul[aria-label$="글 목록"] li a[href$="/post/${posts[n % posts.length]}"]`;
  const post = linkOf(at);
  times.head = await watchFor(page, HEAD, () => tap(page, post));
  await page.waitForSelector(TEXT);
  await rest();
  times.back = await watchFor(page, LIST, way(page, -1));
  await rest();
  times.forward = await watchFor(page, TEXT, way(page, 1));
  await rest();
  await watchFor(page, LIST, way(page, -1));
  await rest();
  const other = linkOf(at + 1);
  times.text = await watchFor(page, TEXT, () => tap(page, other));
  return times;
}

/**
 * Medians of the times from a tap to the painted page in an app that has loaded its code, in
 * milliseconds. `readable` has the posts of each board that are opened in turn; `slowdown` makes the processor
 * slower by a factor.
 */
export async function measureTaps(browser, url, { readable, rounds: count, slowdown = 1 }) {
  const page = await browser.newPage();
  try {
    await page.setViewport(PHONE);
    await page.emulateCPUThrottling(slowdown);
    const round = (board, at) => oneRound(page, { url, board, posts: readable[board], at });
    await round(BOARDS[0], 0);
    const rounds = [];
    for (let at = 0; at < count; at += 1) {
      rounds.push(await round(BOARDS[at % BOARDS.length], at));
    }
    const names = Object.keys(rounds[0]);
    return Object.fromEntries(names.map((name) => [name, median(rounds.map((one) => one[name]))]));
  } finally {
    await page.close();
  }
}
