import { useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { startSession } from '../../lib/session/session.ts';

/** Logs in and loads the member; throws what the server refused. */
export function useLogIn() {
  const client = useQueryClient();
  return async (body: { username: string; password: string }): Promise<void> => {
    startSession(await api('POST /api/member/login', { body, anonymous: true }));
    await client.fetchQuery(meQuery);
  };
}
