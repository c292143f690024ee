import { joinMember } from '../support/join.ts';
import { readCodeFrom } from '../support/outbox.ts';
import { DEMO_PASSWORD } from '../support/test.ts';
import { button, field, heading, link, text } from './screen.ts';
import { expect, test } from './test.ts';

test('a guest logs in after a mistake and returns to the requested page [GATE-101]', async ({
  open,
}) => {
  const page = await open();
  await page.go('/main/community/free?page=2');
  await page.at(/^\/login\?redirect=/);
  await page.fill(field('학번(교번)'), '20250001');
  await page.fill(field('비밀번호'), 'wrong-password');
  await page.click(button('로그인'));
  await page.see(text('학번(교번) 또는 비밀번호가 올바르지 않습니다.'));
  await page.fill(field('비밀번호'), DEMO_PASSWORD);
  await page.click(button('로그인'));
  await page.at(/^\/main\/community\/free\?page=2$/);
  await page.see(heading('자유게시판'));
  expect(await page.scrollsSideways()).toBe(false);
});

test('a guest signs up with the code of an e-mail and is in', async ({ open, playwright }) => {
  const mark = Date.now().toString(36);
  const email = `demo.eng${mark}@g.kmou.ac.kr`;
  const password = '푸른 바다 위 나룻배 7';
  const page = await open();
  await page.go('/login/register?mode=register');
  await page.fill(field('학번(교번)'), `eng${mark}`);
  await page.fill(field('이름'), '한바다');
  await page.fill(field('닉네임'), `새배${mark.slice(-6)}`);
  await page.fill(field('이메일'), email);
  await page.fill(field('비밀번호'), password);
  await page.click({ role: 'checkbox', name: /이용약관에 동의/ });
  await page.click({ role: 'checkbox', name: /개인정보 처리방침에 동의/ });
  await page.click(button('인증 이메일 받기'));
  await page.click(field('인증 코드'));
  const client = await playwright.request.newContext({ baseURL: process.env.NARU_E2E_URL });
  // The sixth digit submits.
  await page.type(await readCodeFrom(client, email));
  await client.dispose();
  await page.see(text('회원가입이 완료되었습니다.'));
  await page.at(/^\/main$/);
});

test('a member finds the own activity and changes the nickname', async ({ open }) => {
  const member = await joinMember();
  const page = await open(member.username);
  await page.go('/mypage');
  await page.at(/^\/mypage\/activity$/);
  await page.see(text('작성한 글이 없습니다.'));
  await page.click(link('계정 설정'));
  // On a phone its name goes on with what is in it.
  await page.click(link(/^프로필/));
  const profile = { role: 'region', name: '개인정보' };
  const renamed = `고친${member.nickname.slice(-8)}`;
  await page.fill({ ...field('닉네임'), within: profile }, renamed);
  await page.click({ ...button('저장'), within: profile, only: 'first' });
  await page.see(text('닉네임이 저장되었습니다.'));
  expect(await page.scrollsSideways()).toBe(false);
});
