import type { BackupFailed, BackupFailure } from '@naru/contract/system';
import { TimeText } from '../../ui/time-text.tsx';

const REASONS: Record<BackupFailure, string> = {
  DISK_FULL: '백업을 저장할 디스크에 남은 공간이 없습니다.',
  FOLDER: '백업을 저장할 폴더에 쓸 수 없습니다.',
  DATABASE: '데이터베이스에 연결하지 못했습니다.',
  STORE: '파일 저장소에서 파일을 읽지 못했습니다.',
  SECRET: '서버의 비밀 키 파일을 찾지 못했습니다.',
  BUSY: '다른 백업이 이미 진행되고 있었습니다.',
  DAMAGED: '만든 백업을 다시 읽어 보니 온전하지 않았습니다.',
  INTERRUPTED: '백업이 끝나기 전에 중단되었습니다.',
  MISSED: '매일 하는 백업이 시작되지 않았습니다.',
  OTHER: '자세한 이유는 서버 로그에 있습니다.',
};

/** When and why the last backup was not made, and on which server. */
export function BackupFailureText({ failure: { at, reason, server } }: { failure: BackupFailed }) {
  return (
    <>
      <TimeText date={at} kind="list" />에 백업하지 못했습니다. {REASONS[reason]}
      {server !== null && ` (서버 ${server})`}
    </>
  );
}
