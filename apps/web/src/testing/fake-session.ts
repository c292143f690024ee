import { writeTokens } from '../lib/session/tokens.ts';

/** Keeps tokens that are good for ten minutes, as after a login. */
export function logInForTest(): void {
  const ends = Math.floor(Date.now() / 1000) + 600;
  writeTokens({
    accessToken: `h.${btoa(JSON.stringify({ exp: ends }))}.s`,
    refreshToken: `r.${ends}`,
  });
}
