import type { Env } from '../config/env.ts';
import type { Db } from '../db/client.ts';
import { loadSeal } from '../domain/keys/wrapped-keys.ts';
import { systemClock } from '../platform/clock.ts';
import { createEmailTransport } from '../platform/email/transport.ts';
import { createHashing } from '../platform/hashing.ts';
import type { Seal } from '../platform/seal.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { loadDemo } from '../wiring/demo.ts';
import { createServices, type Services } from '../wiring/services.ts';

interface Keys {
  /** Newest first. */
  secrets: string[];
  seal: Seal;
}

/** The secrets of the installation, and the seal that they decrypt. Throws SealError. */
export async function openKeys(env: Pick<Env, 'TOKEN_SECRET' | 'DATA_DIR'>, db: Db): Promise<Keys> {
  const secrets = await loadSecrets(env.TOKEN_SECRET, env.DATA_DIR);
  return { secrets, seal: await loadSeal(db, secrets) };
}

type ServiceParts = Parameters<typeof createServices>[0];
type OfProcess = 'clock' | 'demo' | 'emailTransport' | 'outbox' | 'hashing';

interface ProcessParts extends Omit<ServiceParts, OfProcess> {
  /** How many processes hash passwords at the same time. */
  processes?: number;
}

/** The services of a server or a command, with the real clock, e-mail and hashing. */
export async function createProcessServices({
  processes,
  ...parts
}: ProcessParts): Promise<Services> {
  const { transport, outbox } = createEmailTransport(parts.env, systemClock);
  const hashing = createHashing(processes === undefined ? {} : { processes });
  return createServices({
    ...parts,
    demo: await loadDemo(),
    clock: systemClock,
    emailTransport: transport,
    outbox,
    hashing,
  });
}
