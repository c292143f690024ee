import { type APIRequestContext, type APIResponse, expect, request } from '@playwright/test';
import { DEMO_PASSWORD } from './test.ts';

export interface ApiClient {
  /** The raw response, for refusals. */
  send: (method: string, path: string, data?: unknown) => Promise<APIResponse>;
  /** The body of a call that must succeed. */
  call: <T>(method: string, path: string, data?: unknown) => Promise<T>;
}

const sessions = new Map<string, Promise<Session>>();

interface Session {
  context: APIRequestContext;
  authorization: string;
}

interface Account {
  username: string;
  url: string | undefined;
}

async function logIn({ username, url }: Account): Promise<Session> {
  const context = await request.newContext({ baseURL: url });
  const response = await context.post('/api/member/login', {
    data: { username, password: DEMO_PASSWORD },
  });
  expect(response.status()).toBe(200);
  const { accessToken }: { accessToken: string } = await response.json();
  return { context, authorization: `Bearer ${accessToken}` };
}

/** The server may close an idle connection just as it is used again, and has read nothing of the call then. */
const CALL = { maxRetries: 1 };

const keyOf = ({ username, url }: Account) => `${username} ${url}`;

function sessionOf(account: Account): Promise<Session> {
  const known = sessions.get(keyOf(account)) ?? logIn(account);
  sessions.set(keyOf(account), known);
  return known;
}

/**
 * An API client for a demo account, to prepare the data of a journey. Logs in again when its
 * session was evicted (at most ten per member). `url` defaults to the server of the run.
 */
export async function apiAs(username: string, url = process.env.NARU_E2E_URL): Promise<ApiClient> {
  const account = { username, url };
  const send: ApiClient['send'] = async (method, path, data) => {
    const { context, authorization } = await sessionOf(account);
    const response = await context.fetch(path, {
      ...CALL,
      method,
      data,
      headers: { authorization },
    });
    if (response.status() !== 401) return response;
    sessions.delete(keyOf(account));
    const fresh = await sessionOf(account);
    const headers = { authorization: fresh.authorization };
    return fresh.context.fetch(path, { ...CALL, method, data, headers });
  };
  return {
    send,
    call: async (method, path, data) => {
      const response = await send(method, path, data);
      expect(response.status(), `${method} ${path}: ${await response.text()}`).toBeLessThan(300);
      return response.json();
    },
  };
}

export interface SeededPost {
  id: number;
  title: string;
  path: string;
}

let counter = 0;

/** Makes a text unique among all tests. */
export function unique(text: string): string {
  counter += 1;
  return `${text} ${process.pid.toString(36)}${counter}${Date.now().toString(36).slice(-4)}`;
}

interface NewPost {
  board: string;
  title: string;
  content?: string;
  price?: number;
  /** Of a post on TEAM. */
  team?: object;
}

export async function seedPost(username: string, post: NewPost): Promise<SeededPost> {
  const { board, title, content = '<p>여정을 위한 글입니다.</p>', price, team } = post;
  const client = await apiAs(username);
  const body = { boardType: board, title, content, imageUrls: null, price, team };
  const { id } = await client.call<{ id: number }>('POST', '/api/post/post-up', body);
  return { id, title, path: `/main/community/${board.toLowerCase()}/post/${id}` };
}

/** Retries within the server's pause between two comments of a member. */
export async function seedComment(
  username: string,
  postId: number,
  content: string,
  parentId: number | null = null,
): Promise<number> {
  const client = await apiAs(username);
  let id = 0;
  await expect(async () => {
    const response = await client.send('POST', `/api/post/${postId}/comments`, {
      content,
      parentId,
    });
    expect(response.status()).toBe(201);
    const { comment }: { comment: { id: number } } = await response.json();
    id = comment.id;
  }).toPass({ timeout: 10_000 });
  return id;
}
