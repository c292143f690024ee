import * as z from 'zod/mini';
import { codeField, emailField, joinBody, newPasswordField } from './auth.ts';
import { isReservedNickname } from './nicknames.ts';
import { TEXTS } from './texts.ts';

/** Forms with more or fewer fields than the body of the call they submit. */

const agreed = z.boolean().check(z.refine((value) => value, { error: TEXTS.consentRequired }));
const { username, password, email, nickname, name } = joinBody.shape;

/** Compares in NFC, as the password itself is stored. */
const isSame = (one: string, other: string) => one === other.normalize('NFC');

/** Sign-up: the password once, as it can be shown, and two checkboxes. */
export const signUpForm = z.object({
  username,
  name,
  nickname: unreservedNickname(),
  email,
  password,
  terms: agreed,
  privacy: agreed,
});
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

/** The new password of a reset, asked for twice, or of a sign-up whose password was lost by a reload. */
export const newPasswordForm = (isAskedTwice: boolean) =>
  z
    .object({
      newPassword: newPasswordField,
      passwordAgain: z.string().check(z.minLength(isAskedTwice ? 1 : 0, TEXTS.passwordsRequired)),
    })
    .check(
      z.refine((form) => !isAskedTwice || isSame(form.newPassword, form.passwordAgain), {
        error: TEXTS.passwordMismatch,
        path: ['passwordAgain'],
      }),
    );

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
export const invitedForm = z.object({
  nickname: unreservedNickname(),
  password,
  terms: agreed,
  privacy: agreed,
});
export type InvitedInput = z.input<typeof invitedForm>;
