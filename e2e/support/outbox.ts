import { type APIRequestContext, expect, type Page } from '@playwright/test';

interface OutboxEmail {
  to: string;
  subject: string;
  text: string;
}

/** The code in the newest e-email to the address; waits for it. */
export function readCode(page: Page, address: string): Promise<string> {
  return readCodeFrom(page.request, address);
}

/** The path that the newest e-mail to the address leads to, with its fragment; waits for it. */
export async function readLink(page: Page, address: string): Promise<string> {
  let path = '';
  await expect(async () => {
    const response = await page.request.get('/api/dev/outbox');
    const emails: OutboxEmail[] = await response.json();
    const email = emails.find(({ to }) => to.includes(address));
    path = /https?:\/\/[^/\s]+(\/[^#\s]+#\S+)/.exec(email?.text ?? '')?.[1] ?? '';
    expect(path).not.toBe('');
  }).toPass({ timeout: 15_000 });
  return path;
}

export async function readCodeFrom(client: APIRequestContext, address: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const response = await client.get('/api/dev/outbox');
    const emails: OutboxEmail[] = await response.json();
    const email = emails.find(({ to }) => to.includes(address));
    code = /\b(\d{6})\b/.exec(email?.text ?? '')?.[1] ?? '';
    expect(code).toMatch(/^\d{6}$/);
  }).toPass({ timeout: 15_000 });
  return code;
}
