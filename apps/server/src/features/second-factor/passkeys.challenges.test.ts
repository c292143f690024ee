import { expect, inject, it } from 'vitest';
import { createThrottle } from '../../domain/throttle/throttle.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createChallenges, encoded } from './passkeys.challenges.ts';

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
