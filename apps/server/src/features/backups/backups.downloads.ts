import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { hasRole } from '@naru/contract/roles';
import { readArchiveName } from '../../domain/backups/archives.ts';
import {
  endDownload,
  listRecorded,
  renewDownload,
  takeDownload,
} from '../../domain/backups/backup-archives.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { equalBytes, sha256 } from '../../platform/secrets.ts';
import { signedToken } from '../../platform/signed-token.ts';
import { openObject } from '../../platform/storage/disk-storage.ts';
import type { StoredObject } from '../../platform/storage/storage.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tools } from '../tools.ts';

const PATH = '/files/backup/';
/** A download may stop and go on within this time; a new one needs a new code. */
const LINK_SECONDS = 3_600;
/** Longer than two renewals: the server of a download that was not renewed has died. */
const LEASE_SECONDS = 90;
const RENEW_MS = 30_000;

export interface DownloadDeps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'audit' | 'log'> {
  /** Newest first. */
  secrets: readonly string[];
  sessions: Pick<SessionsService, 'findLive' | 'getOwner' | 'proof'>;
  secondFactor: Pick<SecondFactorService, 'withCode'>;
}

export interface Download {
  key: string;
  name: string;
  object: StoredObject;
  /** Releases the one download of the member. */
  end: () => Promise<void>;
}

/** Addresses of archives, which hold everything there is: each needs a fresh password and a code. */
export function createDownloads(deps: DownloadDeps & { folder: string }) {
  const { db, clock, seal, audit, log, sessions, secondFactor, folder } = deps;
  const links = signedToken('backup download', deps.secrets);

  /** Throws FILE_NOT_FOUND. */
  async function open(name: string): Promise<StoredObject> {
    const object = readArchiveName(name) && (await openObject(join(folder, name)));
    if (object !== null) return object;
    const row = (await listRecorded(db)).find((one) => one.name === name);
    if (row === undefined) throw new AppError('FILE_NOT_FOUND');
    const message = `백업이 다른 서버(${row.server})에 있습니다. 그 서버의 폴더에서 복사해 주세요.`;
    throw new AppError('FILE_NOT_FOUND', { message });
  }

  /** Renewed as long as it lasts, also when the server that holds it dies. */
  async function lease(memberId: number): Promise<() => Promise<void>> {
    const holder = randomBytes(12).toString('hex');
    const now = clock.now();
    const before = addSeconds(now, -LEASE_SECONDS);
    if (!(await takeDownload(db, { memberId, holder, now, before }))) {
      const message = '이미 백업을 내려받고 있습니다. 끝난 뒤에 다시 시도해 주세요.';
      throw new AppError('EXPORT_THROTTLED', { message });
    }
    const renewing = setInterval(() => {
      renewDownload(db, holder, clock.now()).catch(() => undefined);
    }, RENEW_MS).unref();
    return async () => {
      clearInterval(renewing);
      await endDownload(db, holder).catch((err: unknown) =>
        log.warn({ err }, 'the end of a download was not noted'),
      );
    };
  }

  return {
    /**
     * Returns the address of an archive for the device and session of the actor. Throws REAUTH_REQUIRED,
     * SECOND_FACTOR_OFF, CODE_INCORRECT, LOGIN_THROTTLED, FILE_NOT_FOUND.
     */
    async link(actor: Actor, name: string, code: string): Promise<string> {
      const { memberId, sessionId } = actor;
      await secondFactor.withCode(actor, { code }, async (tx) => {
        await (await open(name)).close();
        await audit.record(tx, actor, { action: 'backup.link', detail: { file: name } });
      });
      const payload = seal.sealText(`${memberId} ${sessionId} ${name}`);
      return PATH + links.sign(payload, addSeconds(clock.now(), LINK_SECONDS));
    },

    /**
     * Opens an archive for a download by its address. Throws FILE_NOT_FOUND for a forged or expired one, on another
     * device, after the session has ended and for who is no ADMIN any more; EXPORT_THROTTLED while the member
     * downloads another.
     */
    async open(token: string, device: string | null): Promise<Download> {
      const payload = links.verify(token, clock.now());
      const [member = '', sessionId = '', name = ''] =
        (payload && seal.openText(payload)?.split(' ')) ?? [];
      const memberId = Number(member);
      const live = sessionId === '' ? null : await sessions.findLive([sessionId]);
      const isAllowed = hasRole(live?.get(sessionId) ?? [], 'ADMIN');
      if (!isAllowed || !(await isDevice({ memberId, sessionId }, device))) {
        const message =
          '주소가 오래되었거나 이 기기의 것이 아닙니다. 관리자 화면에서 다시 내려받아 주세요.';
        throw new AppError('FILE_NOT_FOUND', { message });
      }
      const object = await open(name);
      const end = await lease(memberId).catch(async (error: unknown) => {
        await object.close();
        throw error;
      });
      return { key: name, name, object, end };
    },
  };

  async function isDevice(
    actor: Pick<Actor, 'memberId' | 'sessionId'>,
    device: string | null,
  ): Promise<boolean> {
    if (device === null) return false;
    const { id, deviceHash } = await sessions.getOwner({ ...actor, roles: [] });
    return id === actor.memberId && deviceHash !== null && equalBytes(deviceHash, sha256(device));
  }
}
