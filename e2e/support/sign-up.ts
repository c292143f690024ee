import type { Page } from '@playwright/test';
import { passwordField, typeInto } from './pages.ts';

export const NEW_PASSWORD = '푸른 바다 위 나룻배 7';

export interface Applicant {
  username: string;
  nickname: string;
  email: string;
}

let applicants = 0;

export function newApplicant(): Applicant {
  applicants += 1;
  const mark = `${Date.now().toString(36)}${applicants}`;
  return {
    username: `e2e${mark}`,
    nickname: `새배${mark.slice(-6)}`,
    email: `demo.${mark}@g.kmou.ac.kr`,
  };
}

export async function fillSignUp(page: Page, applicant: Applicant): Promise<void> {
  await page.getByRole('textbox', { name: '학번(교번)' }).fill(applicant.username);
  await typeInto(page, page.getByRole('textbox', { name: '이름', exact: true }), '한바다');
  await page.getByRole('textbox', { name: '닉네임' }).fill(applicant.nickname);
  await page.getByRole('textbox', { name: '이메일' }).fill(applicant.email);
  await fillNewPassword(page);
}

export async function fillNewPassword(page: Page): Promise<void> {
  await passwordField(page).fill(NEW_PASSWORD);
}

export async function agreeToDocuments(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /이용약관에 동의/ }).check();
  await page.getByRole('checkbox', { name: /개인정보 처리방침에 동의/ }).check();
}
