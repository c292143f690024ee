import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { addSeconds } from '../../platform/clock.ts';
import { sha256 } from '../../platform/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { changeMember } from '../../testing/factories/comments.ts';
import { changeSession, deleteSession, readSessions } from '../../testing/factories/sessions.ts';
import { createMemberWith, createSessions, hashOf, refusalOf } from './sessions.fixture.ts';

const DAY = 86_400;

let t: TestDatabase;
let s: ReturnType<typeof createSessions>;
beforeAll(async () => {
  t = await createTestDatabase(inject('adminUrl'));
});
beforeEach(() => {
  s = createSessions(t.db);
});
afterAll(() => t.drop());

const refresh = (refreshToken: string, device: string | null = 'phone') =>
  s.service.refresh({ refreshToken, device });
const refused = (refreshToken: string, device?: string | null) =>
  refusalOf(refresh(refreshToken, device));

async function signIn() {
  const member = await createMemberWith(t.db);
  const start = { memberId: member.id, passwordHash: hashOf(), device: 'phone', userAgent: '' };
  const { refreshToken = '', accessToken = '' } = (await s.service.open(t.db, start)) ?? {};
  const read = async () => {
    const [row] = await readSessions(t, member);
    if (row === undefined) throw new Error('no session');
    return row;
  };
  const { id } = await read();
  const change = (values: Parameters<typeof changeSession>[2]) => changeSession(t, id, values);
  return { member, refreshToken, accessToken, read, change };
}

describe('a refresh', () => {
  it('exchanges both tokens, and prolongs the session by 14 days', async () => {
    const { member, refreshToken, read } = await signIn();
    s.clock.advance(DAY);
    const pair = await refresh(refreshToken);
    const now = s.clock.now();
    expect(await read()).toMatchObject({
      refreshHash: sha256(pair.refreshToken),
      previousHash: sha256(refreshToken),
      rotatedAt: now,
      lastUsedAt: now,
      expiresAt: addSeconds(now, 14 * DAY),
      revokedAt: null,
    });
    expect(pair.refreshToken.split('.')[1]).toBe(String(now.getTime() / 1000 + 14 * DAY));
    const actor = await s.service.authenticate(pair.accessToken);
    expect(actor).toMatchObject({ memberId: member.id, sessionId: (await read()).id });
    expect(s.sent).toEqual({ log: [], events: [], notices: [], emails: [] });
  });

  it('prolongs no session beyond its end', async () => {
    const { refreshToken, read, change } = await signIn();
    const endsAt = addSeconds(s.clock.now(), 5 * DAY);
    await change({ endsAt });
    const pair = await refresh(refreshToken);
    expect((await read()).expiresAt).toEqual(endsAt);
    expect(pair.refreshToken.split('.')[1]).toBe(String(endsAt.getTime() / 1000));
  });

  it('gives the same pair again for ten seconds, on its device alone [SESS-06, SESS-09]', async () => {
    const { refreshToken } = await signIn();
    const pair = await refresh(refreshToken);
    s.clock.advance(10);
    expect(await refresh(refreshToken)).toEqual(pair);
    expect(await refused(refreshToken, 'another')).toBe('REFRESH_INVALID');
    expect(await refused(refreshToken, null)).toBe('REFRESH_INVALID');
    expect(s.sent.log).toEqual(Array(2).fill({ event: 'refresh refused' }));
    expect(await refused(pair.refreshToken)).toBeNull();
  });

  it('with a token from before ends the session, and notifies the member [SESS-05]', async () => {
    const { member, refreshToken, read } = await signIn();
    await refresh(refreshToken);
    s.clock.set(new Date(s.clock.now().getTime() + 10_001));
    expect(await refused(refreshToken)).toBe('REFRESH_INVALID');
    const memberId = member.id;
    expect(s.sent).toEqual({
      log: [{ event: 'refresh reused', memberId }],
      events: [['access-changed', { memberId }]],
      notices: [{ kind: 'sessionEnded', to: [memberId] }],
      emails: [member.email],
    });
    expect(await read()).toMatchObject({ revokedAt: s.clock.now(), successorBox: null });
  });

  it('with the token before the last one ends the session within ten seconds, too', async () => {
    const { refreshToken, read } = await signIn();
    const { refreshToken: next } = await refresh(refreshToken);
    await refresh(next);
    expect(await refused(refreshToken)).toBe('REFRESH_INVALID');
    expect((await read()).revokedAt).not.toBeNull();
  });

  it('is refused on another device, to which it reveals nothing', async () => {
    const { refreshToken, read } = await signIn();
    expect(await refused(refreshToken, 'another')).toBe('REFRESH_INVALID');
    expect(await refused(refreshToken, null)).toBe('REFRESH_INVALID');
    expect((await read()).revokedAt).toBeNull();
    expect(s.sent).toMatchObject({ events: [], notices: [], emails: [] });
  });

  it('is refused where no session has the token', async () => {
    const { refreshToken, read } = await signIn();
    expect(await refused('forged')).toBe('REFRESH_INVALID');
    await deleteSession(t, (await read()).id);
    expect(await refused(refreshToken)).toBe('REFRESH_INVALID');
    expect(s.sent.log).toEqual([{ event: 'refresh refused' }]);
  });

  it('is refused once the session is over, and until its last second is not', async () => {
    const { refreshToken, change, read } = await signIn();
    const now = s.clock.now();
    const later = addSeconds(now, 1);
    const states = [
      { revokedAt: now },
      { revokedAt: null, expiresAt: now },
      { expiresAt: later, endsAt: now },
    ];
    for (const state of states) {
      await change(state);
      expect(await refused(refreshToken)).toBe('REFRESH_INVALID');
    }
    expect(s.sent.emails).toEqual([]);
    await change({ endsAt: later });
    expect(await refused(refreshToken)).toBeNull();
    expect((await read()).expiresAt).toEqual(later);
  });

  it('is refused to members who withdrew', async () => {
    const { member, refreshToken } = await signIn();
    await changeMember(t, member.id, { withdrawnAt: s.clock.now() });
    expect(await refused(refreshToken)).toBe('REFRESH_INVALID');
    await changeMember(t, member.id, { withdrawnAt: null });
    expect(await refused(refreshToken)).toBeNull();
  });

  it('leaves the refresh token as it is while the disk is full, and fails for any other reason', async () => {
    const { member, refreshToken, read } = await signIn();
    const before = await read();
    const transaction = t.db.transaction.bind(t.db);
    const failOnce = (code: string) =>
      vi.spyOn(t.db, 'transaction').mockImplementationOnce((work) =>
        transaction(async (tx) => {
          await work(tx);
          throw Object.assign(new Error('not written'), { code });
        }),
      );
    failOnce('53100');
    const pair = await refresh(refreshToken);
    expect(pair.refreshToken).toBe(refreshToken);
    expect(await s.service.authenticate(pair.accessToken)).toMatchObject({ memberId: member.id });
    expect(await read()).toEqual(before);
    failOnce('23505');
    await expect(refresh(refreshToken)).rejects.toThrow('not written');
  });
});
