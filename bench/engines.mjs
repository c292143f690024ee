import { startPair } from '../e2e/support/pair.ts';
import { startMailServer } from './lib/mail-server.mjs';
import { measureEvents } from './lib/parts/cross-servers.mjs';
import {
  logInReaders,
  measureDatabase,
  measureRedis,
  measureReplacement,
  measureStore,
} from './lib/parts/engines.mjs';
import { measureMail } from './lib/parts/mail.mjs';
import { noted, printMeasurements } from './lib/rows.mjs';
import { isSmall, runBench } from './lib/run-bench.mjs';

/** Each engine is taken away from two servers under load and given back; prints what members notice. */
const partsOf = ({ awayMs, replacements, messages }) => [
  (given) => measureDatabase(given, awayMs),
  (given) => measureRedis(given, awayMs),
  measureStore,
  measureMail,
  (given) => measureReplacement(given, replacements),
  (given) => measureEvents(given, messages),
];
const FULL = { awayMs: 5_000, replacements: 10, messages: 30 };
const SMALL = { awayMs: 2_000, replacements: 1, messages: 5 };

await runBench(async () => {
  const plan = isSmall(process.argv.slice(2)) ? SMALL : FULL;
  const mail = await startMailServer();
  const began = performance.now();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'no-reply@naru.example' };
  const pair = await startPair({ env, hasProxy: true });
  try {
    const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    const rows = [noted('two servers start at once on an empty database', seconds)];
    const given = { pair, mail, members: await logInReaders(pair) };
    for (const part of partsOf(plan)) {
      const found = await part(given);
      for (const { what, value } of found) console.log(`${what}: ${value}`);
      rows.push(...found);
    }
    printMeasurements(rows);
  } finally {
    await pair.stop();
    await mail.close();
  }
});
