import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client';
import type { OidcSettings } from '../../config/env.oidc.ts';
import type { CampusNetworks } from '../../platform/campus-networks.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { createSharedPlaces } from '../../platform/shared-places.ts';
import { wideNetworkOf } from '../../platform/wide-network.ts';
import { createProviderFetch, ProviderAway } from './oidc.fetch.ts';
import { type Claims, claimsOfBoth } from './oidc.person.ts';
import type { Expected } from './oidc.states.ts';

/** For one request to the provider, and for all that a visitor waits for. */
const REQUEST_SECONDS = 4;
const VISIT_MS = 6000;
/** How long the discovery document counts, and how long a failure to read it does. */
const FRESH_MS = 3_600_000;
const PAUSE_MS = 10_000;
/** Visitors for whom this process asks the provider at once. */
const VISITS = { max: 50, share: 5, highest: 250 };
const CLOCK_SECONDS = 30;
/** How long ago a sign-in at the provider may be to count as new. */
const ANEW_SECONDS = 60;
/** OpenID Connect Core, section 2. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** What the provider sent the browser back with. */
export interface Returned {
  code: string;
  state: string;
  iss?: string | undefined;
}

export interface Arrival {
  subject: string;
  /** What the provider says of the person; asks it where the ID token does not contain all of `wanted`. */
  claims(wanted: readonly string[]): Promise<Claims>;
}

interface Manner {
  /** Of the visitor, as keyed by the rate limits. */
  address: string;
  /**
   * The provider asks who the visitor is, also one whom it knows, and its ID token says when: the browser could
   * leave the question out of the address.
   */
  again: boolean;
}

interface Deps {
  settings: OidcSettings;
  /** Where the provider sends the browser back to. */
  redirectUri: string;
  log: Pick<Log, 'warn'>;
  campus: Pick<CampusNetworks, 'factorOf'>;
  /** For tests. */
  requestSeconds?: number;
  visitMs?: number;
  /** In ms, from any start. */
  now?: () => number;
}

/** Unlike the time of day, it never jumps. */
const monotonic = () => performance.now();

export type Provider = ReturnType<typeof createProvider>;

/**
 * The OpenID Connect provider of the operator. Nothing is asked before somebody wants to sign in. Its
 * calls throw OIDC_UNAVAILABLE when the provider cannot be used, and OIDC_REFUSED for what is not right.
 */
