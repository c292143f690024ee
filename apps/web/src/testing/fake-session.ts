import { writeTokens } from '../lib/session/tokens.ts';

/** Stores tokens that are valid for ten minutes. */
export function logInForTest(): void {
  const ends = Math.floor(Date.now() / 1000) + 600;
  writeTokens({
    accessToken: `h.${btoa(JSON.stringify({ exp: ends }))}.s`,
    refreshToken: `r.${ends}`,
  });
}
