import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { institutionWords } from './institution-words.ts';
import { createPasswordPolicy, refuseWeak } from './password-policy.ts';

const COMMON = '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.';
const PERSONAL = '학번(교번), 이름, 이메일, 학교 이름이 들어간 비밀번호는 사용할 수 없습니다.';
const owner = {
  username: '20261234',
  email: 'badaro@g.kmou.ac.kr',
  name: '김바다',
  nickname: '물결',
};
const policy = createPasswordPolicy(() =>
  institutionWords({ universityName: '한국해양대학교', departmentName: '인공지능공학부' }, [
    'g.kmou.ac.kr',
  ]),
);

describe('password policy [PASS-05]', () => {
  it('refuses far more than 3,000 common passwords', () => {
    const common = dictionary['passwords-common'].filter((one) => one.length >= 8);
    expect(common.length).toBeGreaterThan(3000);
    expect(common.every((one) => policy(one, {}) === COMMON)).toBe(true);
  });

  it.each(['password1', 'PassWord1', 'qwertyuiop', '11111111', 'ㅋㅋㅋㅋㅋㅋㅋㅋ'])(
    'refuses the common %s',
    (password) => {
      expect(policy(password, owner)).toBe(COMMON);
    },
  );

  it.each([
    'x20261234x',
    'BADARO-pass',
    '우리김바다최고',
    '밤물결소리듣기',
    '한국해양대학교',
    'ilovekmou!!',
    '인공지능공부중',
  ])('refuses %s, which contains a personal or institutional word', (password) => {
    expect(policy(password, owner)).toBe(PERSONAL);
  });

  it('normalises decomposed Hangul', () => {
    expect(policy('우리김바다최고'.normalize('NFD'), owner)).toBe(PERSONAL);
  });

  it('requires no character classes [PASS-04]', () => {
    for (const password of ['조용한부두의새벽', 'gently rolling fog', '🚢🌊⚓🧭🐚🐟🦀🐙']) {
      expect(policy(password, owner)).toBeNull();
    }
  });

  it('ignores short names', () => {
    const short = { username: 'abcd', email: 'k@kmou.ac.kr', name: 'Li', nickname: '달' };
    expect(policy('kelp-line-달빛', short)).toBeNull();
    expect(policy('my-abcd-pass', short)).toBe(PERSONAL);
  });

  it('accepts a member without these words', () => {
    expect(policy('xxkelp-line', {})).toBeNull();
  });

  it('throws PASSWORD_WEAK at the field', () => {
    expect(() => refuseWeak(null, 'password')).not.toThrow();
    const errors = [{ field: 'newPassword', message: COMMON }];
    expect(() => refuseWeak(COMMON, 'newPassword')).toThrow(
      expect.objectContaining({ code: 'PASSWORD_WEAK', errors }),
    );
  });
});
