import { resolve } from 'node:path';
import { presentSecrets } from '../../backup/secrets-of.ts';
import { type Env, readEnv } from '../../config/env.ts';
import { listenForCall } from '../../http/address-check-listener.ts';
import { errnoOf, messageOf } from '../../platform/database/errors.ts';
import { DeliveryError } from '../../platform/email/email.ts';
import { randomToken } from '../../platform/secrets.ts';
import { sendTestEmail } from '../test-email.ts';
import { callSite } from './call-site.ts';
import { bad, type Finding, skipped } from './finding.ts';
import { explainMail } from './mail.ts';
import { describeCall } from './site.ts';

/** Sends an e-mail with these settings; resolves to what is wrong, or null. */
export async function trySendingMail(env: Env, to: string): Promise<Finding | null> {
  try {
    await sendTestEmail(env, to);
    return null;
  } catch (error) {
    if (error instanceof DeliveryError) return explainMail(error, env);
    return bad(messageOf(error), '받는 주소와 설정을 확인하세요.');
  }
}

/** Calls the public address of these settings: the server that runs responds, else a listener in its place. */
export async function tryPublicAddress(env: Env): Promise<Finding[]> {
  const now = new Date();
  const secret = randomToken();
  const { HOST: host, PORT: port, TRUST_PROXY: trusted } = env;
  try {
    const close = await listenForCall({ host, port, trusted, secret });
    const call = await callSite(env.PUBLIC_URL, { secret, now });
    close();
    return describeCall(call, env);
  } catch (error) {
    if (errnoOf(error) !== 'EADDRINUSE') {
      return [
        bad(
          `${host}:${port}에서 접속을 받을 수 없습니다: ${messageOf(error)}`,
          'HOST와 PORT를 확인하세요.',
        ),
      ];
    }
    const [present] = await presentSecrets(env);
    if (present === undefined) {
      return [
        bad(
          `${port}번 포트를 다른 프로그램이 쓰고 있습니다.`,
          '그 프로그램을 멈추거나 PORT를 바꾸세요.',
        ),
      ];
    }
    const call = await callSite(env.PUBLIC_URL, { secret: present, now });
    return [
      ...describeCall(call, env),
      skipped(
        '켜져 있는 서버의 설정으로 확인했습니다. 바꾼 설정은 다시 시작한 뒤 npm run doctor로 보세요.',
      ),
    ];
  }
}

/** The settings as a server would read them. Throws EnvError. */
export function envOf(source: Record<string, string | undefined>): Env {
  const env = readEnv(source);
  return { ...env, DATA_DIR: resolve(env.DATA_DIR) };
}
