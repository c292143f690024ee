import * as z from 'zod/mini';
import { dateSchema, idParams, messageSchema, reasonBody } from './fields.ts';
import { ROSTER_ROLES } from './roster.ts';
import { get, post } from './route.ts';

/** Why a sign-up waits: what differs from the roster, or TAKEN: another member has joined by the entry. */
const SIGN_UP_DIFFERENCES = ['NUMBER', 'NAME', 'EMAIL', 'TAKEN'] as const;
export type SignUpDifference = (typeof SIGN_UP_DIFFERENCES)[number];

const waitingSignUpSchema = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  nickname: z.string(),
  /** Proven by a code. */
  email: z.string(),
  createdAt: dateSchema,
  differs: z.array(z.enum(SIGN_UP_DIFFERENCES)),
  /** The entry with this number, else with this address; null without one. */
  entry: z.nullable(
    z.object({
      username: z.string(),
      name: z.string(),
      email: z.string(),
      /** What somebody who is accepted with this number becomes. */
      role: z.enum(ROSTER_ROLES),
    }),
  ),
});
export type WaitingSignUp = z.output<typeof waitingSignUpSchema>;

export const signUpRoutes = {
  list: get('/api/admin/sign-ups', 'ADMIN', {
    summary: 'Sign-ups that wait for staff, the oldest 100; recorded in the audit log',
    response: z.object({ signUps: z.array(waitingSignUpSchema), total: z.number() }),
  }),
  accept: post('/api/admin/sign-ups/:id/accept', 'ADMIN', {
    summary: 'Create the member that waits; an e-mail says so',
    params: idParams,
    body: reasonBody,
    response: messageSchema,
    errors: ['SIGN_UP_NOT_FOUND', 'DUPLICATE'],
  }),
  decline: post('/api/admin/sign-ups/:id/decline', 'ADMIN', {
    summary: 'Refuse and erase a sign-up; an e-mail says the reason',
    params: idParams,
    body: reasonBody,
    response: messageSchema,
    errors: ['SIGN_UP_NOT_FOUND'],
  }),
};
