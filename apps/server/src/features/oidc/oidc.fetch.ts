import type { CustomFetch } from 'openid-client';

/** Of discovery, keys, tokens and claims: each is a few kilobytes. */
const MAX_BYTES = 262_144;
/** Responses that have no body. */
const EMPTY = new Set([204, 205, 304]);

/** The provider cannot be used now: no connection, too slow, too large, an error of its own, or elsewhere. */
export class ProviderAway extends Error {}

/**
 * Sends requests to the given origins alone, follows no redirects and reads at most 256 KB. The caller's
 * signal ends also a body that drips. Throws ProviderAway.
 */
export function createProviderFetch(origins: readonly string[]): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const { origin } = new URL(address);
    if (!origins.includes(origin)) throw new ProviderAway(`an address of ${origin}`);
    const details = {
      method,
      headers,
      body: (body ?? null) as BodyInit | null,
      signal: signal ?? null,
    };
    const response = await fetch(address, { ...details, redirect: 'manual' }).catch(toAway);
    const { status } = response;
    if (status >= 500 || (status >= 300 && status < 400)) {
      await response.body?.cancel().catch(() => undefined);
      throw new ProviderAway(`status ${status}`);
    }
    const bytes = await readBytes(response).catch(toAway);
    return new Response(EMPTY.has(status) ? null : bytes, { status, headers: response.headers });
  };
}

async function readBytes({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the body.
    if (size > MAX_BYTES) throw new ProviderAway('too large');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function toAway(error: unknown): never {
  if (error instanceof ProviderAway) throw error;
  const { name, cause } = error as { name: string; cause?: { code?: unknown } };
  throw new ProviderAway(String(cause?.code ?? name), { cause: error });
}
