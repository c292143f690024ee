import type { LectureTag } from '@naru/contract/lecture-tags';
import { LIMITS } from '@naru/contract/limits';
import { termName } from '@naru/contract/timetable';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { lectureSearchQuery } from '../../../entities/lectures/lecture-search.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { searchedText } from '../../../lib/hangul/searched-text.ts';
import { useDebouncedText } from '../../../lib/hangul/use-debounced-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

const LABEL = '강의 (선택)';

type LecturePickerProps = {
  lecture: LectureTag | null;
  onLecture: (lecture: LectureTag | null) => void;
  hint?: string;
};

const HINT = '강의를 고르면 글에 강의 이름이 붙고, 강의실의 후기 탭에서도 보입니다.';

/** Finds the lecture of a review or an item in the catalogue of all terms. */
export function LecturePicker({ lecture, onLecture, hint = HINT }: LecturePickerProps) {
  const [text, setText] = useState('');
  // The control that replaces the one just used takes its focus.
  const [isUsed, setUsed] = useState(false);
  const choose = (next: LectureTag | null) => {
    setUsed(true);
    setText('');
    onLecture(next);
  };
  if (lecture !== null) {
    return (
      <div className="grid gap-1.5">
        <p className="font-semibold text-ink-2 text-md">{LABEL}</p>
        <p className="flex items-center gap-2 rounded-ctl border border-line bg-paper py-1 pr-1 pl-3">
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <bdi className="font-semibold">{lecture.title}</bdi>
            <span className="ml-2 text-ink-3 text-sm">{describe(lecture)}</span>
          </span>
          <IconButton
            label={`고른 강의 ${lecture.title} 지우기`}
            tooltip={false}
            autoFocus={isUsed}
            onClick={() => choose(null)}
          >
            <X size={18} />
          </IconButton>
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <Field label={LABEL} hint={hint}>
        <TextInput
          type="search"
          value={text}
          onText={setText}
          autoFocus={isUsed}
          maxLength={LIMITS.queryMax}
          placeholder="강의명, 교수로 검색"
          autoComplete="off"
        />
      </Field>
      <Matches text={text.normalize('NFC').trim()} onChoose={choose} />
    </div>
  );
}

function Matches({ text, onChoose }: { text: string; onChoose: (lecture: LectureTag) => void }) {
  const query = useDebouncedText(searchedText(text), 250);
  const { data, error, refetch } = useQuery(lectureSearchQuery(query));
  if (text === '') return null;
  if (error && !data) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-md">
        <p className="text-buoy">강의를 찾지 못했습니다. {messageOf(error)}</p>
        <Button size="sm" onClick={() => void refetch()}>
          다시 시도
        </Button>
      </div>
    );
  }
  const lectures = data?.lectures ?? [];
  return (
    <>
      <p role="status" className="text-ink-3 text-sm">
        {statusOf(data)}
      </p>
      {lectures.length > 0 && (
        <ul
          aria-label="검색한 강의"
          className="max-h-72 divide-y divide-line overflow-y-auto rounded-ctl border border-line bg-paper"
        >
          {lectures.map((lecture) => (
            <li key={lecture.id}>
              <button
                type="button"
                onClick={() => onChoose(lecture)}
                className="flex min-h-11 w-full flex-wrap items-baseline gap-x-2 px-3 py-2 text-left -outline-offset-2 hover:bg-hover"
              >
                <bdi className="font-semibold">{lecture.title}</bdi>
                <span className="text-ink-3 text-sm">{describe(lecture)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function statusOf(found: { lectures: readonly unknown[]; total: number } | undefined): string {
  if (found === undefined) return '강의를 검색하는 중입니다.';
  const { lectures, total } = found;
  if (total === 0) return '검색 결과가 없습니다. 강의명이나 교수 이름을 확인해 주세요.';
  if (total <= lectures.length) return `강의 ${total}개를 찾았습니다.`;
  return `강의 ${total}개 가운데 ${lectures.length}개입니다. 검색어를 더 입력해 주세요.`;
}

/** `윤슬 교수 · 2026년 2학기` */
function describe({ professorName, ...term }: LectureTag): string {
  return [professorName && `${professorName} 교수`, termName(term)].filter(Boolean).join(' · ');
}
