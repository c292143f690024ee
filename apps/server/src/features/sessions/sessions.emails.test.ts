import { expect, it } from 'vitest';
import { createSessionEmails } from './sessions.emails.ts';

it('the e-mail about a token that was used again says what to do, with links', () => {
  const site = { siteName: '나루', departmentName: '해양학과', officeName: '학과 사무실' };
  const emails = createSessionEmails({ site, publicUrl: 'https://naru.example' });
  const { to, subject, text } = emails.sessionEnded('sea@example.org');
  expect([to, subject]).toEqual(['sea@example.org', '[나루] 로그인 보안 알림']);
  expect(text).toContain(
    [
      '같은 로그인 정보가 두 번 쓰여 그 기기를 로그아웃했습니다.',
      '본인이 사용하던 기기라면 다시 로그인해 주세요.',
      'https://naru.example/login',
      '',
      '의심스러운 점이 있다면 비밀번호를 재설정해 주세요.',
      'https://naru.example/login/register?mode=reset',
    ].join('\n'),
  );
});
