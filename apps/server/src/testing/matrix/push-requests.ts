import { createECDH, randomBytes } from 'node:crypto';
import { signedToken } from '../../platform/signed-token.ts';
import { TEST_SECRET } from '../test-app.ts';
import type { Build } from './build.ts';

const plain =
  (url: string, body?: unknown): Build =>
  () => ({ url, ...(body !== undefined && { body }) });

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
