import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { sha256 } from '../platform/secrets.ts';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const SYNCED = 0x18;
const ATTESTED = 0x40;

interface Place {
  origin: string;
  rpId: string;
}

interface Options extends Partial<Place> {
  /** The device has checked a finger, a face or a PIN; true by default. */
  isVerified?: boolean;
  /** Instead of one more than before. */
  counter?: number;
  isSynced?: boolean;
}

const text = (bytes: Buffer) => bytes.toString('base64url');

/** A device with one passkey, as far as its responses go: ES256 without attestation. */
export function createAuthenticator(place: Place) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let uses = 0;

  const common = { id: text(id), rawId: text(id), type: 'public-key' };

  function clientData(
    type: 'create' | 'get',
    challenge: string,
    { origin = place.origin }: Options,
  ) {
    return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin }));
  }

  function authenticatorData(options: Options, more = Buffer.alloc(0)): Buffer {
    const { rpId = place.rpId, isVerified = true, isSynced = false } = options;
    const flags =
      PRESENT |
      (isVerified ? VERIFIED : 0) |
      (isSynced ? SYNCED : 0) |
      (more.length > 0 ? ATTESTED : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(options.counter ?? uses);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, more]);
  }

  return {
    id: text(id),

    register({ challenge }: { challenge: string }, options: Options = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.from([0, id.length]);
      const data = authenticatorData(options, Buffer.concat([Buffer.alloc(16), length, id, key]));
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a06861757468446174615900', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: text(clientData('create', challenge, options)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      };
    },

    sign({ challenge }: { challenge: string }, options: Options = {}) {
      uses += 1;
      const client = clientData('get', challenge, options);
      const data = authenticatorData(options);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
        },
      };
    },
  };
}
