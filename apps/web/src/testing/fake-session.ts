import { writeTokens } from '../lib/session/tokens.ts';

/** Stores tokens that are valid for ten minutes, of a member where that matters. */
export function logInForTest(memberId = 1): void {
  const ends = Math.floor(Date.now() / 1000) + 600;
  writeTokens({
    accessToken: `h.${btoa(JSON.stringify({ exp: ends, sub: memberId }))}.s`,
    refreshToken: `r.${ends}`,
  });
}
