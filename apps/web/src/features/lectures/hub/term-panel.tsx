import type { KnownTerm, Lecture } from '@naru/contract/lectures';
import { CalendarHeart, CalendarPlus2, CalendarRange, Library, Plus, Star } from 'lucide-react';
import { PATHS } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { termKey } from '../terms.ts';
import { totalCredits } from '../timetable/layout.ts';

type TermPanelProps = {
  terms: readonly KnownTerm[];
  /** `2026-2` */
  term: string;
  onTerm: (term: string) => void;
  /** Of the timetable or the open plan; undefined while loading. */
  lectures: readonly Lecture[] | undefined;
  creditsLabel: string;
  isCatalogOpen: boolean;
  catalogId: string;
  toggleId: string;
  onCatalog: () => void;
  /** Undefined for members who may not create a lecture. */
  onCreate?: () => void;
  onEntry: () => void;
  /** Undefined when the term has as many plans as it may. */
  onPlan?: (() => void) | undefined;
};

export function TermPanel(props: TermPanelProps) {
  const { terms, term, lectures, isCatalogOpen } = props;
  return (
    <Card as="section" aria-label="학기와 학점" className="grid gap-4 p-5">
      <Field label="학기">
        <Select
          value={term}
          onChange={(event) => props.onTerm(event.target.value)}
          options={terms.map((known) => ({ value: termKey(known), label: known.name }))}
        />
      </Field>
      <dl className="flex items-end justify-between gap-3">
        <div>
          <dt className="font-semibold text-ink-2 text-md">{props.creditsLabel}</dt>
          <dd className="font-bold text-3xl leading-tight">
            {lectures ? totalCredits(lectures) : '–'}
            <span className="ml-1 font-semibold text-base text-ink-3">학점</span>
          </dd>
        </div>
        <div className="text-right">
          <dt className="sr-only">강의 수</dt>
          <dd className="text-ink-3 text-md">강의 {lectures?.length ?? '–'}개</dd>
        </div>
      </dl>
      <div className="grid gap-2">
        <Button
          id={props.toggleId}
          variant="primary"
          icon={<Library size={18} />}
          aria-expanded={isCatalogOpen}
          aria-controls={isCatalogOpen ? props.catalogId : undefined}
          onClick={props.onCatalog}
        >
          강의실 둘러보기
        </Button>
        <Button icon={<CalendarPlus2 size={18} />} onClick={props.onEntry}>
          개인 일정 추가
        </Button>
        {props.onPlan && (
          <Button icon={<CalendarRange size={18} />} onClick={props.onPlan}>
            계획 만들기
          </Button>
        )}
        <LinkButton
          to={PATHS.studyFriends}
          search={{ term: props.term }}
          icon={<CalendarHeart size={18} />}
        >
          친구와 빈 시간
        </LinkButton>
        <LinkButton to={PATHS.myReviews} icon={<Star size={18} />}>
          내 강의 평가
        </LinkButton>
        {props.onCreate && (
          <Button icon={<Plus size={18} />} onClick={props.onCreate}>
            강의실 만들기
          </Button>
        )}
      </div>
    </Card>
  );
}
