import puppeteer from 'puppeteer-core';
import { ensurePrograms } from '../../scripts/lib/debian-programs.mjs';

/** The phone of Lighthouse's mobile runs. */
export const PHONE = {
  width: 412,
  height: 823,
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

export async function openBrowser() {
  const { chromium: executablePath } = await ensurePrograms('chromium');
  return puppeteer.launch({
    executablePath,
    headless: executablePath.endsWith('shell') ? 'shell' : true,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: ['--no-sandbox', '--disable-gpu', '--lang=ko-KR', '--no-first-run'],
  });
}

/** Logs in by a call and stores the tokens as the app does; all pages of the browser share them. */
export async function signIn(browser, { url, username, password }) {
  const response = await fetch(`${url}/api/member/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Error(`${username} cannot log in: ${response.status}`);
  const tokens = await response.json();
  const page = await browser.newPage();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(({ accessToken, refreshToken }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('refreshToken', refreshToken);
  }, tokens);
  await page.close();
  return tokens.accessToken;
}
