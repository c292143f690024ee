import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { test as base, expect, type Person } from '../support/test.ts';
import { type BadNetwork, type NetworkName, startBadNetwork } from './bad-network.ts';

export { expect };

export interface NetworkOptions {
  networkName: NetworkName;
}

export interface Participant extends Person {
  /** Sends something while the network does its worst, and stays until it has arrived. */
  send(sending: Sending): Promise<void>;
}

interface Sending {
  /** Pressed to send, and again whenever it waits for that and nothing has arrived. */
  button: Locator;
  /** How it is pressed; a click by default. */
  press?: () => Promise<void>;
  /** Shown when it has arrived. */
  done: Locator;
  /** Finds what was typed after a reload, or types what the browser may not keep. */
  typed: () => Promise<void>;
}

interface Fixtures {
  /** Ends after the browsers, which would miss it. */
  networks: BadNetwork[];
  /** Opens the browser of a person, signed in when a username is given, on a bad network of its own. */
  join: (username?: string) => Promise<Participant>;
}

/** A button that waits for this long waits for a person. */
const CALM_MS = 1500;
const PROBE_MS = 100;
const PATIENCE_MS = 90_000;
/** What says that something was not sent. */
const TOLD = /연결|네트워크|전송 실패|보내지 못|서버 오류|다시 시도|실패/;

/** Journeys on the network of the project. */
export const test = base.extend<Fixtures & NetworkOptions>({
  networkName: ['lossy', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  networks: async ({}, use, testInfo) => {
    const networks: BadNetwork[] = [];
    await use(networks);
    const sum = (of: 'lost' | 'calls') =>
      networks.reduce((total, { counts }) => total + counts[of], 0);
    const description = `${sum('lost')} of ${sum('calls')} calls lost`;
    testInfo.annotations.push({ type: 'lost', description });
    for (const network of networks) await network.close();
  },
  join: async ({ networks, open, networkName }, use, testInfo) => {
    await use(async (username) => {
      const seed = `${process.env.NARU_E2E_SEED ?? '1'} ${testInfo.title} ${networks.length}`;
      const target = process.env.NARU_E2E_URL ?? '';
      const network = await startBadNetwork(target, { name: networkName, seed });
      networks.push(network);
      const survives = networkName !== 'slow';
      const person = await open(username, { worker: true, survives, url: network.url });
      person.page.on('dialog', (dialog) => void dialog.accept());
      network.begin();
      return Object.assign(person, {
        send: (sending: Sending) => sendOn(network, person.page, sending),
      });
    });
  },
});

async function sendOn(network: BadNetwork, page: Page, sending: Sending): Promise<void> {
  if (network.name === 'offline') await sendOffline(network, page, sending);
  if (network.name === 'restart') {
    network.restart();
    await press(sending);
    await expectTold(page);
  }
  await insist(sending);
}

/** Presses without a network, and comes back to the page before there is one. */
async function sendOffline(network: BadNetwork, page: Page, sending: Sending): Promise<void> {
  await installed(page);
  network.cut();
  await press(sending);
  await expectTold(page);
  await page.reload();
  await expect(page.getByRole('main').or(page.getByRole('alert')).first()).toBeVisible();
  network.mend();
  if (!(await sending.done.first().isVisible())) await sending.typed();
}

/** Waits until the worker has stored the app. */
async function installed(page: Page): Promise<void> {
  // The first touch starts what comes after the page.
  await page.mouse.move(5, 5);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

const expectTold = (page: Page) =>
  expect(page.getByText(TOLD).filter({ visible: true }).first()).toBeVisible();

async function press({ button, press }: Sending): Promise<void> {
  await (press ?? (() => button.click()))();
}

/** Presses like a person, who does it again when the page waits for that. */
async function insist(sending: Sending): Promise<void> {
  const { button, done } = sending;
  const deadline = performance.now() + PATIENCE_MS;
  let calmSince = Number.NEGATIVE_INFINITY;
  while (performance.now() < deadline) {
    if (await done.first().isVisible()) return;
    const now = performance.now();
    const isFree = (await button.isVisible()) && (await button.isEnabled());
    if (!isFree) calmSince = now;
    else if (now - calmSince > CALM_MS) {
      // It may go away at this moment.
      await press(sending).catch(() => undefined);
      calmSince = performance.now();
    }
    await pause(PROBE_MS);
  }
  await expect(done.first()).toBeVisible();
}

/** Opens a page; one that does not come is asked for again, as with the button of the browser. */
export async function visit(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path);
  }).toPass({ timeout: PATIENCE_MS });
}
