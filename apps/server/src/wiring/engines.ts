import type { Env } from '../config/env.ts';
import { createBackupsService } from '../features/backups/backups.service.ts';
import { createIntegrityService } from '../features/integrity/integrity.service.ts';
import { createOutgoingService } from '../features/outgoing/outgoing.service.ts';
import type { SecondFactorService } from '../features/second-factor/second-factor.service.ts';
import type { SessionsService } from '../features/sessions/sessions.service.ts';
import type { IdentityService } from '../features/settings/identity.service.ts';
import { pingDatabase } from '../features/system/system.repo.ts';
import { createSystemService } from '../features/system/system.service.ts';
import type { Tools } from '../features/tools.ts';
import { createWorkService } from '../features/work/work.service.ts';
import { type Admission, isMoving } from '../http/admission/loads.ts';
import type { Together } from '../peers/shared.ts';
import { createHealth } from '../platform/health.ts';

interface Parts extends Tools {
  /** Newest first. */
  secrets: readonly string[];
  env: Pick<
    Env,
    | 'DATA_DIR'
    | 'SMTP_URL'
    | 'REDIS_URL'
    | 'BACKUP'
    | 'BACKUP_DIR'
    | 'BACKUP_RECIPIENT'
    | 'BACKUP_PROOF'
  >;
  sessions: SessionsService;
  secondFactor: SecondFactorService;
  identity: Pick<IdentityService, 'get' | 'defaults'>;
  version: string;
  commit: string | null;
  redisState?: Together['redisState'];
  admission: Admission;
}

/**
 * The health checks of what the server depends on, and the services that report them. A check takes milliseconds if
 * its engine is well; an unused engine has no check.
 */
export function createEngines(parts: Parts) {
  const { env, version, commit, identity, redisState, secrets, admission, ...rest } = parts;
  const { sessions, secondFactor, ...tools } = rest;
  const { db } = tools;
  const dataDir = env.DATA_DIR;
  const health = createHealth();
  const work = createWorkService({ ...tools, env, health, identity });
  const system = createSystemService({ ...tools, version, commit, dataDir, health, work });

  health.register('database', () => pingDatabase(db).then(() => 'up'));
  health.register('requests', () => (isMoving(admission) ? 'up' : 'down'));
  health.register('storage', () => tools.storage.check());
  if (env.REDIS_URL !== undefined && redisState !== undefined) {
    health.register('redis', async () => ((await redisState()) === 'ok' ? 'up' : 'down'));
  }
  health.register('email', async () => {
    if (env.SMTP_URL === undefined) return 'off';
    return (await work.findEmailOutage()) === null ? 'up' : 'down';
  });
  health.register('backup', async () => {
    const { isDue, failure, proof } = await work.getBackup();
    return isDue || failure !== null || proof.failure !== null ? 'down' : 'up';
  });

  const integrity = createIntegrityService({ ...tools, secrets });
  const backups = createBackupsService({ ...tools, env, secrets, sessions, secondFactor });
  const outgoingHold = createOutgoingService(tools);
  return { health, work, system, integrity, backups, outgoingHold };
}
