import type { Me } from '@naru/contract/members';
import { useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { startSession } from '../../lib/session/session.ts';
import type { Tokens } from '../../lib/session/tokens.ts';

/** What the server says of the second step. */
export type SecondStepOf = NonNullable<ApiError['secondStep']>;

/** The member who is logged in now, or the token of the second step. */
export type Entered = { me: Me } | SecondStepOf;

/** Starts the session of a login and loads its member. */
export function useEnter() {
  const client = useQueryClient();
  return (tokens: Tokens): Promise<Me> => {
    startSession(tokens);
    return client.fetchQuery(meQuery);
  };
}

/**
 * Logs in who has just joined, with the password that was typed for it. False: the login asks for it, as it does
 * for what was refused.
 */
export function useLogInJoined() {
  const logIn = useLogIn();
  return (body: { username: string; password: string }): Promise<boolean> =>
    logIn(body).then(
      (entered) => 'me' in entered,
      () => false,
    );
}

/**
 * Logs in and loads the member; resolves to the token of the second step where the account asks for
 * one, and throws what the server refused.
 */
export function useLogIn() {
  const enter = useEnter();
  return async (body: { username: string; password: string }): Promise<Entered> => {
    try {
      return { me: await enter(await api('POST /api/member/login', { body, anonymous: true })) };
    } catch (error) {
      if (error instanceof ApiError && error.secondStep) return error.secondStep;
      throw error;
    }
  };
}
