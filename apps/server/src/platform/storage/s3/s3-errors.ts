import type { S3Settings } from './s3-signing.ts';

/** The store responded, but not with what was asked for. */
export class S3Refusal extends Error {
  readonly status: number;
  /** Code of the store such as `AccessDenied`; empty when it sent none. */
  readonly code: string;

  constructor(status: number, body: string) {
    const code = tagOf(body, 'Code');
    super(`the store responded with HTTP ${status}${code && ` ${code}`}`);
    this.status = status;
    this.code = code;
  }
}

type Sentence = (settings: S3Settings) => string;

/** Codes that a setting explains, with a sentence that begins with its name. */
const CAUSES: Record<string, Sentence> = {
  NoSuchBucket: ({ bucket }) => `S3_BUCKET ${bucket} does not exist`,
  InvalidBucketName: ({ bucket }) => `S3_BUCKET ${bucket} is not a name of a bucket`,
  InvalidAccessKeyId: () => 'S3_ACCESS_KEY is unknown to the store',
  SignatureDoesNotMatch: () => 'S3_SECRET_KEY does not belong to S3_ACCESS_KEY',
  AccessDenied: ({ bucket }) => `S3_ACCESS_KEY may not list, read and write ${bucket}`,
  AllAccessDisabled: ({ bucket }) => `S3_ACCESS_KEY may not use ${bucket}`,
  AuthorizationHeaderMalformed: ({ region }) => `S3_REGION ${region} is not that of the bucket`,
  PermanentRedirect: ({ region }) => `S3_REGION ${region} is not that of the bucket`,
  RequestTimeTooSkewed: () => 'S3_ENDPOINT has another time than this machine: set its clock',
};

/** Why the settings cannot work, in a sentence that names one; null when the store is merely away. */
export function findWrongSetting(error: unknown, settings: S3Settings): string | null {
  if (!(error instanceof S3Refusal) || error.status >= 500 || error.status === 429) return null;
  const cause = CAUSES[error.code];
  if (cause !== undefined) return cause(settings);
  return `S3_ENDPOINT ${settings.endpoint} does not respond like an S3-compatible store: ${error.message}`;
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** Text of the first such element, which has no attributes and no parts in responses of a store. */
export function tagOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
