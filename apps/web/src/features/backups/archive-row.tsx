import type { ArchiveKind, BackupArchive } from '@naru/contract/backups';
import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { formatBytes } from '../../lib/format/numbers.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useBackupCall } from './backups.queries.ts';

const KINDS: Record<ArchiveKind, string> = {
  AUTO: '자동',
  MANUAL: '수동',
  UPGRADE: '업그레이드 전',
};

type ArchiveRowProps = {
  archive: BackupArchive;
  onDownload: () => Promise<void>;
  /** Removes it; null when the password was not given. */
  remove: (name: string) => Promise<{ message: string } | null>;
};

/** One archive with what is known of it. */
export function ArchiveRow({ archive, onDownload, remove }: ArchiveRowProps) {
  const { name, madeAt, kind, isEncrypted, isHere, isRemovable, proof } = archive;
  const removal = useBackupCall(remove);
  const download = useMutation({ mutationFn: onDownload });
  const onRemove = async () => {
    const isSure = await confirmDialog({
      title: '이 백업을 삭제할까요?',
      body: `${name}\n되돌릴 수 없습니다.`,
      confirmLabel: '삭제',
      danger: true,
    });
    if (isSure) removal.mutate(name);
  };
  return (
    <article className="flex items-center gap-3 px-5 py-3.5 max-md:flex-wrap max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold tabular-nums">
          <TimeText date={madeAt} kind="list" />
          <Badge tone="plain">{KINDS[kind]}</Badge>
          {isEncrypted && <Badge tone="plain">암호화</Badge>}
          {proof && (
            <Badge tone={proof.isWell ? 'tide' : 'buoy'}>
              {proof.isWell ? '복원 확인' : '복원 실패'}
            </Badge>
          )}
        </h3>
        <Facts archive={archive} />
      </div>
      {isHere && (
        <div className="flex gap-2 max-md:w-full">
          <Button
            size="sm"
            className="max-md:flex-1"
            icon={<Download size={15} />}
            pending={download.isPending}
            aria-label={`${name} 내려받기`}
            onClick={() => download.mutate()}
          >
            내려받기
          </Button>
          {isRemovable && (
            <Button
              size="sm"
              variant="danger-ghost"
              className="max-md:flex-1"
              icon={<Trash2 size={15} />}
              pending={removal.isPending}
              aria-label={`${name} 삭제`}
              onClick={() => void onRemove()}
            >
              삭제
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

function Facts({ archive: { bytes, version, server, isHere, proof } }: { archive: BackupArchive }) {
  return (
    <p className="flex flex-wrap gap-x-2.5 text-ink-3 text-sm tabular-nums">
      <span>{formatBytes(bytes)}</span>
      {version !== null && <span>{`버전 ${version}`}</span>}
      <span>{isHere ? `서버 ${server}` : `서버 ${server}의 폴더에서 복사해 주세요.`}</span>
      {proof && (
        <span>
          <TimeText date={proof.at} kind="list" />에 확인
        </span>
      )}
    </p>
  );
}
