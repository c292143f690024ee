import * as z from 'zod/mini';
import { isLoopback } from '../platform/loopback.ts';
import { checked, word } from './env.values.ts';
import { group, type Kinds } from './setting.ts';

/** Sign-in by an OpenID Connect provider. */
export interface OidcSettings {
  /** The address as the operator wrote it: the discovery document must name the same. */
  issuer: string;
  clientId: string;
  /** Null for a public client. */
  clientSecret: string | null;
  /** Name of the provider on the button. */
  name: string;
  scopes: string;
  /** Further origins that the discovery document may name. */
  origins: readonly string[];
  /** Claim with the student or staff number; null: none is read. */
  numberClaim: string | null;
  emailClaim: string;
}

const claim = checked(
  (value) => /^[A-Za-z0-9_.:/-]{1,100}$/.test(value),
  'is not the name of a claim such as email',
);

export const oidcSettings = group("Sign-in by the university's provider", '학교 계정으로 로그인', {
  OIDC_ISSUER: {
    kind: z.optional(
      checked(
        isIssuer,
        'is not an address like https://login.example.ac.kr, with https: and without ? and #',
      ),
    ),
    unset: { en: 'unset: no provider', ko: '없음' },
    en: 'OpenID Connect provider of the university, such as `https://login.example.ac.kr`, for [sign-in](docs/operations/install.md#sign-in-by-the-universitys-provider); goes with the next two',
    ko: '학교의 OpenID Connect 통합 로그인, 예: `https://login.example.ac.kr` ([안내](docs/guide/operator.md#학교-계정으로-로그인하게-하기)). 아래 두 값과 함께 정합니다',
  },
  OIDC_CLIENT_ID: {
    kind: word,
    en: 'What the provider calls this site',
    ko: '통합 로그인이 이 사이트에 준 이름',
  },
  OIDC_NAME: {
    kind: z.optional(
      checked(
        (value) => /^(?=.*\S)[^<>\p{C}]{1,30}$/u.test(value),
        'is not a name of 1 to 30 characters',
      ),
    ),
    en: 'Name of the provider on the button',
    ko: '버튼에 보일 통합 로그인의 이름',
  },
  OIDC_CLIENT_SECRET: {
    kind: word,
    unset: { en: 'unset: a public client', ko: '없음: 공개 클라이언트' },
    en: 'Secret of the client',
    ko: '클라이언트의 비밀 값',
  },
  OIDC_SCOPES: {
    kind: z.prefault(
      checked(
        (value) =>
          /^[\x21\x23-\x5b\x5d-\x7e ]{1,300}$/.test(value) && value.split(' ').includes('openid'),
        'is not a list like "openid email profile" with openid',
      ),
      'openid email profile',
    ),
    en: 'What the provider is asked for',
    ko: '통합 로그인에 요청할 범위',
  },
  OIDC_NUMBER_CLAIM: {
    kind: z.optional(claim),
    en: 'Claim with the student or staff number',
    ko: '학번(교번)이 들어 있는 클레임의 이름',
  },
  OIDC_EMAIL_CLAIM: {
    kind: z.prefault(claim, 'email'),
    en: 'Claim with the e-mail address',
    ko: '이메일이 들어 있는 클레임의 이름',
  },
  OIDC_ORIGINS: {
    kind: z.prefault(
      z.pipe(
        checked(
          (value) => readOrigins(value).every(isOrigin),
          'is not a list of addresses like https://keys.example.ac.kr, with https: and without a path',
        ),
        z.transform(readOrigins),
      ),
      '',
    ),
    en: 'Further addresses that the provider may name for its calls, separated by commas',
    ko: '통합 로그인이 다른 주소의 서버를 쓸 때 허용할 주소, 여러 개는 쉼표로 구분',
  },
});

type Given = z.output<z.ZodMiniObject<Kinds<typeof oidcSettings>>>;

/**
 * Null without a provider. When a required setting is missing, returns its name (`missing`) and a setting
 * that needs it (`for`).
 */
export function readOidc(given: Given): OidcSettings | null | { missing: string; for: string } {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = given;
  const needed = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_NAME };
  const all = Object.entries({ ...needed, OIDC_CLIENT_SECRET });
  const set = all.find(([, value]) => value !== undefined)?.[0];
  if (set === undefined) return null;
  const missing = Object.entries(needed).find(([, value]) => value === undefined)?.[0];
  if (missing !== undefined) return { missing, for: set };
  return {
    issuer: OIDC_ISSUER ?? '',
    clientId: OIDC_CLIENT_ID ?? '',
    clientSecret: OIDC_CLIENT_SECRET ?? null,
    name: (OIDC_NAME ?? '').trim(),
    scopes: given.OIDC_SCOPES,
    origins: given.OIDC_ORIGINS,
    numberClaim: given.OIDC_NUMBER_CLAIM ?? null,
    emailClaim: given.OIDC_EMAIL_CLAIM,
  };
}

function isIssuer(value: string): boolean {
  if (!isSecure(value) || /[?#]/.test(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

function isOrigin(value: string): boolean {
  return isSecure(value) && new URL(value).origin === value;
}

function readOrigins(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim().replace(/\/$/, ''))
    .filter((entry) => entry !== '');
}

/** https; on this machine also http, for a trial. */
function isSecure(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
