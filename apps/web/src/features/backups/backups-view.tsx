import type { BackupArchive, Backups } from '@naru/contract/backups';
import type { BackupFailure } from '@naru/contract/system';
import { useQuery } from '@tanstack/react-query';
import { Archive, DatabaseBackup, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BackupFailureText, ProofFailureText } from '../../entities/system/engines.tsx';
import { api } from '../../lib/api/api.ts';
import { formatDuration } from '../../lib/format/dates.ts';
import { formatBytes } from '../../lib/format/numbers.ts';
import { saveUrl } from '../../lib/save-file.ts';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { ArchiveRow } from './archive-row.tsx';
import { backupsQuery } from './backups.queries.ts';
import { TaskCard } from './task-card.tsx';

export type BackupsViewProps = {
  /** Runs a call, after the password if the server asks for it; null when that is dismissed. */
  proven: <T>(call: () => Promise<T>) => Promise<T | null>;
  /** Whether the member has a second factor; says how to get one if not. */
  hasFactor: () => Promise<boolean>;
  /** Asks for a code of the second factor. */
  askCode: (props: { onCode: (code: string) => Promise<void>; onClose: () => void }) => ReactNode;
};

/** Console panel 백업: makes, proves, downloads and removes archives. */
export function BackupsView({ proven, hasFactor, askCode }: BackupsViewProps) {
  const found = useQuery(backupsQuery);
  const [wanted, setWanted] = useState<string | null>(null);
  if (!found.data) {
    return (
      <Card className="overflow-hidden">
        <LoadState query={found} failed="백업을 불러오지 못했습니다." rows={6} />
      </Card>
    );
  }
  const { data } = found;
  const close = () => setWanted(null);
  const begin = async (name: string) => {
    if (await hasFactor()) setWanted(name);
  };
  const download = async (name: string, code: string) => {
    const link = await proven(() =>
      api('POST /api/admin/backups/:name/link', { params: { name }, body: { code } }),
    );
    if (link === null) return;
    close();
    saveUrl(link.url, name);
  };
  const remove = (name: string) =>
    proven(() => api('DELETE /api/admin/backups/:name', { params: { name } }));
  return (
    <div className="grid gap-4">
      <Making backups={data} />
      <Proving backups={data} />
      <Archives archives={data.archives} onDownload={begin} remove={remove} />
      {wanted !== null && askCode({ onCode: (code) => download(wanted, code), onClose: close })}
    </div>
  );
}

const HINTS: Partial<Record<BackupFailure, string>> = {
  DISK_FULL: '오래된 백업을 다른 곳으로 옮기거나 디스크를 늘린 뒤 다시 백업해 주세요.',
  FOLDER: '서버 운영자에게 폴더(BACKUP_DIR)의 쓰기 권한을 확인해 달라고 말씀해 주세요.',
  DAMAGED: '디스크에 문제가 있을 수 있습니다. 다른 디스크에 백업해 주세요.',
  SECRET: '서버의 token-secret 파일을 되돌려 놓은 뒤 다시 백업해 주세요.',
};

function Making({ backups }: { backups: Backups }) {
  const { last, failure, plan, plannedServer, server, folder, free, isEncrypted } = backups;
  const hint = HINTS[failure?.reason ?? 'OTHER'] ?? '잠시 후 다시 백업해 주세요.';
  return (
    <TaskCard
      kind="BACKUP"
      label="백업"
      sentence={last === null ? '아직 백업한 기록이 없습니다.' : <Last at={last} />}
      ask={{ label: '지금 백업', icon: <DatabaseBackup size={16} />, isMain: true }}
      task={backups.tasks.find(({ kind }) => kind === 'BACKUP')}
      failure={
        failure && (
          <>
            <BackupFailureText failure={failure} /> {hint}
          </>
        )
      }
      facts={[
        ['일정', planText(plan, plannedServer)],
        ['폴더', `${folder} (서버 ${server})`],
        ['남은 공간', free === null ? '알 수 없음' : formatBytes(free)],
        ['암호화', isEncrypted ? '사용' : '사용 안 함'],
      ]}
    >
      <p className="border-line border-t bg-deck px-5 py-3 text-ink-2 text-sm max-md:px-4">
        백업에는 회원 정보, 글, 메시지와 올린 파일이 모두 들어 있습니다. 내려받은 파일은 남이 볼 수
        없는 곳에 두고 보내지 마세요. 복원에 필요한 비밀 키(TOKEN_SECRET)는 들어 있지 않으니 따로
        보관해 주세요.
      </p>
    </TaskCard>
  );
}

