import type { Page } from '@playwright/test';
import { apiAs, unique } from '../support/api.ts';
import { joinMember } from '../support/join.ts';
import { readCodeFrom } from '../support/outbox.ts';
import { ownMenu, passwordField, typeInto } from '../support/pages.ts';
import {
  agreeToDocuments,
  fillNewPassword,
  fillSignUp,
  NEW_PASSWORD,
  newApplicant,
} from '../support/sign-up.ts';
import { DEMO_PASSWORD } from '../support/test.ts';
import { expect, expectOnce, type Participant, test, visit } from './test.ts';

const ADMIN = 'admin01';

const loginButton = (page: Page) => page.getByRole('button', { name: '로그인', exact: true });

async function logIn({ page, send }: Participant, username: string, password: string) {
  const type = async () => {
    await page.getByRole('textbox', { name: '학번(교번)' }).fill(username);
    await passwordField(page).fill(password);
  };
  await type();
  const button = loginButton(page);
  await send({ button, done: ownMenu(page), typed: type, isOnlineOnly: true });
}

test('login [REL-18]', async ({ join }) => {
  const member = await joinMember();
  const person = await join();
  await visit(person.page, '/login?redirect=%2Fmain%2Fcommunity%2Ffree');
  await logIn(person, member.username, DEMO_PASSWORD);
  await expect(person.page).toHaveURL(/\/main\/community\/free$/);
  await expect(ownMenu(person.page)).toHaveAccessibleName(new RegExp(member.nickname));
});

test('sign-up [REL-18]', async ({ join, playwright }) => {
  const applicant = newApplicant();
  const person = await join();
  const { page, send } = person;
  const codeField = page.getByRole('textbox', { name: '인증 코드' });
  await visit(page, '/login/register?mode=register');
  await fillSignUp(page, applicant);
  await agreeToDocuments(page);
  await send({
    button: page.getByRole('button', { name: '인증 이메일 받기' }),
    done: codeField,
    isOnlineOnly: true,
    typed: async () => {
      await expect(page.getByRole('textbox', { name: '닉네임' })).toHaveValue(applicant.nickname);
      await expect(page.getByRole('textbox', { name: '이메일' })).toHaveValue(applicant.email);
      await fillNewPassword(page);
    },
  });
  const client = await playwright.request.newContext({ baseURL: process.env.NARU_E2E_URL });
  const code = await readCodeFrom(client, applicant.email);
  await client.dispose();
  const finish = page.getByRole('button', { name: /^(가입 완료|다음|인증 이메일 받기)$/ });
  await send({
    button: finish,
    press: async () => {
      // The sixth digit submits; what was typed already is submitted by the button.
      if ((await codeField.isVisible()) && (await codeField.inputValue()) !== code) {
        return codeField.fill(code);
      }
      const password = passwordField(page);
      if ((await password.isVisible()) && (await password.inputValue()) === '') {
        await fillNewPassword(page);
      }
      return finish.click();
    },
    done: ownMenu(page).or(loginButton(page)),
    isOnlineOnly: true,
    typed: () => expect(page.getByText(applicant.email)).toBeVisible(),
  });
  // The account is there; the login that follows may have got lost.
  if (await loginButton(page).isVisible()) {
    await logIn(person, applicant.username, NEW_PASSWORD);
  }
  await expect(ownMenu(page)).toHaveAccessibleName(new RegExp(applicant.nickname));
  const admin = await apiAs(ADMIN);
  await expectOnce(
    admin,
    `/api/admin/search-users?nickname=${applicant.nickname}`,
    applicant.email,
  );
});

test('inquiry [REL-18]', async ({ join }) => {
  const member = await joinMember();
  const { page, send } = await join(member.username);
  const [title, text] = [unique('사물함을 쓰고 싶습니다'), '빈 칸이 있을까요'];
  await visit(page, '/support');
  const fields = {
    title: page.getByRole('textbox', { name: '제목' }),
    text: page.getByRole('textbox', { name: '내용' }),
  };
  await typeInto(page, fields.title, title);
  await typeInto(page, fields.text, text);
  await send({
    button: page.getByRole('button', { name: '문의 보내기' }),
    done: page.getByRole('heading', { name: title }),
    typed: async () => {
      await expect(fields.title).toHaveValue(title);
      await expect(fields.text).toHaveValue(text);
    },
  });
  await expectOnce(await apiAs(member.username), '/api/inquiries/my', title);
});

test('report without an account [REL-18]', async ({ join }) => {
  const { page, send } = await join();
  const [place, reason] = [unique('자유게시판의 글'), '제 이름과 사진이 있습니다'];
  await visit(page, '/report');
  const fields = {
    place: page.getByRole('textbox', { name: '신고할 게시물의 주소나 위치' }),
    reason: page.getByRole('textbox', { name: '신고하는 이유' }),
  };
  // The browser does not store who writes.
  const sign = async () => {
    await page.getByRole('textbox', { name: '이메일' }).fill('outside@example.com');
    await page.getByRole('checkbox').check();
  };
  await typeInto(page, fields.place, place);
  await typeInto(page, fields.reason, reason);
  await sign();
  await send({
    button: page.getByRole('button', { name: '신고 보내기' }),
    done: page.getByText('신고를 받았습니다.'),
    typed: async () => {
      await expect(fields.place).toHaveValue(place);
      await expect(fields.reason).toHaveValue(reason);
      await sign();
    },
  });
  await expectOnce(await apiAs(ADMIN), '/api/inquiries', place);
});

test('a role is granted [REL-18]', async ({ join }) => {
  const member = await joinMember();
  const { page, send } = await join(ADMIN);
  const reason = unique('조교로 일합니다');
  const dialog = page.getByRole('dialog', { name: `${member.nickname} 님의 권한` });
  const openDialog = async () => {
    const nickname = page.getByRole('textbox', { name: '닉네임' });
    // The search survives a reload.
    if ((await nickname.inputValue()) === '') {
      await typeInto(page, nickname, member.nickname);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('button', { name: `${member.nickname} 권한 관리` }).click();
  };
  const chooseRole = () => dialog.getByLabel(/^권한/).selectOption({ label: '조교' });
  await visit(page, '/admin?menu=ROLES');
  await openDialog();
  await chooseRole();
  await typeInto(page, dialog.getByRole('textbox', { name: '사유' }), reason);
  const button = dialog.getByRole('button', { name: '권한 부여', exact: true });
  const tag = dialog.getByRole('paragraph').getByText('조교', { exact: true });
  const agree = page.getByRole('alertdialog').getByRole('button', { name: '부여' });
  await send({
    button,
    press: async () => {
      if (!(await agree.isVisible())) await button.click();
      await agree.click();
    },
    done: tag,
    isOnlineOnly: true,
    typed: async () => {
      await openDialog();
      await expect(dialog.getByRole('textbox', { name: '사유' })).toHaveValue(reason);
      if (!(await tag.isVisible())) await chooseRole();
    },
  });
  const admin = await apiAs(ADMIN);
  await expectOnce(admin, '/api/admin/audit', reason);
  const users = `/api/admin/search-users?nickname=${member.nickname}`;
  await expectOnce(admin, users, 'MANAGER');
});
