import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const OIDC = {
  OIDC_ISSUER: 'https://login.example.ac.kr/realms/all/',
  OIDC_CLIENT_ID: 'naru',
  OIDC_NAME: ' 한국대 통합로그인 ',
};

describe('the settings of the sign-in provider', () => {
  it('are none, or the three that it needs, with defaults for the others [OIDC-01]', () => {
    expect(readEnv({}).OIDC).toBeNull();
    expect(readEnv(OIDC).OIDC).toEqual({
      issuer: 'https://login.example.ac.kr/realms/all/',
      clientId: 'naru',
      clientSecret: null,
      name: '한국대 통합로그인',
      scopes: 'openid email profile',
      origins: [],
      numberClaim: null,
      emailClaim: 'email',
    });
    const more = {
      OIDC_CLIENT_SECRET: 'a+b/c=',
      OIDC_NUMBER_CLAIM: 'https://example.ac.kr/number',
      OIDC_ORIGINS: 'https://keys.example.ac.kr/, https://login.example:8443',
    };
    expect(readEnv({ ...OIDC, ...more }).OIDC).toMatchObject({
      clientSecret: 'a+b/c=',
      numberClaim: 'https://example.ac.kr/number',
      origins: ['https://keys.example.ac.kr', 'https://login.example:8443'],
    });
    const empty = {
      OIDC_SCOPES: '',
      OIDC_EMAIL_CLAIM: '',
      OIDC_NUMBER_CLAIM: '',
      OIDC_ORIGINS: '',
    };
    expect(readEnv({ ...OIDC, ...empty }).OIDC).toEqual(readEnv(OIDC).OIDC);
    const trial = readEnv({ ...OIDC, OIDC_ISSUER: 'http://127.0.0.1:4000' });
    expect(trial.OIDC?.issuer).toBe('http://127.0.0.1:4000');
  });

  it.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_NAME'])(
    'lack nothing but %s [OIDC-01]',
    (name) => {
      expect(() => readEnv({ ...OIDC, [name]: '' })).toThrow(
        new RegExp(`^${name} is required together with OIDC_\\w+$`),
      );
      const secret = { OIDC_CLIENT_SECRET: 'secret' };
      expect(() => readEnv(secret)).toThrow(/^OIDC_ISSUER is required together with/);
    },
  );

  it.each([
    ['OIDC_ISSUER', 'login.example.ac.kr'],
    ['OIDC_ISSUER', 'http://login.example.ac.kr'],
    ['OIDC_ISSUER', 'https://login.example.ac.kr/?realm=all'],
    ['OIDC_ISSUER', 'https://user:word@login.example.ac.kr'],
    ['OIDC_CLIENT_ID', 'na ru'],
    ['OIDC_NAME', '<b>로그인</b>'],
    ['OIDC_NAME', '   '],
    ['OIDC_NAME', '이'.repeat(31)],
    ['OIDC_SCOPES', 'email profile'],
    ['OIDC_ORIGINS', 'https://keys.example.ac.kr/jwks'],
    ['OIDC_ORIGINS', 'http://keys.example.ac.kr'],
    ['OIDC_NUMBER_CLAIM', 'student number'],
    ['OIDC_EMAIL_CLAIM', '이메일'],
  ])('refuse %s=%s in one line that names it [OIDC-01]', (name, value) => {
    expect(() => readEnv({ ...OIDC, [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`));
  });
});
