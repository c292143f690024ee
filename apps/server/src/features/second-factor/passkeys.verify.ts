import type { PasskeyAssertion, PasskeyRegistration } from '@naru/contract/passkeys';
import {
  SettingsService,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { PasskeyRow } from './passkeys.repo.ts';
import type { RelyingParty } from './passkeys.rp.ts';

type Transports = NonNullable<
  Parameters<typeof verifyAuthenticationResponse>[0]['credential']['transports']
>;

// No attestation is asked for, so none is followed to its maker's certificates, which would be asked over the network.
for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const) {
  SettingsService.setRootCertificates({ identifier, certificates: [] });
}

interface Expected {
  party: RelyingParty;
  /** Also remembers the challenge, for its one use. */
  isExpected: (challenge: unknown) => boolean;
}

/** What of a new passkey is stored; null for anything that is not one of this site and challenge. */
export async function readRegistration(
  credential: PasskeyRegistration,
  { party, isExpected }: Expected,
) {
  const transports = credential.response.transports as Transports | undefined;
  const result = await orNull(() =>
    verifyRegistrationResponse({
      response: {
        ...credential,
        response: {
          ...credential.response,
          transports,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: isExpected,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    }),
  );
  if (result === null || !result.verified) return null;
  const { credential: made, credentialDeviceType, credentialBackedUp } = result.registrationInfo;
  if (made.id !== credential.id) return null;
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: transports ?? [],
    canBeBackedUp: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  };
}

/** The new state of a passkey that has signed the challenge, and whether it counts behind it; null when it has not. */
export async function readAssertion(
  credential: PasskeyAssertion,
  passkey: PasskeyRow,
  { party, isExpected, mustVerifyUser }: Expected & { mustVerifyUser: boolean },
) {
  const result = await orNull(() =>
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: isExpected,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        // Compared below: the library does so before it checks the signature, which anybody could then do without.
        counter: 0,
        transports: passkey.transports as Transports,
      },
      requireUserVerification: mustVerifyUser,
    }),
  );
  if (result === null || !result.verified) return null;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  // Devices that do not count stay at 0.
  const isBehind = newCounter <= passkey.counter && passkey.counter > 0;
  return { counter: newCounter, isBackedUp: credentialBackedUp, isBehind };
}

/** The library throws for each thing that does not fit, such as a foreign origin. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