export function createProvider(deps: Deps) {
  const { settings, redirectUri, log, campus } = deps;
  const { requestSeconds = REQUEST_SECONDS, visitMs = VISIT_MS, now = monotonic } = deps;
  const issuer = new URL(settings.issuer);
  const origins = [issuer.origin, ...settings.origins];
  const fetchFromProvider = createProviderFetch(origins);
  let known: { configuration: Configuration; until: number } | null = null;
  let reading: Promise<Configuration> | null = null;
  let pausedUntil = 0;
  const visits = createSharedPlaces(VISITS);

  return {
    /** The page of the provider. */
    addressFor: ({ state, nonce, verifier }: Expected, { again, address }: Manner) =>
      visit(address, async () => {
        const parameters = {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          ...(again && { prompt: 'login', max_age: String(ANEW_SECONDS) }),
        };
        return buildAuthorizationUrl(await configure(), parameters).href;
      }),

    /** Exchanges the code for an ID token that is signed by the provider, for this site and this visit. */
    arrive(
      { code, state, iss }: Returned,
      expected: Expected,
      { again, address }: Manner,
    ): Promise<Arrival> {
      const until = now() + visitMs;
      return visit(
        address,
        async () => {
          const configuration = await configure();
          const query = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) });
          const tokens = await authorizationCodeGrant(
            configuration,
            new URL(`${redirectUri}?${query}`),
            {
              pkceCodeVerifier: expected.verifier,
              expectedState: expected.state,
              expectedNonce: expected.nonce,
              idTokenExpected: true,
              ...(again && { maxAge: ANEW_SECONDS }),
            },
          );
          const own = tokens.claims();
          const subject = own?.sub ?? '';
          if (own === undefined || !SUBJECT.test(subject)) throw new AppError('OIDC_REFUSED');
          return {
            subject,
            claims: (wanted) =>
              visit(
                address,
                async () => {
                  const { userinfo_endpoint } = configuration.serverMetadata();
                  const isWhole = wanted.every((name) => Object.hasOwn(own, name));
                  if (isWhole || userinfo_endpoint === undefined) return own;
                  const more = await fetchUserInfo(configuration, tokens.access_token, subject);
                  return claimsOfBoth(own, more, settings);
                },
                until,
              ),
          };
        },
        until,
      );
    },
  };

  /** Counts the visitors who wait, and lets none wait for long: `until` is a time of `now`. */
  async function visit<T>(
    address: string,
    work: () => Promise<T>,
    until = now() + visitMs,
  ): Promise<T> {
    const leave = visits.take(wideNetworkOf(address), campus.factorOf(address));
    if (leave === null) throw new AppError('OIDC_UNAVAILABLE');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new ProviderAway('too slow')), until - now());
    });
    try {
      return await Promise.race([work(), late]);
    } catch (error) {
      throw toAppError(error);
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  /** One discovery for all who wait; a document that cannot be read again goes on to count. */
  async function configure(): Promise<Configuration> {
    if (known !== null && known.until > now()) return known.configuration;
    if (pausedUntil > now()) {
      if (known !== null) return known.configuration;
      throw new ProviderAway('failed a moment ago');
    }
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  async function read(): Promise<Configuration> {
    try {
      const configuration = await discover();
      known = { configuration, until: now() + FRESH_MS };
      return configuration;
    } catch (error) {
      pausedUntil = now() + PAUSE_MS;
      if (known === null) throw new ProviderAway(faultOf(error), { cause: error });
      log.warn({ fault: faultOf(error) }, 'the sign-in provider cannot be read anew');
      return known.configuration;
    }
  }

  async function discover(): Promise<Configuration> {
    const execute = [enableNonRepudiationChecks];
    if (issuer.protocol === 'http:') execute.push(allowInsecureRequests);
    const options = { [customFetch]: fetchFromProvider, timeout: requestSeconds, execute };
    const metadata = { [clockTolerance]: CLOCK_SECONDS };
    const auth = clientAuth(settings.clientSecret);
    const found = await discovery(issuer, settings.clientId, metadata, auth, options);
    const { issuer: named, authorization_endpoint } = found.serverMetadata();
    // The library knows providers that name one issuer for the accounts of all their customers.
    if (new URL(named).href !== issuer.href) throw new ProviderAway('it names another issuer');
    const page = authorization_endpoint ?? '';
    if (!URL.canParse(page) || !origins.includes(new URL(page).origin)) {
      throw new ProviderAway('its page is elsewhere');
    }
    return found;
  }

  function toAppError(error: unknown): AppError {
    if (error instanceof AppError) return error;
    const away = awayIn(error);
    const fault = faultOf(away ?? error);
    log.warn({ fault }, away ? 'the sign-in provider is away' : 'a sign-in was refused');
    return new AppError(away ? 'OIDC_UNAVAILABLE' : 'OIDC_REFUSED');
  }
}

/** As the provider supports it; one that says nothing takes Basic. */
function clientAuth(secret: string | null): ClientAuth {
  if (secret === null) return None();
  const basic = ClientSecretBasic(secret);
  const inBody = ClientSecretPost(secret);
  return (as, client, body, headers) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic');
    (isBasic ? basic : inBody)(as, client, body, headers);
  };
}

/** The reason that the library has wrapped; null when the provider is not the cause. */
function awayIn(error: unknown): ProviderAway | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof ProviderAway) return at;
    if (at.name === 'TimeoutError' || at.name === 'AbortError') return new ProviderAway(at.name);
  }
  return null;
}

/** Names of what went wrong, without tokens and claims; `invalid_client` is for the operator to mend. */
function faultOf(error: unknown): string {
  if (error instanceof ProviderAway) return error.message;
  const { code, error: name, message, cause } = error as Error & { code?: string; error?: string };
  // Of the library, such as the claim that is missing.
  const reason =
    cause instanceof Error && cause.name === 'OperationProcessingError' && cause.message;
  return [code, name, message, reason]
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, 200);
}
