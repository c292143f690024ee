import { officeTitle, type StaffActionView } from '@naru/contract/inquiries';
import type { ReactNode } from 'react';
import { TimeText } from '../../ui/time-text.tsx';

const TITLES: Record<StaffActionView['action'], string> = {
  REMOVED: '삭제에 대한 이의',
  HIDDEN: '블라인드 처리에 대한 이의',
  RESTORED: '복구에 대한 이의',
  SUSPENDED: '이용 정지에 대한 이의',
};

type ObjectedBoxProps = { objected: StaffActionView; children?: ReactNode };

/** The action of staff that an objection is about. */
export function ObjectedBox({ objected, children }: ObjectedBoxProps) {
  const { action, reason, office, actedAt } = objected;
  return (
    <section
      aria-label="이의를 제기한 조치"
      className="grid justify-items-start gap-1.5 rounded-ctl border border-line bg-deck px-4 py-3"
    >
      <p className="font-semibold">{TITLES[action]}</p>
      <p className="[overflow-wrap:anywhere]">
        사유: <bdi>{reason || '사유가 기록되지 않았습니다.'}</bdi>
      </p>
      <p className="flex flex-wrap gap-x-2.5 text-ink-3 text-sm">
        <span>{officeTitle(office)}</span>
        <TimeText date={actedAt} kind="list" />
      </p>
      {children}
    </section>
  );
}
