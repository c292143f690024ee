import * as z from 'zod/mini';
import { codeField, emailField, joinBody, newPasswordField } from './auth.ts';
import { TEXTS } from './texts.ts';

/** Forms with more or fewer fields than the body of the call they submit. */

const agreed = z.boolean().check(z.refine((value) => value, { error: TEXTS.consentRequired }));
const { username, password, email, nickname, name } = joinBody.shape;

const mismatch = { error: TEXTS.passwordMismatch, path: ['passwordAgain'] };

/** Compares in NFC, as the password itself is stored. */
const isSame = (one: string, other: string) => one === other.normalize('NFC');

/** Sign-up: the password twice and two checkboxes. */
export const signUpForm = z
  .object({
    username,
    name,
    nickname,
    email,
    password,
    passwordAgain: z.string().check(z.minLength(1, TEXTS.passwordRequired)),
    terms: agreed,
    privacy: agreed,
  })
  .check(z.refine((form) => isSame(form.password, form.passwordAgain), mismatch));
export type SignUpInput = z.input<typeof signUpForm>;

/** The last step of a password reset. */
export const newPasswordForm = z
  .object({
    newPassword: newPasswordField,
    passwordAgain: z.string().check(z.minLength(1, TEXTS.passwordsRequired)),
  })
  .check(z.refine((form) => isSame(form.newPassword, form.passwordAgain), mismatch));

/** The second step of a password change: the new password again. */
export const passwordAgainForm = (newPassword: string) =>
  z.object({
    passwordAgain: z.string().check(
      z.refine((again) => isSame(newPassword.normalize('NFC'), again), {
        error: TEXTS.passwordMismatch,
      }),
    ),
  });

export const emailForm = z.object({ email: emailField });
export const codeForm = z.object({ code: codeField });
