import { generateKeyPairSync, sign } from 'node:crypto';

interface Options {
  /** Name that it is for. */
  host?: string;
  from?: Date;
  until?: Date;
}

const DAY_MS = 86_400_000;
const ECDSA_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
const ALTERNATIVE_NAMES = '2.5.29.17';

/** A certificate that signs itself, and its key, as PEM. */
export function makeCertificate({
  host = 'localhost',
  from = new Date(Date.now() - DAY_MS),
  until = new Date(Date.now() + 90 * DAY_MS),
}: Options = {}): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(ECDSA_SHA256));
  const name = sequence(set(sequence(oid(COMMON_NAME), tag(0x0c, Buffer.from(host)))));
  const names = sequence(tag(0x82, Buffer.from(host)));
  const extension = sequence(oid(ALTERNATIVE_NAMES), tag(0x04, names));
  const content = sequence(
    tag(0xa0, integer(2)),
    integer(Date.now() % 1_000_000),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tag(0xa3, sequence(extension)),
  );
  const signature = sign('sha256', content, privateKey);
  const der = sequence(content, algorithm, tag(0x03, Buffer.concat([Buffer.of(0), signature])));
  return {
    cert: pem('CERTIFICATE', der),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** An element of DER: kind, length, content. */
function tag(kind: number, content: Buffer): Buffer {
  const { length } = content;
  const long = Buffer.from(length.toString(16).padStart(length > 255 ? 4 : 2, '0'), 'hex');
  const head = length < 128 ? [kind, length] : [kind, 0x80 | long.length, ...long];
  return Buffer.concat([Buffer.from(head), content]);
}

const sequence = (...parts: Buffer[]) => tag(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]) => tag(0x31, Buffer.concat(parts));

function integer(value: number): Buffer {
  const hex = value.toString(16);
  // A first byte of 0 marks it as positive.
  return tag(
    0x02,
    Buffer.from(`00${hex.length % 2 === 0 ? '' : '0'}${hex}`.replace(/^00(?=[0-7].)/, ''), 'hex'),
  );
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = rest.flatMap((value) => {
    const groups = [value & 0x7f];
    for (let left = value >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return tag(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

const time = (date: Date) =>
  tag(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+/g, '')}`));

const pem = (kind: string, der: Buffer) =>
  `-----BEGIN ${kind}-----\n${der
    .toString('base64')
    .replace(/(.{64})/g, '$1\n')
    .trimEnd()}\n-----END ${kind}-----\n`;
