import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createThrottle } from '../../domain/throttle/throttle.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { createMember, TEST_PASSWORD, type TestMember } from '../../testing/factories/members.ts';
import {
  proveFor,
  storePasskey,
  totpCode,
  turnOnSecondFactor,
} from '../../testing/factories/second-factors.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { countStatuses, createVisitor, emailsTo, type Visitor } from '../../testing/visitor.ts';
import { createChallenges, encoded, relyingParty } from './passkeys.verify.ts';

const PLACE = { origin: 'https://naru.example.ac.kr', rpId: 'naru.example.ac.kr' };
const OWN = '/api/member/passkeys';
const LOGIN = '/api/member/login/passkey';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { PUBLIC_URL: PLACE.origin } });
});
afterAll(() => t.close());

const newDevice = () => createAuthenticator(PLACE);

let entered = '';
const begin = (as: SignedIn, secret: string) => {
  t.clock.advance(30);
  return beginWith(as, totpCode(t, secret));
};
const beginWith = (as: SignedIn, code: string) => {
  entered = code;
  return t.call('POST', `${OWN}/begin`, { as, body: { code } });
};
/** With the code that `begin` took. */
const add = (as: SignedIn, credential: object, code = entered) =>
  t.call('POST', OWN, { as, body: { name: '내 휴대전화', code, credential } });
const listOf = async (as: SignedIn) => (await t.call('GET', OWN, { as })).json.passkeys;
const subjects = async ({ email }: TestMember) =>
  (await emailsTo(t, email)).map(({ subject }) => subject.replace('[나루] ', ''));

async function memberWithFactor() {
  const as = await t.signIn();
  const { secret, recoveryCode } = await turnOnSecondFactor(t, as.id);
  await proveFor(t, as);
  return { as, secret, recoveryCode };
}

async function memberWithPasskey() {
  const { as, secret } = await memberWithFactor();
  const device = newDevice();
  const options = (await begin(as, secret)).json;
  expect((await add(as, device.register(options))).status).toBe(201);
  return { as, secret, device };
}

const tokenFor = async (visitor: Visitor, { username }: TestMember): Promise<string> => {
  const body = { username, password: TEST_PASSWORD };
  return (await visitor.post('/api/member/login', body)).json.secondStep.token;
};
const challengeFor = async (visitor: Visitor, token?: string) =>
  (await visitor.post(`${LOGIN}/begin`, { token })).json;
const enter = (visitor: Visitor, credential: object, token?: string) =>
  visitor.post(LOGIN, { token, credential });

