import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '../support/api.ts';
import { cached, installed } from '../support/offline.ts';
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
  /** Finds what was typed after a reload, or types what the browser may not store. */
  typed: () => Promise<unknown>;
  /** Part of the path of a call that the page needs to be shown without a network. */
  needs?: string;
  /** The page is not shown without a network. */
  isOnlineOnly?: boolean;
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
const PATIENCE_MS = 60_000;
/** What says that something was not sent. */
const NOTICE = /연결|네트워크|보내지 못|다시 시도|실패|못했습니다/;

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
    if (sum('lost') > 0) testInfo.annotations.push({ type: 'lost', description });
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
  if (network.name === 'offline' || network.name === 'lost-response') {
    await sendAndReload(network, page, sending);
  }
  if (network.name === 'restart') {
    network.restart();
    await press(sending);
    await expectNotice(page);
  }
  await insist(sending);
}

/** Presses while the network is away or goes away, and reloads the page before it is back. */
async function sendAndReload(network: BadNetwork, page: Page, sending: Sending): Promise<void> {
  const { button, needs, isOnlineOnly = false, typed } = sending;
  await installed(page);
  if (needs !== undefined) await cached(page, needs);
  if (network.name === 'offline') network.cut();
  else network.deafen();
  await press(sending);
  await expectNotice(page);
  network.cut();
  await page.reload();
  await expect(page.getByRole('main').or(page.getByRole('alert')).first()).toBeVisible();
  if (!isOnlineOnly) await typed();
  network.mend();
  if (isOnlineOnly) await typed();
  // Also what has arrived is sent again.
  if (await button.isVisible()) await press(sending).catch(() => undefined);
}

const expectNotice = (page: Page) =>
  expect(page.getByText(NOTICE).filter({ visible: true }).first()).toBeVisible();

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
    const isFree = await isFreeNow(button);
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

/** It may go away at any moment. */
async function isFreeNow(button: Locator): Promise<boolean> {
  if (!(await button.isVisible())) return false;
  return button.isEnabled({ timeout: PROBE_MS }).catch(() => false);
}

/** Opens a page; one that does not come is asked for again, as with the button of the browser. */
export async function visit(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path);
  }).toPass({ timeout: PATIENCE_MS });
}

/** Asks the server until one object of its response has the words. */
export async function expectOnce(client: ApiClient, path: string, words: string): Promise<void> {
  const count = async () => countWith(await client.call('GET', path), words);
  await expect.poll(count, `${words} in ${path}`).toBe(1);
}

function countWith(value: unknown, words: string): number {
  if (typeof value !== 'object' || value === null) return 0;
  // Some lists stand in a response twice, as its specification has both names.
  const { _embedded: _, ...single } = value as { _embedded?: unknown };
  const parts = Object.values(single);
  const isOne = parts.some((part) => typeof part === 'string' && part.includes(words));
  return parts.reduce<number>((sum, part) => sum + countWith(part, words), isOne ? 1 : 0);
}
