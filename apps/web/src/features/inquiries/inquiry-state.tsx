import type { InquiryState } from '@naru/contract/inquiries';
import { Badge } from '../../ui/badge.tsx';

export function InquiryStateBadge({ state }: { state: InquiryState }) {
  return state === 'COMPLETED' ? (
    <Badge tone="tide">답변 완료</Badge>
  ) : (
    <Badge tone="gold">처리 중</Badge>
  );
}
