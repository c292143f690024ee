import type { CourseText } from '@naru/contract/course-reviews';
import { cutGraphemes } from '@naru/contract/text';
import { termName } from '@naru/contract/timetable';
import { Siren } from 'lucide-react';
import { openReport } from '../../../entities/report/report.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

/** Graphemes of a text that the report sheet quotes. */
const QUOTE = 60;

/** Texts of reviews, which are nobody's for every reader but their own writer. */
export function CourseTexts({ texts }: { texts: readonly CourseText[] }) {
  return (
    <ul aria-label="강의평" className="grid divide-y divide-line">
      {texts.map((text) => (
        <li key={text.id} className="flex items-start gap-2 py-3 first:pt-1">
          <div className="grid min-w-0 flex-1 gap-1">
            <p className="flex flex-wrap items-center gap-2 text-ink-3 text-sm">
              익명
              {text.term && <span>{termName(text.term)}</span>}
              {text.isMine && <Badge tone="tide">내 강의평</Badge>}
            </p>
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              <bdi>{text.content}</bdi>
            </p>
          </div>
          {!text.isMine && (
            <IconButton
              label="강의평 신고"
              aria-haspopup="dialog"
              onClick={() =>
                openReport({
                  type: 'COURSE_REVIEW',
                  id: text.id,
                  about: cutGraphemes(text.content, QUOTE),
                  memberId: null,
                })
              }
            >
              <Siren size={18} />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