describe('adding and removing passkeys', () => {
  it('needs the password, a code and a second factor that is on [MFA-16]', async () => {
    const as = await t.signIn();
    const body = { code: '000000' };
    const tryBegin = async () => (await t.call('POST', `${OWN}/begin`, { as, body })).json.error;
    expect(await tryBegin()).toBe('REAUTH_REQUIRED');
    await proveFor(t, as);
    expect(await tryBegin()).toBe('SECOND_FACTOR_OFF');
    const { secret } = await turnOnSecondFactor(t, as.id);
    expect(await tryBegin()).toBe('CODE_INCORRECT');
    const { json } = await begin(as, secret);
    expect(json).toMatchObject({ rp: { id: PLACE.rpId }, attestation: 'none' });
    expect(Buffer.from(json.user.id, 'base64url')).toHaveLength(32);
    const device = newDevice();
    const credential = device.register(json, { isSynced: true });
    const responses = await Promise.all([add(as, credential), add(as, credential)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(await listOf(as)).toEqual([
      expect.objectContaining({ name: '내 휴대전화', isSynced: true, lastUsedAt: null }),
    ]);
    const next = (await begin(as, secret)).json;
    expect(next.excludeCredentials).toMatchObject([{ id: device.id, transports: ['internal'] }]);
    expect((await add(as, device.register(next))).json.error, 'known').toBe('PASSKEY_REFUSED');
    expect(await subjects(as)).toEqual(['패스키를 추가했습니다']);
  });

  it('uses a code up only with the passkey that is added [MFA-20]', async () => {
    const { as, recoveryCode: code } = await memberWithFactor();
    const left = async () =>
      (await t.call('GET', '/api/member/second-factor', { as })).json.recoveryCodesLeft;
    const before = await left();
    await beginWith(as, code);
    const device = newDevice();
    const { json } = await beginWith(as, code);
    expect((await add(as, device.register(json, { rpId: 'evil.test' }))).status).toBe(400);
    expect(await left(), 'put away, and refused').toBe(before);
    // The device took its time.
    t.clock.advance(200);
    expect((await add(as, device.register(json), '000000')).json.error).toBe('CODE_INCORRECT');
    expect((await add(as, device.register(json))).status).toBe(201);
    expect(await left()).toBe(before - 1);
    const again = (await beginWith(as, code)).json.error;
    expect(again).toBe('CODE_INCORRECT');
  });

  it('takes a code of the app that was right when the device was asked [MFA-20]', async () => {
    const { as, secret } = await memberWithFactor();
    const { json } = await begin(as, secret);
    t.clock.advance(200);
    expect((await add(as, newDevice().register(json))).status).toBe(201);
    expect((await beginWith(as, entered)).json.error).toBe('CODE_INCORRECT');
  });

  it('refuses other sites, members, challenges and times [MFA-17]', async () => {
    const { as, secret } = await memberWithFactor();
    const { as: other, secret: otherSecret } = await memberWithFactor();
    const device = newDevice();
    const options = (await begin(as, secret)).json;
    const foreign = (await begin(other, otherSecret)).json;
    const login = await challengeFor(createVisitor(t));
    for (const wrong of [
      device.register(options, { origin: 'https://evil.test' }),
      device.register(options, { rpId: 'evil.test' }),
      device.register(foreign),
      device.register(login),
      device.register({ challenge: 'x' }),
    ]) {
      expect((await add(as, wrong)).json.error).toBe('PASSKEY_REFUSED');
    }
    t.clock.advance(300);
    expect((await add(as, device.register(options))).json.error).toBe('PASSKEY_REFUSED');
    expect(await listOf(as)).toEqual([]);
  });

  it('takes a challenge as the text that was sent, and nothing else that JSON can be [MFA-17]', async () => {
    const { as, secret } = await memberWithFactor();
    const credential = newDevice().register((await begin(as, secret)).json);
    const { challenge, ...rest } = JSON.parse(
      Buffer.from(credential.response.clientDataJSON, 'base64url').toString(),
    );
    const bytes = [...Buffer.from(challenge, 'base64url')];
    for (const other of [{ length: 4e8 }, bytes, `${challenge}=`, ` ${challenge}`, null, 5]) {
      const text = JSON.stringify({ ...rest, challenge: other });
      const clientDataJSON = Buffer.from(text).toString('base64url');
      const response = { ...credential.response, clientDataJSON };
      expect((await add(as, { ...credential, response })).json.error).toBe('PASSKEY_REFUSED');
    }
    const renamed = { ...credential, id: `${credential.id}A`, rawId: `${credential.id}A` };
    expect((await add(as, renamed)).status).toBe(400);
    expect((await add(as, credential)).status).toBe(201);
  });

  it('removes only own ones, and all of them with the second factor [MFA-16]', async () => {
    const { as, secret } = await memberWithPasskey();
    const { as: other } = await memberWithPasskey();
    const [{ id }] = await listOf(as);
    const remove = (by: SignedIn) => t.call('DELETE', `${OWN}/${id}`, { as: by });
    expect((await remove(other)).json.error).toBe('PASSKEY_NOT_FOUND');
    expect((await remove(await t.signInAs(as))).json.error).toBe('REAUTH_REQUIRED');
    expect((await remove(as)).status).toBe(200);
    expect((await remove(as)).status).toBe(404);
    expect(await subjects(as)).toEqual(['패스키를 추가했습니다', '패스키를 삭제했습니다']);
    const options = (await begin(as, secret)).json;
    expect((await add(as, newDevice().register(options))).status).toBe(201);
    t.clock.advance(30);
    const body = { code: totpCode(t, secret) };
    expect((await t.call('POST', '/api/member/second-factor/off', { as, body })).status).toBe(200);
    expect(await listOf(as)).toEqual([]);
  });

  it('keeps ten at most [MFA-16]', async () => {
    const { as, secret } = await memberWithFactor();
    for (let one = 0; one < 10; one += 1) await storePasskey(t, as.id);
    expect((await begin(as, secret)).json.error).toBe('PASSKEYS_FULL');
  });
});

describe('logging in with a passkey', () => {
  it('is the second step in place of a code, once for each challenge [MFA-17, MFA-18]', async () => {
    const { as, device } = await memberWithPasskey();
    const visitor = createVisitor(t);
    const token = await tokenFor(visitor, as);
    const options = await challengeFor(visitor, token);
    expect(options).toMatchObject({ rpId: PLACE.rpId, userVerification: 'preferred' });
    expect(options.allowCredentials).toMatchObject([{ id: device.id }]);
    const signed = device.sign(options, { isVerified: false });
    const parallel = await Promise.all([
      enter(visitor, signed, token),
      enter(visitor, signed, token),
    ]);
    expect(countStatuses(parallel)).toEqual({ 200: 1, 400: 1 });
    expect(parallel.find(({ status }) => status === 200)?.json).toHaveProperty('accessToken');
    const [{ lastUsedAt }] = await listOf(as);
    expect(lastUsedAt).not.toBeNull();
  });

  it('refuses foreign keys, sites, challenges and times [MFA-17]', async () => {
    const { as, device } = await memberWithPasskey();
    const { as: other, device: otherDevice } = await memberWithPasskey();
    const visitor = createVisitor(t);
    const token = await tokenFor(visitor, as);
    const otherToken = await tokenFor(visitor, other);
    const fresh = () => challengeFor(visitor, token);
    const refused = async (credential: Parameters<typeof enter>[1]) =>
      (await enter(visitor, credential, token)).json.error;
    const alone = await challengeFor(visitor);
    const forged = newDevice().sign(await fresh());
    for (const wrong of [
      otherDevice.sign(await fresh()),
      { ...forged, id: device.id, rawId: device.id },
      device.sign(await fresh(), { origin: 'https://evil.test' }),
      device.sign(await fresh(), { rpId: 'evil.test' }),
      device.sign(await challengeFor(visitor, otherToken)),
      device.sign(alone),
    ]) {
      expect(await refused(wrong)).toBe('PASSKEY_REFUSED');
    }
    expect((await enter(visitor, device.sign(await fresh(), { counter: 50 }), token)).status).toBe(
      200,
    );
    const late = await fresh();
    t.clock.advance(301);
    expect(await refused(device.sign(late, { counter: 60 }))).toBe('PASSKEY_REFUSED');
    t.clock.advance(300);
    const { json } = await visitor.post(`${LOGIN}/begin`, { token });
    expect(json.error).toBe('SECOND_STEP_EXPIRED');
  });

  it('locks one that was copied for the copy and its owner, who is notified, and leaves the codes [MFA-19]', async () => {
    const { as, secret, device } = await memberWithPasskey();
    const visitor = createVisitor(t);
    const token = await tokenFor(visitor, as);
    const fresh = () => challengeFor(visitor, token);
    const forged = newDevice().sign(await fresh(), { counter: 1 });
    expect((await enter(visitor, device.sign(await fresh(), { counter: 50 }), token)).status).toBe(
      200,
    );
    const stranger = await enter(visitor, { ...forged, id: device.id, rawId: device.id }, token);
    expect(stranger.json.error, 'without the key').toBe('PASSKEY_REFUSED');
    for (const counter of [50, 51, 9]) {
      const { status, json } = await enter(visitor, device.sign(await fresh(), { counter }), token);
      expect([status, json.error]).toEqual([403, 'PASSKEY_LOCKED']);
    }
    const alone = await enter(visitor, device.sign(await challengeFor(visitor), { counter: 70 }));
    expect(alone.json.error).toBe('PASSKEY_LOCKED');
    expect(
      (await subjects(as)).filter((subject) => subject === '패스키를 잠갔습니다'),
    ).toHaveLength(1);
    expect(await listOf(as)).toMatchObject([{ isLocked: true }]);
    expect((await fresh()).allowCredentials).toEqual([]);
    const body = { username: as.username, password: TEST_PASSWORD };
    const { secondStep } = (await visitor.post('/api/member/login', body)).json;
    expect(secondStep.hasPasskey).toBe(false);
    t.clock.advance(30);
    const step = { token: secondStep.token, code: totpCode(t, secret) };
    expect((await visitor.post('/api/member/login/second-step', step)).status).toBe(200);
  });

  it('never locks one that does not count [MFA-19]', async () => {
    const { as, device } = await memberWithPasskey();
    await t.db.execute(sql`update passkeys set counter = 0 where member_id = ${as.id}`);
    const visitor = createVisitor(t);
    const token = await tokenFor(visitor, as);
    for (let round = 0; round < 2; round += 1) {
      const signed = device.sign(await challengeFor(visitor, token), { counter: 0 });
      expect((await enter(visitor, signed, token)).status).toBe(200);
    }
  });

  it('needs no password where the device verified its user [MFA-18]', async () => {
    const { as, device } = await memberWithPasskey();
    const visitor = createVisitor(t);
    const options = await challengeFor(visitor);
    expect(options.userVerification).toBe('required');
    expect(options).not.toHaveProperty('allowCredentials');
    const unverified = await enter(visitor, device.sign(options, { isVerified: false }));
    expect([unverified.status, unverified.json.error]).toEqual([400, 'PASSKEY_REFUSED']);
    expect(unverified.cookies).toEqual([]);
    const stranger = await enter(visitor, newDevice().sign(options));
    expect(stranger.json.error, 'as for a known one').toBe('PASSKEY_REFUSED');
    const done = await enter(visitor, device.sign(options));
    expect(done.status).toBe(200);
    const headers = { authorization: `Bearer ${done.json.accessToken}` };
    expect((await t.call('GET', '/api/member/me', { headers })).json.meDto.id).toBe(as.id);
    expect((await enter(visitor, device.sign(options))).json.error).toBe('PASSKEY_REFUSED');

    const until = new Date(t.clock.now().getTime() + 86_400_000).toISOString();
    await t.db.execute(
      sql`update members set suspended_until = ${until}::timestamptz where id = ${as.id}`,
    );
    const again = device.sign(await challengeFor(visitor));
    expect((await enter(visitor, again)).json.error).toBe('ACCOUNT_SUSPENDED');
  });

  it('is offered with the second step only to those who have one [MFA-18]', async () => {
    const { as } = await memberWithPasskey();
    const plain = await createMember(t.db);
    await turnOnSecondFactor(t, plain.id);
    for (const [member, hasPasskey] of [[as, true] as const, [plain, false] as const]) {
      const body = { username: member.username, password: TEST_PASSWORD };
      const { json } = await createVisitor(t).post('/api/member/login', body);
      expect(json.secondStep.hasPasskey).toBe(hasPasskey);
    }
  });
});

describe('relyingParty', () => {
  it.each([
    ['https://naru.example.ac.kr', PLACE.rpId],
    ['https://naru.localhost', 'naru.localhost'],
    ['http://localhost:5173', 'localhost'],
    ['http://naru.example.ac.kr', undefined],
    ['https://203.0.113.7', undefined],
    ['https://[2001:db8::7]', undefined],
  ])('of %s is %s [MFA-17]', (url, id) => {
    expect(relyingParty(url)?.id).toBe(id);
  });

  it.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://[::ffff:127.0.0.1]:3000'])(
    'of %s, as a server starts without settings, is the name of this computer [MFA-17]',
    (url) => {
      expect(relyingParty(url)).toEqual({ id: 'localhost', origin: 'http://localhost:3000' });
    },
  );
});

describe('challenges', () => {
  it('a used challenge stays used when the clock is set back [REL-130, MFA-17]', async () => {
    const database = await createTestDatabase(inject('adminUrl'));
    const clock = createTestClock();
    const secrets = ['a secret of this test that is long enough'];
    const challenges = createChallenges({ clock, throttle: createThrottle(clock), secrets });
    const challenge = challenges.make('step', 7);
    await challenges.use(database.db, challenge);
    for (const seconds of [0, -3600]) {
      clock.advance(seconds);
      expect(challenges.isOpen('step', 7, encoded(challenge))).toBe(true);
      await expect(challenges.use(database.db, challenge)).rejects.toMatchObject({
        code: 'PASSKEY_REFUSED',
      });
    }
    await database.drop();
  });
});
