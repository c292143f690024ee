import type { EngineName, EngineState } from '@naru/contract/system';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

/** Name of each engine, and what members notice without it. */
export const ENGINES: Record<EngineName, { label: string; down: string }> = {
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
    down: '최근에 백업하지 못했습니다.',
  },
};
const STATES: Record<EngineState, { label: string; tone: BadgeTone }> = {
  up: { label: '정상', tone: 'tide' },
  down: { label: '이상', tone: 'buoy' },
  off: { label: '사용 안 함', tone: 'plain' },
};

export function EngineBadge({ state }: { state: EngineState }) {
  return <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>;
}
