import { setTimeout as delay } from 'node:timers/promises';
import { atMost, none } from '../rows.mjs';
import { isSuccess, slowest, timed, untilTrue } from '../steady-load.mjs';

const AWAY_MS = 5_000;
const SIGN_UPS = 3;
const CALL_MS = 300;
const BACK_MS = 30_000;
const UNIT = { unit: 'ms' };

const signUp = (url, name) =>
  timed('sign-up', () =>
    fetch(`${url}/api/auth/email-check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${name}@g.kmou.ac.kr` }),
    }),
  );

/** Asks for codes while the mail server is in trouble; then `meanwhile` happens and it works again. */
async function withoutMail({ pair, mail, way, trouble, meanwhile = () => undefined }) {
  await mail.fail(trouble);
  const names = Array.from({ length: SIGN_UPS }, (_, n) => `${way.replace(/\W/g, '')}${n}`);
  const calls = await Promise.all(names.map((name) => signUp(pair.balancer.url, name)));
  await delay(AWAY_MS);
  await meanwhile();
  const before = mail.received.length;
  await mail.fail(null);
  const took = await untilTrue(async () => mail.received.length >= before + SIGN_UPS);
  const sent = mail.received.slice(before).map(String);
  const missing = names.filter((name) => !sent.some((text) => text.includes(`${name}@`)));
  const what = `mail server, ${way}`;
  return [
    atMost(`${what}: slowest sign-up call`, CALL_MS, slowest(calls), {
      ...UNIT,
      note: calls.map(({ status }) => status).join(' '),
    }),
    none(`${what}: failed sign-up calls`, calls.filter((one) => !isSuccess(one)).length),
    atMost(`${what}: all sent after its return`, BACK_MS, took, UNIT),
    none(`${what}: e-mails that did not come`, missing.length, `of ${SIGN_UPS}`),
  ];
}

/** The mail server is away, refuses every e-mail, or takes connections and says nothing. */
export async function measureMail({ pair, mail }) {
  const rows = [];
  for (const trouble of ['away', 'refuses', 'tarpit']) {
    rows.push(...(await withoutMail({ pair, mail, way: trouble, trouble })));
  }
  return rows;
}

/** Both servers are killed while they try to send, and started again. */
export async function measureMailKill({ pair, mail }) {
  const meanwhile = () => Promise.all(pair.servers.map((_, n) => pair.replace(n, 'kill')));
  const way = 'tarpit, and kill -9 of both servers';
  return withoutMail({ pair, mail, way, trouble: 'tarpit', meanwhile });
}
