import { sql } from 'drizzle-orm';
import type { TestApp } from './test-app.ts';

export interface VisitorResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses are asserted field by field
  json: any;
  headers: Record<string, string | string[] | number | undefined>;
  cookies: { name: string; value: string; [key: string]: unknown }[];
}

interface PostOptions {
  /** Access token. */
  token?: string;
  headers?: Record<string, string>;
}

/** A browser with its own address and cookie jar. */
export interface Visitor {
  jar: Record<string, string>;
  post(url: string, body?: unknown, options?: PostOptions): Promise<VisitorResponse>;
}

let addresses = 0;

function newAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

export function createVisitor(
  t: TestApp,
  jar: Record<string, string> = {},
  remoteAddress = newAddress(),
): Visitor {
  return {
    jar,
    async post(url, body, { token, headers } = {}) {
      const response = await t.app.inject({
        method: 'POST',
        url,
        remoteAddress,
        cookies: jar,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      });
      for (const { name, value } of response.cookies) {
        if (value === '') delete jar[name];
        else jar[name] = value;
      }
      return {
        status: response.statusCode,
        json: response.json(),
        headers: response.headers,
        cookies: response.cookies,
      };
    },
  };
}

export interface SentEmail {
  to: string;
  subject: string;
  text: string;
  usefulUntil: Date | null;
}

/** E-mails in the outbox for an address, oldest first. */
export async function emailsTo(t: TestApp, to: string): Promise<SentEmail[]> {
  const { rows } = await t.db.execute(
    sql`select recipient as "to", subject, text, useful_until as "usefulUntil"
      from email_queue where recipient = ${to} order by id`,
  );
  return rows as unknown as SentEmail[];
}

export function codeIn(mail: SentEmail | undefined): string {
  return /인증 코드: (\d{6})\n/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** The code of the newest e-mail to an address. */
export async function lastCode(t: TestApp, to: string): Promise<string> {
  return codeIn((await emailsTo(t, to)).at(-1));
}

/** A well-formed code that is wrong. */
export function wrongCode(right: string): string {
  return right === '000000' ? '000001' : '000000';
}

/** Requests a sign-up code and enters it. */
export async function proveEmail(t: TestApp, visitor: Visitor, email: string): Promise<void> {
  await visitor.post('/api/auth/email-check', { email });
  await visitor.post('/api/auth/verify-code', { email, code: await lastCode(t, email) });
}

/** One value of one row. */
export async function readValue(
  { db }: Pick<TestApp, 'db'>,
  query: ReturnType<typeof sql>,
): Promise<unknown> {
  const { rows } = await db.execute(query);
  return Object.values(rows[0] ?? {})[0];
}

/** Counts the responses by status. */
export function countStatuses(responses: readonly VisitorResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
