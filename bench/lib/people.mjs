import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from '../../apps/server/src/db/client.ts';
import { friendships, sessions } from '../../apps/server/src/db/schema/index.ts';
import { createAccessTokens } from '../../apps/server/src/features/sessions/tokens.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { runningUrl } from '../../apps/server/src/platform/database/embedded.ts';
import { loadSecrets } from '../../apps/server/src/platform/secrets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows of one statement, whose values PostgreSQL counts in 16 bits. */
const ROWS = 5_000;

/** Opens a session for each of the members with these ids. Returns their ids, sessions and access tokens. */
export async function signIn(dataDir, ids) {
  const people = await withDatabase(dataDir, (db) => openSessions(db, ids));
  await renewTokens(dataDir, people);
  return people;
}

/** Gives the people access tokens that are valid for another quarter of an hour. */
export async function renewTokens(dataDir, people) {
  const tokens = createAccessTokens(await loadSecrets(undefined, dataDir), systemClock);
  for (const person of people) {
    const { id: memberId, sessionId } = person;
    person.authorization = `Bearer ${tokens.sign({ memberId, sessionId })}`;
  }
}

/** Makes each pair of people friends, so that they can write to each other. */
export function befriend(dataDir, people) {
  return withDatabase(dataDir, async (db) => {
    const friends = { status: 'accepted', decidedAt: new Date() };
    const ids = people.map(({ id }) => id).sort((a, b) => a - b);
    const pairs = ids
      .filter((_, n) => n % 2 === 1)
      .map((highId, n) => ({ ...friends, lowId: ids[2 * n], highId, requesterId: highId }));
    for (const part of partsOf(pairs)) await db.insert(friendships).values(part);
    return people;
  });
}

function partsOf(rows) {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, n) =>
    rows.slice(n * ROWS, (n + 1) * ROWS),
  );
}

async function withDatabase(dataDir, work) {
  const client = connect(await runningUrl(dataDir), { onError: () => undefined, max: 2 });
  try {
    return await work(client.db);
  } finally {
    await client.close();
  }
}

async function openSessions(db, ids) {
  const end = new Date(Date.now() + DAY_MS);
  const opened = ids.map((memberId) => ({ id: randomUUID(), memberId }));
  const rows = opened.map((session) => ({
    ...session,
    deviceHash: randomBytes(32),
    refreshHash: randomBytes(32),
    expiresAt: end,
    endsAt: end,
  }));
  for (const part of partsOf(rows)) await db.insert(sessions).values(part);
  return opened.map(({ id: sessionId, memberId }) => ({ id: memberId, sessionId }));
}
