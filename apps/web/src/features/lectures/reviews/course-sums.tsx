import {
  COURSE_QUESTIONS,
  type CourseText,
  EXAMS,
  GRADINGS,
  STARS_MAX,
  type CourseSums as Sums,
  type TermSums,
  WORKLOADS,
} from '@naru/contract/course-reviews';
import { cutGraphemes } from '@naru/contract/text';
import { termName } from '@naru/contract/timetable';
import { Siren } from 'lucide-react';
import { useId, useState } from 'react';
import { openReport } from '../../../entities/report/report.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { termKey } from '../terms.ts';
import { StarRow } from './own-review.tsx';

/** Graphemes of a text that the report sheet quotes. */
const QUOTE = 60;

/** Texts of reviews, which are nobody's for every reader but their own writer. */
export function CourseTexts({ texts }: { texts: readonly CourseText[] }) {
  return (
    <ul aria-label="평가 글" className="grid divide-y divide-line">
      {texts.map((text) => (
        <li key={text.id} className="flex items-start gap-2 py-3 first:pt-1">
          <div className="grid min-w-0 flex-1 gap-1">
            <p className="flex flex-wrap items-center gap-2 text-ink-3 text-sm">
              익명
              {text.term && <span>{termName(text.term)}</span>}
              {text.isMine && <Badge tone="tide">내 평가 글</Badge>}
            </p>
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              <bdi>{text.content}</bdi>
            </p>
          </div>
          {!text.isMine && (
            <IconButton
              label="평가 글 신고"
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

type Bar = { label: string; count: number };

const ALL = '';

function barsOf(sums: Sums): { title: string; bars: Bar[] }[] {
  const { workload, grading, exams } = COURSE_QUESTIONS;
  const at = (counts: readonly number[], place: number) => counts[place] ?? 0;
  const stars = Array.from({ length: STARS_MAX }, (_, index) => STARS_MAX - index);
  return [
    {
      title: '별점',
      bars: stars.map((star) => ({ label: `${star}점`, count: at(sums.stars, star - 1) })),
    },
    {
      title: workload.title,
      bars: WORKLOADS.map((one, place) => {
        return { label: workload.names[one], count: at(sums.workload, place) };
      }),
    },
    {
      title: grading.title,
      bars: GRADINGS.map((one, place) => {
        return { label: grading.names[one], count: at(sums.grading, place) };
      }),
    },
    {
      title: exams.title,
      bars: EXAMS.map((one, place) => ({ label: exams.names[one], count: at(sums.exams, place) })),
    },
  ];
}

/** The figures of a course, of all terms or of one. */
export function CourseSums({ sums, terms }: { sums: Sums; terms: readonly TermSums[] }) {
  const [chosen, setChosen] = useState(ALL);
  const shown = terms.find((term) => termKey(term) === chosen) ?? sums;
  const options = terms.map((term) => ({
    value: termKey(term),
    label: `${termName(term)} (${term.count}명)`,
  }));
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="flex items-center gap-3">
          <span className="font-bold text-3xl tabular-nums leading-none">
            {shown.average.toFixed(1)}
          </span>
          <span className="grid gap-1">
            <StarRow value={shown.average} size={18} />
            <span className="text-ink-2 text-sm">
              <span className="sr-only">별점 5점 만점, </span>
              {shown.count}명이 평가
            </span>
          </span>
        </p>
        {options.length > 0 && (
          <Field label="학기" hideLabel className="min-w-44 max-md:w-full">
            <Select
              value={chosen}
              options={[{ value: ALL, label: `전체 학기 (${sums.count}명)` }, ...options]}
              onChange={({ target }) => setChosen(target.value)}
            />
          </Field>
        )}
      </div>
      <div className="grid grid-cols-2 gap-x-8 gap-y-5 max-md:grid-cols-1">
        {barsOf(shown).map(({ title, bars }) => (
          <Bars key={title} title={title} bars={bars} total={shown.count} />
        ))}
      </div>
    </div>
  );
}

function Bars({ title, bars, total }: { title: string; bars: readonly Bar[]; total: number }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-1.5 font-bold text-md">
        {title}
      </h2>
      <ul className="grid gap-1.5">
        {bars.map(({ label, count }) => {
          const percent = Math.round((count / total) * 100);
          return (
            <li
              key={label}
              className="grid grid-cols-[5rem_minmax(0,1fr)_5.5rem] items-center gap-2"
            >
              <span className="text-ink-2 text-sm">{label}</span>
              <span aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-deck">
                <span
                  className="block h-full rounded-full bg-sea transition-[width] duration-150"
                  style={{ width: `${percent}%` }}
                />
              </span>
              <span className="text-right text-ink-2 text-sm tabular-nums">
                {count}명 ({percent}%)
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
