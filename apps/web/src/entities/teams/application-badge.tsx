import type { ApplicationState } from '@naru/contract/teams';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const LOOKS: Record<ApplicationState, { label: string; tone: BadgeTone }> = {
  WAITING: { label: '기다리는 중', tone: 'gold' },
  ACCEPTED: { label: '수락됨', tone: 'tide' },
  DECLINED: { label: '거절됨', tone: 'plain' },
  ENDED: { label: '종료됨', tone: 'plain' },
};

export function ApplicationBadge({ state }: { state: ApplicationState }) {
  const { label, tone } = LOOKS[state];
  return <Badge tone={tone}>{label}</Badge>;
}
