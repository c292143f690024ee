import type { ProofFailure } from '@naru/contract/system';
import { readProofState } from '../../domain/backups/backup-proof.repo.ts';
import { type ProofState, reportOnProof } from '../../domain/backups/proof-report.ts';
import { bad, type Finding, ok, skipped, warn } from '../proofs/finding.ts';
import type { Check, Given } from './given.ts';
import { ageOf } from './storage.ts';
import { readStored } from './stored.ts';

/** A proof that nothing repeats says little after this. */
const OLD_MS = 31 * 24 * 3_600_000;
const PROVE = 'npm run backup -- verify';
const PLAN = "설정에 BACKUP_PROOF='daily 05:30'을 넣으세요.";

/** What to do about a backup that could not be restored. */
const REMEDIES: Record<ProofFailure, string> = {
  NONE: 'npm run backup을 먼저 실행하세요.',
  LOCKED: 'BACKUP_IDENTITY에 백업을 여는 age 개인 키 파일을 정하세요.',
  RIGHT: '데이터베이스에서 alter role <계정> createdb를 실행하세요.',
  DISK_FULL: 'df -h로 무엇이 찼는지 보고 공간을 만드세요.',
  DAMAGED: '디스크를 점검하고, npm run backup으로 지금 새로 만드세요.',
  DIFFERENT: 'npm run backup으로 새로 만들고, 로그에서 job failed를 찾아보세요.',
  DATABASE: '데이터베이스가 켜져 있는지 보고 다시 확인하세요.',
  SECRET: 'TOKEN_SECRET이나 DATA_DIR의 token-secret이 원래 것인지 보세요.',
  INTERRUPTED: '중간에 끊겼습니다. 다시 확인하세요.',
  MISSED: 'BACKUP_PROOF를 정한 서버가 그 시각에 켜져 있었는지 보세요.',
  OTHER: '로그에서 job failed를 찾아보세요.',
};

export const proofCheck: Check = {
  id: 'proof',
  title: '복원 확인',
  async run(given) {
    const { database } = given;
    if (database.url === null) return [skipped(database.why)];
    const state = await readStored(given, readProofState);
    return [state === null ? skipped('데이터베이스를 읽지 못했습니다.') : describe(state, given)];
  },
};

function describe(state: ProofState, { env, now }: Given): Finding {
  const { last, failure } = reportOnProof(state, now);
  if (failure !== null) {
    const { reason, server, archive } = failure;
    const what = [reason, server, archive].filter((part) => part !== null).join(', ');
    return bad(
      `백업이 복원되는지 확인하지 못했습니다(${what}).`,
      `${REMEDIES[reason]} 고친 뒤 ${PROVE}를 실행하세요.`,
    );
  }
  const isPlanned = env.BACKUP_PROOF !== null || state.everyHours !== null;
  const again = `${PROVE}를 실행하세요.${isPlanned ? '' : ` 자동으로 하려면 ${PLAN}`}`;
  if (last === null) return warn('백업이 복원되는지 확인한 적이 없습니다.', again);
  const age = ageOf(last, now);
  if (state.faults > 0) {
    return warn(
      `${age} 전에 복원해 보니 맞지 않는 값이 ${state.faults}개 있습니다.`,
      '관리자 › 점검에서 무엇인지 보세요.',
    );
  }
  if (now.getTime() - last.getTime() > OLD_MS)
    return warn(`복원을 확인한 지 ${age} 지났습니다.`, again);
  return ok(`${age} 전에 복원해 비교했고 모두 같았습니다(${state.provedArchive}).`);
}
