import { startMailServer } from '../../../bench/lib/mail-server.mjs';
import {
  measureEvents,
  measureLimits,
  measureRaces,
  measureRights,
} from '../../../bench/lib/parts/cross-servers.mjs';
import {
  logInReaders,
  measureDatabase,
  measureRedis,
  measureReplacement,
  measureStore,
} from '../../../bench/lib/parts/engines.mjs';
import { measureMail, measureMailKill } from '../../../bench/lib/parts/mail.mjs';
import { startPair } from '../../../e2e/support/pair.ts';

/** How long a database is away, in milliseconds. */
const AWAY_MS = [1_000, 30_000];
const REPLACEMENTS = 10;
const EVENTS = 60;

/** Runs a measurement on two servers with all engines, which it starts and ends. */
const onPair = (measure) => async (options) => {
  const mail = await startMailServer();
  try {
    const env = { SMTP_URL: mail.url, MAIL_FROM: 'no-reply@naru.example' };
    const pair = await startPair({ env, hasProxy: true });
    try {
      return await measure({ pair, mail, members: await logInReaders(pair) }, options);
    } finally {
      await pair.stop();
    }
  } finally {
    await mail.close();
  }
};

/** R5: the database is away for a moment and for long. */
export const loseDatabase = onPair(async (given) => {
  const rows = [];
  for (const awayMs of AWAY_MS) rows.push(...(await measureDatabase(given, awayMs)));
  return rows;
});

/** R6. */
export const loseRedis = onPair((given) => measureRedis(given));

/** R7: the mail server is away, refuses, or says nothing; then the servers are killed meanwhile. */
export const loseMail = onPair(async (given) => [
  ...(await measureMail(given)),
  ...(await measureMailKill(given)),
]);

/** R9. */
export const loseStore = onPair((given) => measureStore(given));

/** R11: two servers are replaced in turns. */
export const replaceServers = onPair((given, { scale }) =>
  measureReplacement(given, Math.max(2, Math.round(REPLACEMENTS * scale))),
);

/** R16: what happens on one server, seen from the other. */
export const crossServers = onPair(async (given, { scale }) => [
  ...(await measureRights(given)),
  ...(await measureRaces(given)),
  ...(await measureEvents(given, Math.max(10, Math.round(EVENTS * scale)))),
  ...(await measureLimits(given)),
]);
