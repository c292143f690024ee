import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type LocalSite, startLocalSite } from './local-site.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export interface ForgedProvider extends LocalSite {
  clientId: string;
  /** Claims of the next ID token, over those that are right. */
  claims: Record<string, unknown>;
  /** Header of the next ID token, over the right one. */
  header: Record<string, unknown>;
  /** Signs the next ID token, instead of the key that the provider shows. */
  signer: KeyObject | null;
  /** Fields of the discovery document, over those that are right. */
  metadata: Record<string, unknown>;
  /** Back to what is right. */
  mend: () => void;
}

/** A provider of which the tests decide what it says. */
export async function startForgedProvider(): Promise<ForgedProvider> {
  const site = await startLocalSite();
  const { publicKey, privateKey } = newKey();
  const own = { alg: 'ES256', kid: 'own', typ: 'JWT' };
  const json = (body: unknown) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const forged: ForgedProvider = Object.assign(site, {
    clientId: 'naru',
    claims: {},
    header: {},
    signer: null,
    metadata: {},
    mend() {
      Object.assign(forged, { claims: {}, header: {}, signer: null, metadata: {} });
      site.pages
        .set('/jwks', json({ keys: [{ ...publicKey.export({ format: 'jwk' }), ...own }] }))
        .set('/userinfo', json({ sub: 'somebody' }))
        .set('/.well-known/openid-configuration', (response) => {
          response.writeHead(200, { 'content-type': 'application/json' }).end(
            JSON.stringify({
              issuer: site.origin,
              authorization_endpoint: `${site.origin}/auth`,
              token_endpoint: `${site.origin}/token`,
              jwks_uri: `${site.origin}/jwks`,
              userinfo_endpoint: `${site.origin}/userinfo`,
              id_token_signing_alg_values_supported: ['ES256', 'none', 'HS256'],
              authorization_response_iss_parameter_supported: true,
              ...forged.metadata,
            }),
          );
        })
        .set('/token', (response) => {
          const tokens = { access_token: 'access', token_type: 'Bearer', id_token: idToken() };
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify(tokens));
        });
    },
  });
  forged.mend();
  return forged;

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const right = {
      iss: site.origin,
      aud: forged.clientId,
      sub: 'somebody',
      iat: now,
      exp: now + 60,
      auth_time: now,
    };
    const text = `${encode({ ...own, ...forged.header })}.${encode({ ...right, ...forged.claims })}`;
    if (forged.header.alg === 'none') return `${text}.`;
    const key = { key: forged.signer ?? privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return `${text}.${createSign('sha256').update(text).sign(key, 'base64url')}`;
  }
}

/** A key that no provider shows. */
export const foreignKey = (): KeyObject => newKey().privateKey;
