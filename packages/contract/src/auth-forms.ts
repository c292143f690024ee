import * as z from 'zod/mini';
import { codeField, emailField, joinBody, newPasswordField } from './auth.ts';
import { isReservedNickname } from './nicknames.ts';
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
    nickname: unreservedNickname(),
    email,
    password,
    passwordAgain: z.string().check(z.minLength(1, TEXTS.passwordRequired)),
    terms: agreed,
    privacy: agreed,
  })
  .check(z.refine((form) => isSame(form.password, form.passwordAgain), mismatch));
export type SignUpInput = z.input<typeof signUpForm>;

/** The own nickname on my page; the present one may stay, even when it is reserved by now. */
export const nicknameForm = (own: string) => z.object({ nickname: unreservedNickname(own) });

function unreservedNickname(own = '') {
  return nickname.check(
    z.refine((typed) => typed.toLowerCase() === own.toLowerCase() || !isReservedNickname(typed), {
      error: TEXTS.nicknameReserved,
    }),
  );
}

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

/** Joining by an invitation: what the roster does not fix. */
export const invitedForm = z
  .object({
    nickname: unreservedNickname(),
    password,
    passwordAgain: z.string().check(z.minLength(1, TEXTS.passwordRequired)),
    terms: agreed,
    privacy: agreed,
  })
  .check(z.refine((form) => isSame(form.password, form.passwordAgain), mismatch));
export type InvitedInput = z.input<typeof invitedForm>;
