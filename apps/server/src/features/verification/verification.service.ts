import { hostCookie } from '../../platform/cookies.ts';
import { deriveKey } from '../../platform/secrets.ts';
import { createCodes } from './verification.codes.ts';
import { createFlows, FLOW_SECONDS } from './verification.flows.ts';
import { createProofs } from './verification.proofs.ts';

interface Deps extends Omit<Parameters<typeof createCodes>[0], 'codeKey'> {
  publicUrl: string;
  /** Newest first. */
  secrets: readonly string[];
}

export type VerificationService = ReturnType<typeof createVerificationService>;

/** Proves that a visitor owns an e-mail address. */
export function createVerificationService({ publicUrl, secrets, ...deps }: Deps) {
  const codeKey = deriveKey(secrets[0] ?? '', 'verification code');
  return {
    /** Ties a password reset or a sign-up to its browser. */
    cookie: hostCookie(publicUrl, 'naru_flow', FLOW_SECONDS),
    codes: createCodes({ ...deps, codeKey }),
    flows: createFlows(deps),
    proofs: createProofs(deps),
  };
}
