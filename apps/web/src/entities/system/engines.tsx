import type {
  BackupFailed,
  BackupFailure,
  EngineName,
  EngineState,
  ProofFailed,
  ProofFailure,
} from '@naru/contract/system';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
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

/** Why an archive was not proved, and what to do about it. */
const PROOF_REASONS: Record<ProofFailure, string> = {
  NONE: '확인할 백업이 없습니다. 먼저 백업해 주세요.',
  LOCKED: '백업이 암호화되어 있습니다. 서버의 BACKUP_IDENTITY에 개인 키 파일을 정해 주세요.',
  RIGHT: '임시 데이터베이스를 만들 권한이 없습니다. 데이터베이스 계정에 CREATEDB를 주세요.',
  DISK_FULL: '임시 데이터베이스를 만들 공간이 없습니다. 디스크를 비우고 다시 확인해 주세요.',
  DAMAGED: '백업 파일이 손상되었거나 이 서버의 것이 아닙니다. 지금 새로 백업해 주세요.',
  DIFFERENT: '복원한 내용이 백업과 다릅니다. 지금 새로 백업하고 서버 로그를 확인해 주세요.',
  DATABASE: '데이터베이스에 연결하지 못했습니다. 잠시 후 다시 확인해 주세요.',
  SECRET: '서버의 비밀 키로 복원한 데이터를 열지 못했습니다. TOKEN_SECRET을 확인해 주세요.',
  INTERRUPTED: '확인이 끝나기 전에 중단되었습니다. 다시 확인해 주세요.',
  MISSED: '예정된 복원 확인이 시작되지 않았습니다. 서버 로그를 확인해 주세요.',
  OTHER: '자세한 이유는 서버 로그에 있습니다.',
};

/** When and why the last archive could not be restored, and on which server. */
export function ProofFailureText({ failure: { at, reason, server } }: { failure: ProofFailed }) {
  return (
    <>
      <TimeText date={at} kind="list" />에 복원을 확인하지 못했습니다. {PROOF_REASONS[reason]}
      {server !== null && ` (서버 ${server})`}
    </>
  );
}

/** Name of each engine, and what members notice without it. */
const ENGINES: Record<EngineName, { label: string; down: string }> = {
  database: {
    label: '데이터베이스',
    down: '데이터베이스가 응답하지 않습니다. 글을 읽거나 쓸 수 없습니다.',
  },
  requests: {
    label: '요청 처리',
    down: '한 종류의 요청이 30초 넘게 차례를 얻지 못하고 있습니다. 화면이 열리지 않거나 저장되지 않을 수 있습니다.',
  },
  storage: {
    label: '파일 저장소',
    down: '사진과 파일을 올리거나 볼 수 없습니다. 글은 그대로 쓸 수 있습니다.',
  },
  redis: {
    label: '서버 사이의 연결',
    down: '새 소식이 늦게 보일 수 있습니다. 다른 기능은 그대로 쓸 수 있습니다.',
  },
  email: {
    label: '이메일',
    down: '이메일 서버가 아무 이메일도 받지 않습니다. 인증 코드가 도착하지 않습니다.',
  },
  backup: {
    label: '백업',
    down: '최근에 백업하지 못했거나 백업을 복원할 수 없습니다.',
  },
};

/** A server of another release, while one replaces the other, may have an engine that this page has no words for. */
export function textsOfEngine(name: string): { label: string; down: string } {
  return ENGINES[name as EngineName] ?? { label: name, down: '' };
}

const STATES: Record<EngineState, { label: string; tone: BadgeTone }> = {
  up: { label: '정상', tone: 'tide' },
  down: { label: '이상', tone: 'buoy' },
  off: { label: '사용 안 함', tone: 'plain' },
};

export function EngineBadge({ state }: { state: EngineState }) {
  return <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>;
}
