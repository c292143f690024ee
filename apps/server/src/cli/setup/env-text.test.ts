import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { mergeSettings } from './env-text.ts';

const merge = (text: string, settings: Record<string, string>) =>
  mergeSettings(
    text,
    Object.entries(settings).map(([name, value]) => ({ name, value, comment: `about ${name}` })),
  );

describe('the file of settings', () => {
  it('refuses what could not be read back [OPS-71]', () => {
    expect(() => merge('PORT="30\n00"', { PORT: '3000' })).toThrow(/PORT cannot be put into/);
    expect(() => merge('', { MAIL_FROM: `"'\`\n#` })).toThrow(/MAIL_FROM cannot be put into/);
  });

  it.each(['', 'a b', 'a#b', ' a', `"a" <b@c.kr>`, `it's`, '$HOME', 'a=b', '학과 <a@b.kr>', '\\n'])(
    'keeps the value %j',
    (value) => {
      expect(parseEnv(merge('', { A: 'first', B: value, C: 'last' }))).toEqual({
        A: 'first',
        B: value,
        C: 'last',
      });
    },
  );

  it('changes settings where they are and keeps all other lines [OPS-71]', () => {
    const text = '# mine\nOTHER=1\nexport PORT = 3000 # old\n\nHOST=127.0.0.1';
    expect(merge(text, { PORT: '4000', HOST: '127.0.0.1', DEMO: 'off' })).toBe(
      '# mine\nOTHER=1\nPORT=4000\n\nHOST=127.0.0.1\n\n# about DEMO\nDEMO=off\n',
    );
  });
});
