import { type APIRequestContext, type APIResponse, expect, request } from '@playwright/test';
import { DEMO_PASSWORD } from './test.ts';

export interface Caller {
  /** The answer as it is, for refusals. */
  send: (method: string, path: string, data?: unknown) => Promise<APIResponse>;
  /** The body of a call that must succeed. */
  call: <T>(method: string, path: string, data?: unknown) => Promise<T>;
}

const sessions = new Map<string, Promise<Session>>();

interface Session {
  context: APIRequestContext;
  authorization: string;
}

/** An account on the server at this address. */
interface Account {
  username: string;
  url: string | undefined;
}

async function logIn({ username, url }: Account): Promise<Session> {
  const context = await request.newContext({ baseURL: url });
  const answer = await context.post('/api/member/login', {
    data: { username, password: DEMO_PASSWORD },
  });
  expect(answer.status()).toBe(200);
  const { accessToken }: { accessToken: string } = await answer.json();
  return { context, authorization: `Bearer ${accessToken}` };
}

const keyOf = ({ username, url }: Account) => `${username} ${url}`;

function sessionOf(account: Account): Promise<Session> {
  const known = sessions.get(keyOf(account)) ?? logIn(account);
  sessions.set(keyOf(account), known);
  return known;
}

/**
 * The calls of a demo account, for preparing what a journey starts from. A member holds ten sessions
 * at most: one that was pushed out by the browsers of other tests logs in anew. `url`: another server
 * than that of the run.
 */
export async function apiAs(username: string, url = process.env.NARU_E2E_URL): Promise<Caller> {
  const account = { username, url };
  const send: Caller['send'] = async (method, path, data) => {
    const { context, authorization } = await sessionOf(account);
    const answer = await context.fetch(path, { method, data, headers: { authorization } });
    if (answer.status() !== 401) return answer;
    sessions.delete(keyOf(account));
    const fresh = await sessionOf(account);
    return fresh.context.fetch(path, {
      method,
      data,
      headers: { authorization: fresh.authorization },
    });
  };
  return {
    send,
    call: async (method, path, data) => {
      const answer = await send(method, path, data);
      expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBeLessThan(300);
      return answer.json();
    },
  };
}

export interface Planted {
  id: number;
  title: string;
  /** Address of its page. */
  path: string;
}

let planted = 0;

/** A text that no other test uses. */
export function unique(text: string): string {
  planted += 1;
  return `${text} ${process.pid.toString(36)}${planted}${Date.now().toString(36).slice(-4)}`;
}

interface NewPost {
  board: string;
  title: string;
  content?: string;
  price?: number;
}

export async function plantPost(username: string, post: NewPost): Promise<Planted> {
  const { board, title, content = '<p>여정을 위한 글입니다.</p>', price } = post;
  const caller = await apiAs(username);
  const body = { boardType: board, title, content, imageUrls: null, price };
  const { id } = await caller.call<{ id: number }>('POST', '/api/post/post-up', body);
  return { id, title, path: `/main/community/${board.toLowerCase()}/post/${id}` };
}

/** Waits out the pause that the server asks of a member between two comments. */
export async function plantComment(
  username: string,
  postId: number,
  content: string,
  parentId: number | null = null,
): Promise<number> {
  const caller = await apiAs(username);
  let id = 0;
  await expect(async () => {
    const answer = await caller.send('POST', `/api/post/${postId}/comments`, { content, parentId });
    expect(answer.status()).toBe(201);
    const { comment }: { comment: { id: number } } = await answer.json();
    id = comment.id;
  }).toPass({ timeout: 10_000 });
  return id;
}
