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

/** Logs in as the app does, cookies included; all pages of the browser share the session. */
export async function signIn(browser, { url, username, password }) {
  const page = await browser.newPage();
  await page.goto(`${url}/robots.txt`);
  const found = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/api/member/login', { method: 'POST', headers, body });
    if (!response.ok) return { status: response.status };
    const { accessToken, refreshToken } = await response.json();
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('refreshToken', refreshToken);
    const { page: mark } = JSON.parse(
      atob(accessToken.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')),
    );
    // biome-ignore lint/suspicious/noDocumentCookie: as the app sets it
    document.cookie = `naru_session=${mark}; path=/; samesite=strict`;
    return { accessToken };
  }, JSON.stringify({ username, password }));
  await page.close();
  if (!found.accessToken) throw new Error(`${username} cannot log in: ${found.status}`);
  return found.accessToken;
}
