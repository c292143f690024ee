import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
} from '@naru/contract/passkeys';

/** Shown when the device made or used no passkey: the prompt was dismissed, timed out, or there is none. */
export const NO_PASSKEY = '패스키를 확인하지 못했습니다. 다시 시도해 주세요.';
const KNOWN_PASSKEY = '이 기기에는 이미 이 계정의 패스키가 있습니다.';

/** An IP address has no passkeys, and a page without https has none but on localhost. */
export function canUsePasskeys(): boolean {
  const { hostname } = window.location;
  const isAddress = /^\d+(\.\d+){3}$|^\[/.test(hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress;
}

/** Why the device made no passkey. */
export function passkeyProblem(error: unknown): string {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  return isKnown ? KNOWN_PASSKEY : NO_PASSKEY;
}

/** Lets the device make a passkey. Throws when it does not. */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<PasskeyRegistration> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return (await startRegistration({ optionsJSON })) as PasskeyRegistration;
}

/** Lets the device sign with one of its passkeys. Throws when it does not. */
export async function signWithPasskey(optionsJSON: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return (await startAuthentication({ optionsJSON })) as PasskeyAssertion;
}
