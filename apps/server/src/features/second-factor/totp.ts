import { generateSecret, generateURI, verifySync } from 'otplib';

const STEP_SECONDS = 30;
/** Base32 is what authenticator apps take; 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

export const newSecret = (): string => generateSecret({ length: SECRET_BYTES });

/** What the picture contains for an authenticator app. */
export function keyUri(key: { issuer: string; label: string; secret: string }): string {
  return generateURI(key);
}

/**
 * The time step of a code of six digits that is right now, or 30 seconds from now; null for a wrong one and
 * for one of `after` or earlier, so that each is accepted once.
 */
export function findStep(
  { secret, code, after }: { secret: string; code: string; after: number },
  now: Date,
): number | null {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: STEP_SECONDS,
  });
  const step = result.valid && 'timeStep' in result ? result.timeStep : null;
  return step !== null && step > after ? step : null;
}
