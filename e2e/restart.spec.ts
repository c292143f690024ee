import { rm } from 'node:fs/promises';
import { type APIRequestContext, request } from '@playwright/test';
import { stopUnderLoad } from './support/load.ts';
import { makePng } from './support/png.ts';
import { makeDataDir, type NaruServer, startNaru } from './support/server.ts';
import { DEMO_PASSWORD, expect, test } from './support/test.ts';

interface Session {
  context: APIRequestContext;
  headers: { authorization: string };
}

async function logIn(url: string): Promise<Session> {
  const context = await request.newContext({ baseURL: url });
  const data = { username: '20250001', password: DEMO_PASSWORD };
  const answer = await context.post('/api/member/login', { data });
  expect(answer.status()).toBe(200);
  const { accessToken }: { accessToken: string } = await answer.json();
  return { context, headers: { authorization: `Bearer ${accessToken}` } };
}

async function uploadPicture({ context, headers }: Session): Promise<string> {
  const params = { filename: '등대.png', contentType: 'image/png' };
  const signed = await context.get('/api/aws/S3/presign', { headers, params });
  const { uploadUrl, fileUrl }: { uploadUrl: string; fileUrl: string } = await signed.json();
  const put = await context.put(uploadUrl, {
    data: makePng(200, 100, [20, 120, 90]),
    headers: { 'content-type': 'image/png' },
  });
  expect(put.ok()).toBe(true);
  return fileUrl;
}

async function writePost(session: Session, fileUrl: string): Promise<number> {
  const answer = await session.context.post('/api/post/post-up', {
    headers: session.headers,
    data: {
      boardType: 'FREE',
      title: '전기가 나가기 직전의 글',
      content: `<p>저장되었을까요?</p><img src="${fileUrl}">`,
      imageUrls: [fileUrl],
    },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).id;
}

test('a kill -9 loses no data, a second server is refused, and a stop fails no request [REL-11]', async () => {
  test.setTimeout(240_000);
  const dataDir = await makeDataDir();
  const servers: NaruServer[] = [];
  try {
    const first = await startNaru({ dataDir });
    servers.push(first);
    const session = await logIn(first.url);
    const fileUrl = await uploadPicture(session);
    const id = await writePost(session, fileUrl);
    const comment = await session.context.post(`/api/post/${id}/comments`, {
      headers: session.headers,
      data: { content: '마지막 댓글' },
    });
    expect(comment.status()).toBe(201);
    await first.kill();
    const second = await startNaru({ dataDir, env: { DRAIN_SECONDS: '1' } });
    servers.push(second);
    const health = await fetch(`${second.url}/api/health`);
    expect(await health.json()).toMatchObject({ status: 'ok', database: 'up' });

    // The previous session and its post are still there.
    const again = await request.newContext({ baseURL: second.url });
    const { headers } = session;
    const detail = await (await again.get(`/api/post/${id}`, { headers })).json();
    expect(detail.dto).toMatchObject({ title: '전기가 나가기 직전의 글', commentCount: 1 });
    expect(detail.dto.imageUrls).toEqual([fileUrl]);
    const comments = await (await again.get(`/api/post/${id}/comments`, { headers })).json();
    expect(comments.comments[0].content).toBe('마지막 댓글');
    const picture = await again.get(fileUrl);
    expect(picture.status()).toBe(200);
    expect(picture.headers()['content-type']).toBe('image/webp');

    await expect(startNaru({ dataDir })).rejects.toThrow(
      /Naru cannot start: .* is already used by a running server/,
    );
    const alive = await again.get('/api/health');
    expect(alive.status()).toBe(200);
    await stopUnderLoad(second);
  } finally {
    for (const server of servers) await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