function Last({ at }: { at: string }) {
  return (
    <>
      마지막 백업 <TimeText date={at} kind="list" />
    </>
  );
}

function planText(plan: Backups['plan'], server: string | null): string {
  if (plan !== null)
    return `매일 ${plan.time}, 자동 백업은 새로운 것부터 ${plan.keep}개를 남깁니다.`;
  if (server !== null) return `서버 ${server}에서 매일`;
  return '없음. 서버 운영자가 환경 변수 BACKUP으로 정할 수 있습니다.';
}

function Proving({ backups }: { backups: Backups }) {
  const { plan, last, failure } = backups.proof;
  const isImpossible = backups.archives.length === 0;
  const none = isImpossible
    ? '백업이 생기면 복원을 확인할 수 있습니다.'
    : '아직 복원을 확인한 적이 없습니다.';
  return (
    <TaskCard
      kind="PROOF"
      label="복원 확인"
      sentence={last === null ? none : <LastProof last={last} />}
      ask={{ label: '지금 확인', icon: <ShieldCheck size={16} />, isImpossible }}
      task={backups.tasks.find(({ kind }) => kind === 'PROOF')}
      failure={failure && <ProofFailureText failure={failure} />}
      facts={[
        ['일정', proofPlanText(plan)],
        ['방법', '가장 새로운 백업을 임시 데이터베이스에 복원해 비교한 뒤 지웁니다.'],
        ...(last === null ? [] : [['비교한 양', comparedText(last)] as const]),
      ]}
    />
  );
}

type LastProofOf = NonNullable<Backups['proof']['last']>;

function LastProof({ last: { at, faults } }: { last: LastProofOf }) {
  const result = faults === 0 ? '이상 없음' : `어긋난 값 ${faults.toLocaleString('ko-KR')}건`;
  return (
    <>
      마지막 복원 확인 <TimeText date={at} kind="list" />
      {`, ${result}`}
    </>
  );
}

function comparedText({ rows, files, seconds }: LastProofOf): string {
  const [r, f] = [rows, files].map((count) => count.toLocaleString('ko-KR'));
  return `데이터 ${r}건, 파일 ${f}개, ${seconds < 60 ? `${seconds}초` : formatDuration(seconds)} 걸림`;
}

function proofPlanText(plan: Backups['proof']['plan']): string {
  if (plan === null) return '없음. 서버 운영자가 환경 변수 BACKUP_PROOF로 정할 수 있습니다.';
  return `${plan.every === 'DAY' ? '매일' : '일요일마다'} ${plan.time}`;
}

type ArchivesProps = {
  archives: readonly BackupArchive[];
  onDownload: (name: string) => Promise<void>;
  remove: (name: string) => Promise<{ message: string } | null>;
};

function Archives({ archives, onDownload, remove }: ArchivesProps) {
  return (
    <Card as="section" aria-label="백업 목록" className="overflow-hidden">
      <h2 className="px-5 py-3.5 font-bold max-md:px-4">백업 목록</h2>
      {archives.length === 0 ? (
        <div className="border-line border-t">
          <EmptyState
            icon={<Archive size={22} />}
            title="아직 백업이 없습니다."
            text="‘지금 백업’을 누르면 여기에 보입니다."
          />
        </div>
      ) : (
        <ul>
          {archives.map((archive) => (
            <li key={archive.name} className="border-line border-t">
              <ArchiveRow
                archive={archive}
                onDownload={() => onDownload(archive.name)}
                remove={remove}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
