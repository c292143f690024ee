import type { StudyYear } from '@naru/contract/account';
import { STUDY_YEARS } from '@naru/contract/study-years';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { studyYearQuery } from '../../entities/member/study-year.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';

const OPTIONS = STUDY_YEARS.map((year) => ({ value: String(year), label: `${year}학년` }));

/** The year of study, which decides which notices notify. */
export function StudyYearForm() {
  const query = useQuery(studyYearQuery);
  if (!query.data) return <LoadState query={query} failed="학년을 불러오지 못했습니다." rows={1} />;
  return <Chosen {...query.data} />;
}

function Chosen({ studyYear, studyYearOf, academicYear, suggestion }: StudyYear) {
  const client = useQueryClient();
  // In January and February the year of before still holds.
  const stated = studyYearOf === academicYear ? studyYear : null;
  const [value, setValue] = useState(String(stated ?? suggestion ?? ''));
  const isGuess = stated === null && suggestion !== null && value === String(suggestion);
  const former =
    stated === null && studyYear !== null ? `${studyYearOf}학년도 ${studyYear}학년` : null;
  const save = useMutation({
    mutationFn: () =>
      api('PUT /api/member/study-year', {
        body: { studyYear: value === '' ? null : Number(value) },
      }),
    onSuccess: ({ message, ...stored }) => {
      client.setQueryData(studyYearQuery.queryKey, stored);
      toast.success(message);
    },
    onError: (error) =>
      toast.error(messageOf(error, '학년을 저장하지 못했습니다. 다시 시도해 주세요.')),
  });
  return (
    <div className="flex items-start gap-2">
      <Field label={`${academicYear}학년도 학년`} hint={hintOf(isGuess, former)} className="flex-1">
        <Select
          options={OPTIONS}
          placeholder="밝히지 않음"
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
      </Field>
      <Button
        className="mt-7.5 shrink-0"
        pending={save.isPending}
        disabled={value === String(stated ?? '') && former === null}
        onClick={() => save.mutate()}
      >
        저장
      </Button>
    </div>
  );
}

function hintOf(isGuess: boolean, former: string | null): string {
  if (former !== null) {
    return `지금은 ${former}입니다. 새 학년을 저장하면 바로 그 학년의 공지를 알려 드립니다.`;
  }
  return isGuess
    ? '학번으로 짐작한 학년입니다. 맞으면 저장해 주세요. 저장하기 전에는 모든 학년의 공지를 알려 드립니다.'
    : '다른 학년만을 위한 공지는 알리지 않습니다. 밝히지 않으면 모두 알려 드립니다. 해마다 3월에 다시 정합니다.';
}
