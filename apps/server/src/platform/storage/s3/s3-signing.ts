import { AwsV4Signer } from 'aws4fetch';
import type { Clock } from '../../clock.ts';

/** A bucket of an S3-compatible store and who may use it. */
export interface S3Settings {
  /** Origin such as `https://s3.example.ac.kr`, without a path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

export interface S3Call {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Name of the object in the bucket; empty for the bucket. */
  name: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Signs requests for the bucket (Signature Version 4). Objects are addressed by path, which all stores know. */
export function createS3Signing(settings: S3Settings, clock: Clock) {
  const { endpoint, bucket, region, accessKey, secretKey } = settings;
  // Derived keys of the current day.
  const cache = new Map<string, ArrayBuffer>();

  function signerOf({ method, name, query, headers = {} }: S3Call, signQuery: boolean) {
    const url = urlOf(name);
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value);
    if (cache.size > 1) cache.clear();
    return new AwsV4Signer({
      method,
      url: url.href,
      headers,
      service: 's3',
      region,
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      cache,
      datetime: clock
        .now()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ''),
      signQuery,
      allHeaders: signQuery,
    });
  }

  function urlOf(name: string): URL {
    return new URL(`${endpoint}/${bucket}${name === '' ? '' : `/${name}`}`);
  }

  return {
    urlOf,

    /** Signs a request of this server in its headers. */
    async sign(call: S3Call): Promise<{ url: URL; headers: Record<string, string> }> {
      const { url, headers } = await signerOf(call, false).sign();
      return { url, headers: Object.fromEntries(headers) };
    },

    /** Returns a URL for one call with exactly these headers that begins within `seconds`. */
    async presign(call: S3Call, seconds: number): Promise<string> {
      const query = { ...call.query, 'X-Amz-Expires': String(seconds) };
      return (await signerOf({ ...call, query }, true).sign()).url.href;
    },
  };
}
