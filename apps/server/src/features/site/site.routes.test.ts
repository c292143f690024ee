import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('GET /api/health', () => {
  it('answers without a token', async () => {
    const { status, json } = await t.call('GET', '/api/health');
    expect(status).toBe(200);
    expect(json).toEqual({
      status: 'ok',
      version: 'test',
      database: 'up',
      uptime: expect.any(Number),
    });
  });
});

describe('GET /api/config', () => {
  it('answers names and switches, locked by default', async () => {
    const { status, json } = await t.call('GET', '/api/config');
    expect(status).toBe(200);
    expect(json.settings).toEqual({ studyRoomMenu: 'locked', directMessage: 'locked' });
    expect(json.quickLinks).toHaveLength(4);
  });
});

describe('unknown addresses', () => {
  it('answers 404 in Korean without a stack', async () => {
    const { status, json } = await t.call('GET', '/api/nothing');
    expect(status).toBe(404);
    expect(json).toEqual({
      error: 'NOT_FOUND',
      message: '요청한 내용을 찾을 수 없습니다.',
      requestId: expect.any(String),
    });
  });
});
