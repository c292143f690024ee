import { sql } from 'drizzle-orm';
import { generateSecret, generateSync } from 'otplib';
import { linkedIdentities, passkeys, recoveryCodes, secondFactors } from '../../db/schema/index.ts';
import type { SignedIn, TestApp } from '../test-app.ts';
import { TEST_PASSWORD } from './members.ts';

type Place = Pick<TestApp, 'db' | 'seal' | 'clock'>;

/** The code of an authenticator app, `seconds` from now. */
export function totpCode(t: Pick<TestApp, 'clock'>, secret: string, seconds = 0): string {
  const epoch = Math.floor(t.clock.now().getTime() / 1000) + seconds;
  return generateSync({ secret, epoch });
}

/** Turns the second factor of a member on; returns its key and one recovery code. */
export async function turnOnSecondFactor(t: Place, memberId: number) {
  const secret = generateSecret();
  const recoveryCode = 'abcdefghjk';
  const enabledAt = t.clock.now();
  const sealed = t.seal.sealFor(memberId, secret);
  await t.db
    .insert(secondFactors)
    .values({ memberId, secret: sealed, begunAt: enabledAt, enabledAt });
  const codeHash = t.seal.hashText(`recovery code of ${memberId} ${recoveryCode}`);
  await t.db.insert(recoveryCodes).values({ memberId, codeHash });
  return { secret, recoveryCode };
}

let credentials = 0;

/** Stores a passkey that no device has; returns its id. */
export async function storePasskey(t: Place, memberId: number): Promise<number> {
  credentials += 1;
  const values = { credentialId: `stored${credentials}`, publicKey: Buffer.from('key') };
  const [row] = await t.db
    .insert(passkeys)
    .values({ ...values, memberId, name: '내 휴대전화' })
    .returning({ id: passkeys.id });
  return row?.id ?? 0;
}

/** Re-authenticates the session. */
export async function proveFor(t: TestApp, as: SignedIn): Promise<void> {
  await t.call('POST', '/api/member/verify-password', { as, body: { password: TEST_PASSWORD } });
}

/** Asks a second factor of staff. */
export async function askOfStaff(t: Pick<Place, 'db'>, isAsked = true): Promise<void> {
  await t.db.execute(sql`insert into settings (key, value) values ('staffSecondFactor', ${String(isAsked)})
    on conflict (key) do update set value = excluded.value`);
}

/** Links an account of a provider to the member, unless it has one there; returns the id. */
export async function linkIdentity(
  { db }: Pick<TestApp, 'db'>,
  memberId: number,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<number> {
  const [row] = await db
    .insert(linkedIdentities)
    .values({ memberId, issuer, subject })
    .onConflictDoUpdate({
      target: [linkedIdentities.memberId, linkedIdentities.issuer],
      set: { subject },
    })
    .returning({ id: linkedIdentities.id });
  return row?.id ?? 0;
}
