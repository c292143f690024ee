import { joinBody } from '@naru/contract/auth';
import { TEXTS } from '@naru/contract/texts';
import * as z from 'zod/mini';

const { username, password, email, nickname, name } = joinBody.shape;

const agreed = z.boolean().check(z.refine((value) => value, { error: TEXTS.consentRequired }));

/** The sign-up form: the contract's fields, the password twice, two boxes (decisions 34). */
export const signUpSchema = z
  .object({
    username,
    password,
    passwordAgain: z.string().check(z.minLength(1, TEXTS.passwordRequired)),
    email,
    nickname,
    name,
    terms: agreed,
    privacy: agreed,
  })
  .check(
    z.refine((value) => value.password === value.passwordAgain.normalize('NFC'), {
      error: TEXTS.passwordMismatch,
      path: ['passwordAgain'],
    }),
  );

export type SignUpInput = z.input<typeof signUpSchema>;

export const SIGN_UP_START: SignUpInput = {
  username: '',
  password: '',
  passwordAgain: '',
  email: '',
  nickname: '',
  name: '',
  terms: false,
  privacy: false,
};
