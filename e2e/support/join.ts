import { expect, request } from '@playwright/test';
import { readCodeFrom } from './outbox.ts';
import { DEMO_PASSWORD } from './test.ts';

export interface Joined {
  username: string;
  nickname: string;
  email: string;
}

let joined = 0;

/**
 * Registers a new student with the password of the demo accounts, for journeys that change an
 * account.
 */
export async function joinMember(): Promise<Joined> {
  joined += 1;
  const mark = `${Date.now().toString(36)}${joined}`;
  const member = {
    username: `own${mark}`,
    nickname: `새물${mark.slice(-7)}`,
    email: `demo.own${mark}@g.kmou.ac.kr`,
  };
  const context = await request.newContext({ baseURL: process.env.NARU_E2E_URL });
  const post = async (path: string, data: unknown) => {
    const response = await context.post(path, { data });
    expect(response.status(), `${path}: ${await response.text()}`).toBeLessThan(300);
  };
  await post('/api/auth/email-check', { email: member.email });
  const code = await readCodeFrom(context, member.email);
  await post('/api/auth/verify-code', { email: member.email, code });
  const consent = { terms: '2026-11-01', privacy: '2026-11-01' };
  await post('/api/member/join', { ...member, name: '한바다', password: DEMO_PASSWORD, consent });
  await context.dispose();
  return member;
}
