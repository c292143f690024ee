import type { InquiryState } from '@naru/contract/inquiries';
import { Badge } from '../../ui/badge.tsx';
import { STATE_NAMES } from './inquiries.texts.ts';

export function InquiryStateBadge({ state }: { state: InquiryState }) {
  return <Badge tone={state === 'COMPLETED' ? 'tide' : 'gold'}>{STATE_NAMES[state]}</Badge>;
}
