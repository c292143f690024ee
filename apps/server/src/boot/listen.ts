import type { Env } from '../config/env.ts';
import type { buildApp } from '../wiring/app.ts';

/**
 * A start that failed. The message is one sentence for the operator; with a `cause` the problem may be
 * temporary.
 */
export class StartError extends Error {}

/**
 * Length of the accept queue; Linux allows no more by default. After a restart all pages reconnect at once,
 * and a client whose connection was dropped doubles its pause before each further try.
 */
const WAITING_CONNECTIONS = 4_096;

/** Throws StartError when the address cannot be used. */
export async function listen(
  app: Awaited<ReturnType<typeof buildApp>>,
  env: Pick<Env, 'HOST' | 'PORT'>,
): Promise<void> {
  try {
    await app.listen({ host: env.HOST, port: env.PORT, backlog: WAITING_CONNECTIONS });
  } catch (error) {
    throw asListenError(error, { host: env.HOST, port: env.PORT, prefix: '' });
  }
}

interface Address {
  host: string;
  port: number;
  /** Prefix of the settings of this address. */
  prefix: '' | 'METRICS_';
}

/** Makes a StartError of the error of an address that cannot be used; returns other errors unchanged. */
export function asListenError(error: unknown, { host, port, prefix }: Address): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const name = `${prefix}PORT ${port}`;
  if (code === 'EADDRINUSE') return new StartError(`${name} is already in use`);
  if (code === 'EACCES') return new StartError(`${name} may not be used by this user`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`${prefix}HOST ${host} is not an address of this machine`);
  }
  return error;
}
