import { createECDH, randomBytes } from 'node:crypto';
import { highestRole } from '@naru/contract/roles';
import { sha256 } from '../../platform/secrets.ts';
import { signedToken } from '../../platform/signed-token.ts';
import { TEST_PASSWORD } from '../factories/members.ts';
import { type SignedIn, TEST_SECRET, type TestApp } from '../test-app.ts';
import type { Build } from './build.ts';
import { PROVIDER_REQUESTS } from './provider-requests.ts';
import { SECOND_FACTOR_REQUESTS } from './second-factor-requests.ts';

let counter = 0;
const unique = () => {
  counter += 1;
  return counter.toString(36);
};

/** Re-authenticates the session. */
export async function prove(t: TestApp, as: SignedIn): Promise<void> {
  await t.call('POST', '/api/member/verify-password', { as, body: { password: TEST_PASSWORD } });
}

const plain =
  (url: string, body?: unknown): Build =>
  () => ({ url, ...(body !== undefined && { body }) });

const proven =
  (url: string): Build =>
  async ({ t }, { caller }) => {
    if (caller !== null) await prove(t, caller);
    return { url };
  };

/** Not a student address: it would make the USER of all other lines a student. */
const setEmail: Build = async ({ t }, { caller }) => {
  const email = `moved${unique()}@example.com`;
  const url = '/api/member/set-email';
  if (caller === null) return { url, body: { email, code: '000000' } };
  await prove(t, caller);
  await t.call('POST', '/api/auth/email-check', { as: caller, body: { email } });
  const mail = (await t.mails()).find(({ to }) => to === email);
  return { url, body: { email, code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '' } };
};

const setProfileImage: Build = ({ png }) => ({
  url: '/api/member/set-profile-image',
  body: Buffer.concat([
    Buffer.from(
      '--form\r\ncontent-disposition: form-data; name="profileImage"; filename="a.png"\r\n' +
        'content-type: image/png\r\n\r\n',
    ),
    png,
    Buffer.from('\r\n--form--\r\n'),
  ]),
  headers: { 'content-type': 'multipart/form-data; boundary=form' },
});

/** A second session of the caller; in the column Non one of another member. */
const endSession: Build = async ({ t, other }, { caller, owner, isForged }) => {
  if (caller !== null) await prove(t, caller);
  const session = await t.signInAs(isForged ? owner : (caller ?? other));
  const { json } = await t.call('GET', '/api/member/sessions', { as: session });
  return { url: `/api/member/sessions/${json.sessions[0].id}` };
};

/** A disposable member with the caller's role. */
const remove =
  (url: string): Build =>
  async ({ t }, { caller }) => {
    if (caller === null) return { url };
    const leaver = await t.signIn(highestRole(caller.roles));
    await prove(t, leaver);
    return { url, headers: leaver.headers };
  };

export const ACCOUNT_REQUESTS: Record<string, Build> = {
  'POST /api/auth/end-session': plain('/api/auth/end-session', {
    refreshHash: sha256('of no session').toString('base64'),
  }),
  'POST /api/member/verify-password': plain('/api/member/verify-password', {
    password: TEST_PASSWORD,
  }),
  'POST /api/member/reset-password': plain('/api/member/reset-password', {
    currentPassword: TEST_PASSWORD,
    newPassword: TEST_PASSWORD,
  }),
  'POST /api/member/set-nickname': () => ({
    url: '/api/member/set-nickname',
    body: { nickname: `별명${unique()}` },
  }),
  'PUT /api/member/first-visit': plain('/api/member/first-visit', {}),
  'GET /api/member/study-year': plain('/api/member/study-year'),
  'PUT /api/member/study-year': plain('/api/member/study-year', { studyYear: 3 }),
  'POST /api/member/set-intro': plain('/api/member/set-intro', { intro: '안녕하세요' }),
  'POST /api/member/set-email': setEmail,
  'POST /api/member/set-email-visibility': plain('/api/member/set-email-visibility', {
    emailPublic: false,
  }),
  'GET /api/member/notice-choices': plain('/api/member/notice-choices'),
  'PUT /api/member/notice-choices': plain('/api/member/notice-choices', {
    choices: { like: false },
  }),
  'POST /api/member/set-profile-image': setProfileImage,
  'DELETE /api/member/delete-profile-image': plain('/api/member/delete-profile-image'),
  'GET /api/member/sessions': plain('/api/member/sessions'),
  'DELETE /api/member/sessions/:id': endSession,
  'DELETE /api/member/sessions': proven('/api/member/sessions'),
  'GET /api/member/export': proven('/api/member/export'),
  'DELETE /api/member/me': remove('/api/member/me'),
  'POST /api/member/withdraw': remove('/api/member/withdraw'),
  ...SECOND_FACTOR_REQUESTS,
  ...PROVIDER_REQUESTS,
};

/** A new browser of a known service. */
const subscription: Build = () => {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(9).toString('base64url')}`;
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  return { url: '/api/push/device', body: { endpoint, keys: { p256dh, auth } } };
};

const stop: Build = ({ t }, { owner }) => {
  const expiresAt = new Date(t.clock.now().getTime() + 60_000);
  const token = signedToken('digest', [TEST_SECRET]).sign(String(owner.id), expiresAt);
  return { url: `/api/digest/stop/${token}` };
};

export const PUSH_REQUESTS: Record<string, Build> = {
  'GET /api/push': plain('/api/push'),
  'PUT /api/push/device': subscription,
  'DELETE /api/push/device': plain('/api/push/device'),
  'PUT /api/push/choices': plain('/api/push/choices', { preview: true }),
  'GET /api/member/digest': plain('/api/member/digest'),
  'PUT /api/member/digest': plain('/api/member/digest', { digest: 'DAILY' }),
  'POST /api/digest/stop/:token': stop,
  'GET /api/digest/stop/:token': stop,
};
