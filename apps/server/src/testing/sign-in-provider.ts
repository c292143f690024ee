/// <reference path="./oidc-provider.d.ts" />
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Context } from 'oidc-provider';

const CLIENT = { id: 'naru', secret: 'a-secret-of-the-tests' };
const INTERACTION = '/interaction/';

export interface SignInProvider {
  issuer: string;
  /** Settings of a server that uses it. */
  env: Record<string, string>;
  /** Claims by account. */
  people: Map<string, object>;
  /** Signs everybody in as this account; null: asks with a form. */
  account: string | null;
  close: () => Promise<void>;
}

/** A real OpenID Connect provider on the loopback address. `redirectUri` is that of the server. */
export async function startSignInProvider(redirectUri: string): Promise<SignInProvider> {
  let serve = (_request: IncomingMessage, response: ServerResponse): void => void response.end();
  const server = createServer((request, response) => serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, object>();
  const provider = new Provider(issuer, configurationFor(redirectUri, people));
  const callback = provider.callback();
  const running: SignInProvider = {
    issuer,
    people,
    account: null,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: '한국대 통합로그인',
      OIDC_NUMBER_CLAIM: 'student_number',
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  serve = (request, response) => {
    const url = request.url ?? '';
    if (!url.startsWith(INTERACTION)) return callback(request, response);
    const accountId = running.account ?? new URL(url, issuer).searchParams.get('account');
    if (accountId === null) return sendForm(response, url, people);
    provider
      .interactionFinished(request, response, { login: { accountId } })
      .catch(() => void response.writeHead(400).end());
  };
  return running;
}

function configurationFor(redirectUri: string, people: ReadonlyMap<string, object>) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    cookies: { keys: ['keys of the tests'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'student_number'],
    },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 60,
      Interaction: 600,
      Session: 600,
    },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => INTERACTION + uid },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
    loadExistingGrant: async ({ oidc: { client, session, provider } }: Context) => {
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

function sendForm(
  response: ServerResponse,
  action: string,
  people: ReadonlyMap<string, object>,
): void {
  const buttons = [...people.keys()].map(
    (account) => `<p><button name="account" value="${account}">${account}</button></p>`,
  );
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><title>Provider</title><form action="${action}">${buttons.join('')}</form>`,
    );
}

/**
 * Goes through the provider's pages like a browser that knows nothing, signed in as `account`; returns the
 * query of the address that it sends the browser back to.
 */
export async function passProvider(address: string): Promise<Record<string, string>> {
  const jar = new Map<string, string>();
  const { origin } = new URL(address);
  let url = address;
  for (let step = 0; step < 10 && url.startsWith(origin); step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider stopped: ${await response.text()}`);
    await response.body?.cancel();
    url = new URL(location, url).href;
  }
  return Object.fromEntries(new URL(url).searchParams);
}
