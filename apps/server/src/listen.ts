import type { buildApp } from './app.ts';
import type { Env } from './env.ts';

/** A start that cannot succeed; the message is one sentence for the operator. */
export class StartError extends Error {}

/** @throws StartError when the address cannot be used */
export async function listen(
  app: Awaited<ReturnType<typeof buildApp>>,
  env: Pick<Env, 'HOST' | 'PORT'>,
): Promise<void> {
  try {
    await app.listen({ host: env.HOST, port: env.PORT });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EADDRINUSE') throw new StartError(`PORT ${env.PORT} is already in use`);
    if (code === 'EACCES') throw new StartError(`PORT ${env.PORT} may not be used by this user`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`HOST ${env.HOST} is not an address of this machine`);
    }
    throw error;
  }
}
