import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from '../../apps/server/src/db/client.ts';
import {
  friendships,
  memberRoles,
  members,
  sessions,
} from '../../apps/server/src/db/schema/index.ts';
import { createAccessTokens } from '../../apps/server/src/features/sessions/access-tokens.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { runningUrl } from '../../apps/server/src/platform/database/embedded.ts';
import { loadSecrets } from '../../apps/server/src/platform/secrets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Inserts students with a session each into the database of a running server; every two of them are
 * friends. Returns their ids and access tokens.
 */
export async function addPeople(dataDir, count) {
  const client = connect(await runningUrl(dataDir), { onError: () => undefined, max: 2 });
  const tokens = createAccessTokens(await loadSecrets(undefined, dataDir), systemClock);
  try {
    const rows = await client.db
      .insert(members)
      .values(
        Array.from({ length: count }, (_, n) => ({
          username: `bench${n}`,
          email: `bench${n}@naru.localhost`,
          nickname: `측정${n}`,
          name: '측정',
          passwordHash: 'none',
        })),
      )
      .returning({ id: members.id });
    const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
    await client.db
      .insert(memberRoles)
      .values(ids.flatMap((memberId) => ['USER', 'STUDENT'].map((role) => ({ memberId, role }))));
    const people = await openSessions(client.db, tokens, ids);
    const friends = { status: 'accepted', decidedAt: new Date() };
    const pairs = ids
      .filter((_, n) => n % 2 === 1)
      .map((highId, n) => ({ ...friends, lowId: ids[2 * n], highId, requesterId: highId }));
    await client.db.insert(friendships).values(pairs);
    return people;
  } finally {
    await client.close();
  }
}

/** Opens a session for each of the members with these ids. Returns their ids and access tokens. */
export async function signIn(dataDir, ids) {
  const client = connect(await runningUrl(dataDir), { onError: () => undefined, max: 2 });
  const tokens = createAccessTokens(await loadSecrets(undefined, dataDir), systemClock);
  try {
    return await openSessions(client.db, tokens, ids);
  } finally {
    await client.close();
  }
}

async function openSessions(db, tokens, ids) {
  const end = new Date(Date.now() + DAY_MS);
  const opened = ids.map((memberId) => ({ id: randomUUID(), memberId }));
  await db.insert(sessions).values(
    opened.map((session) => ({
      ...session,
      deviceHash: randomBytes(32),
      refreshHash: randomBytes(32),
      expiresAt: end,
      endsAt: end,
    })),
  );
  return opened.map(({ id: sessionId, memberId }) => ({
    id: memberId,
    authorization: `Bearer ${tokens.sign({ memberId, sessionId })}`,
  }));
}
