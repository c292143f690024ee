import type { RosterState } from '@naru/contract/roster';
import type { BadgeTone } from '../../ui/badge.tsx';

export const ROSTER_STATE_LOOKS: Record<RosterState, { label: string; tone: BadgeTone }> = {
  QUEUED: { label: '보내는 중', tone: 'gold' },
  OPEN: { label: '초대함', tone: 'sea' },
  FAILED: { label: '배달 실패', tone: 'buoy' },
  EXPIRED: { label: '기간 지남', tone: 'plain' },
  JOINED: { label: '가입함', tone: 'tide' },
};
