import { open, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { listArchives } from '../../domain/backups/archives.ts';
import { type BackupReport, reportOn } from '../../domain/backups/backup-report.ts';
import { readBackupState } from '../../domain/backups/backup-state.repo.ts';
import { messageOf } from '../../platform/database/errors.ts';
import { findExisting } from '../../platform/disk-space.ts';
import { sizeText } from '../command-line.ts';
import { bad, type Finding, ok, skipped, warn } from '../proofs/finding.ts';
import type { Check, Given } from './given.ts';
import { readStored } from './stored.ts';

const GB = 1_024 ** 3;
const HOUR_MS = 3_600_000;
/** Less than this, and less than this part of the disk, is too little. */
const LOW = { bytes: GB, part: 0.03 };
const SOON = { bytes: 5 * GB, part: 0.1 };
const FULL =
  'df -h로 무엇이 찼는지 보고, 오래된 백업을 다른 곳으로 옮기거나 디스크를 늘리세요. DATA_DIR 안의 파일은 직접 지우지 마세요.';

export const diskCheck: Check = {
  id: 'disk',
  title: '디스크',
  async run({ env, machine }) {
    const names = [
      ['DATA_DIR', env.DATA_DIR],
      ...(env.S3 === null ? [['올린 파일', join(env.DATA_DIR, 'files')]] : []),
      ['BACKUP_DIR', env.BACKUP_DIR],
    ] as [string, string][];
    const places = await Promise.all(
      names.map(async ([name, path]) => {
        const folder = await findExisting(path);
        return { name, folder, device: (await stat(folder)).dev };
      }),
    );
    const disks = places.filter(
      ({ device }, at) => places.findIndex((other) => other.device === device) === at,
    );
    const findings = await Promise.all(
      disks.map(({ folder, device }) => {
        const who = places.filter((place) => place.device === device).map(({ name }) => name);
        return describeDisk(who.join(', '), machine.readDisk(folder));
      }),
    );
    const isTogether = places[0]?.device === places.at(-1)?.device;
    if (isTogether && env.BACKUP !== null) {
      findings.push(
        warn(
          '백업이 자료와 같은 디스크에 있습니다.',
          '디스크가 망가지면 둘 다 잃습니다. BACKUP_DIR을 다른 디스크로 정하거나 날마다 다른 컴퓨터로 복사하세요.',
        ),
      );
    }
    return findings;
  },
};

async function describeDisk(name: string, asked: ReturnType<Given['machine']['readDisk']>) {
  const disk = await asked;
  if (disk === null) return skipped(`${name}: 남은 공간을 알 수 없습니다.`);
  const { free, size } = disk;
  const text = `${name}: ${sizeText(size)} 가운데 ${sizeText(free)} 남음`;
  const isBelow = ({ bytes, part }: typeof LOW) => free < bytes && free < size * part;
  if (free === 0 || isBelow(LOW) || free < GB / 4) return bad(text, FULL);
  return isBelow(SOON) ? warn(text, FULL) : ok(text);
}

export const backupCheck: Check = {
  id: 'backup',
  title: '백업',
  async run(given) {
    const newest = await newestArchive(given.env.BACKUP_DIR);
    const state = await readStored(given, readBackupState);
    const report = state && reportOn(state, given.now);
    const isOurs = state === null || state.server === hostname();
    const elsewhere = report === null || isOurs ? null : findElsewhere(report, newest);
    return [
      elsewhere === null
        ? await describeNewest(newest, given)
        : ok(`마지막 백업이 ${ageOf(elsewhere, given.now)} 전입니다(다른 서버나 작업의 폴더).`),
      ...describeFailure(report),
    ];
  },
};

interface Archive {
  path: string;
  at: Date;
}

/** Null without one; throws if the folder cannot be read. */
async function newestArchive(folder: string): Promise<Archive | null> {
  const [newest] = await listArchives(folder);
  return newest === undefined ? null : { path: join(folder, newest.name), at: newest.madeAt };
}

/** When another machine made the last backup, if that is fresh; null where the folder has the last one. */
function findElsewhere({ last, isDue }: BackupReport, newest: Archive | null): Date | null {
  const isNewer =
    last !== null && (newest === null || newest.at.getTime() < last.getTime() - HOUR_MS);
  return isNewer && !isDue ? last : null;
}

/** Such as `5시간`; `1시간` at least. */
export function ageOf(at: Date, now: Date): string {
  const hours = Math.max(1, Math.round((now.getTime() - at.getTime()) / HOUR_MS));
  return hours < 48 ? `${hours}시간` : `${Math.round(hours / 24)}일`;
}

async function describeNewest(newest: Archive | null, { env, now }: Given): Promise<Finding> {
  if (newest === null) {
    return bad(
      `${env.BACKUP_DIR}에 백업이 없습니다.`,
      env.BACKUP === null
        ? "설정에 BACKUP='daily 04:00 keep 14'와 BACKUP_DIR을 넣고, 지금 npm run backup을 실행하세요."
        : '지금 npm run backup을 실행하고 결과를 보세요.',
    );
  }
  const age = ageOf(newest.at, now);
  const problem = await findUnreadable(newest.path);
  if (problem !== null) {
    return bad(
      `${newest.path}을(를) 읽을 수 없습니다: ${problem}`,
      'npm run backup으로 새로 만들고, 디스크를 점검하세요.',
    );
  }
  if (now.getTime() - newest.at.getTime() > (env.BACKUP === null ? 7 * 24 : 26) * HOUR_MS) {
    return bad(
      `마지막 백업이 ${age} 전입니다.`,
      'npm run backup을 실행하고, 로그에서 job failed를 찾아보세요.',
    );
  }
  return env.BACKUP === null
    ? warn(
        `마지막 백업이 ${age} 전이지만, 매일 하도록 정하지 않았습니다.`,
        "설정에 BACKUP='daily 04:00 keep 14'를 넣으세요.",
      )
    : ok(`마지막 백업이 ${age} 전입니다(${newest.path}).`);
}

/** Whether it begins like an archive: reading all of it may take minutes. */
async function findUnreadable(path: string): Promise<string | null> {
  try {
    const file = await open(path);
    try {
      const start = Buffer.alloc(22);
      const { bytesRead } = await file.read(start, 0, start.length, 0);
      const isPacked = start.readUInt16BE(0) === 0x1f8b;
      const isEncrypted = start.toString('latin1').startsWith('age-encryption.org/v1');
      return bytesRead === start.length && (isPacked || isEncrypted)
        ? null
        : '백업 파일이 아닙니다';
    } finally {
      await file.close();
    }
  } catch (error) {
    return messageOf(error);
  }
}

/** A failure that the database knows about. */
function describeFailure(report: BackupReport | null): Finding[] {
  const failure = report?.failure ?? null;
  if (failure === null) return [];
  return [
    bad(
      `마지막 백업이 되지 않았습니다(${failure.reason}, ${failure.server ?? '알 수 없는 서버'}).`,
      '로그에서 job failed를 찾아 원인을 해결하고 npm run backup을 실행하세요.',
    ),
  ];
}
