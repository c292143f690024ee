import { RefusedError } from './cli.ts';
import { connect } from './db/client.ts';
import type { Env } from './env.ts';
import { createImageProcessor } from './features/uploads/image-processor.ts';
import { systemClock } from './platform/clock.ts';
import { createEmailTransport } from './platform/email/transport.ts';
import { createHashing } from './platform/hashing.ts';
import { createLog, createLogOutput } from './platform/log.ts';
import { loadSeal, SealError } from './platform/seal.ts';
import { loadSecrets } from './platform/secrets.ts';
import { createServices, type Services } from './services.ts';

/** The use cases for a program of the command line; call `close` at its end. */
export async function createCliServices(
  env: Env,
  url: string,
): Promise<Services & { close(): Promise<void> }> {
  const client = connect(url, { onError: () => undefined, max: 2 });
  try {
    const { db } = client;
    const secrets = await loadSecrets(env.TOKEN_SECRET, env.DATA_DIR);
    const seal = await loadSeal(db, secrets).catch((error: unknown) => {
      throw error instanceof SealError ? new RefusedError(error.message) : error;
    });
    const { transport, outbox } = createEmailTransport(env, systemClock);
    const services = createServices({
      db,
      env,
      clock: systemClock,
      secrets,
      seal,
      emailTransport: transport,
      outbox,
      hashing: createHashing(),
      images: createImageProcessor(),
      version: '',
      log: createLog('error', await createLogOutput('error', true)),
    });
    return { ...services, close: () => client.close() };
  } catch (error) {
    await client.close();
    throw error;
  }
}
