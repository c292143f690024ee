import { type APIRequestContext, expect, type Page } from '@playwright/test';

interface OutboxEmail {
  to: string;
  subject: string;
  text: string;
}

/** The six digits of the newest mail to the address; waits for the mail to arrive. */
export function readCode(page: Page, address: string): Promise<string> {
  return readCodeFrom(page.request, address);
}

/** The same through any client. */
export async function readCodeFrom(client: APIRequestContext, address: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const answer = await client.get('/api/dev/outbox');
    const mails: OutboxEmail[] = await answer.json();
    const mail = mails.find(({ to }) => to.includes(address));
    code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(code).toMatch(/^\d{6}$/);
  }).toPass({ timeout: 15_000 });
  return code;
}
