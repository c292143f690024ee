import {
  type EditedSiteNotice,
  SITE_NOTICE_AUDIENCES,
  SITE_NOTICE_LEVELS,
  type SiteNoticeInput,
  siteNoticeBody,
} from '@naru/contract/site-status';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Controller } from 'react-hook-form';
import { editorKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { useFreshData } from '../../lib/api/editing.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';
import { formatListDate, fromLocalTime, toLocalTime } from '../../lib/format/dates.ts';
import { showSiteStatus } from '../../lib/site-status.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateTimeInput } from '../../ui/date-inputs.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { useEditedForm } from './use-edited-form.ts';

const LEVEL_NAMES = { INFO: '안내', WARNING: '주의', URGENT: '긴급' } as const;
const LEVELS = SITE_NOTICE_LEVELS.map((value) => ({ value, label: LEVEL_NAMES[value] }));
const AUDIENCE_NAMES = { ALL: '모두', MEMBERS: '로그인한 회원' } as const;
const AUDIENCES = SITE_NOTICE_AUDIENCES.map((value) => ({ value, label: AUDIENCE_NAMES[value] }));

const noticeQuery = queryOptions({
  queryKey: editorKeys.siteNotice,
  queryFn: ({ signal }) => api('GET /api/admin/site-notice', { signal }),
  staleTime: 0,
  // A refetch must not change the form while it is edited.
  ...MANUAL_QUERY,
});

/** The notice above every page. */
export function SiteNoticeView() {
  const found = useQuery(noticeQuery);
  const notice = useFreshData(found);
  if (notice) return <SiteNoticeForm initial={notice} />;
  return (
    <Card className="max-w-[760px] overflow-hidden">
      <LoadState
        query={found}
        failed="상단 알림을 불러오지 못했습니다."
        rows={5}
        label="상단 알림을 불러오는 중입니다."
      />
    </Card>
  );
}

const LABELS: Record<keyof SiteNoticeInput, string> = {
  isOn: '알림 표시',
  text: '알림',
  url: '링크',
  level: '중요도',
  audience: '보이는 사람',
  startsAt: '시작',
  endsAt: '종료',
};

function textOf(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? '표시함' : '표시하지 않음';
  if (value === null) return '정하지 않음';
  const text = String(value);
  if (name === 'startsAt' || name === 'endsAt') return formatListDate(text);
  return { ...LEVEL_NAMES, ...AUDIENCE_NAMES }[text as 'INFO'] ?? text;
}

function SiteNoticeForm({ initial }: { initial: EditedSiteNotice }) {
  const client = useQueryClient();
  const { form, onSubmit, conflict } = useEditedForm(siteNoticeBody, initial, {
    load: () => api('GET /api/admin/site-notice'),
    async save(body, version) {
      const saved = await api('PUT /api/admin/site-notice', { body, query: { version } });
      client.setQueryData(noticeQuery.queryKey, saved);
      return saved;
    },
    labels: LABELS,
    textOf,
    draft: 'site-notice',
  });
  const { register, control, formState, watch } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const { isOn, text, url, level } = watch();
  // A site without a notice shows the switch alone.
  const isInUse = isOn || isDirty || initial.text !== '';
  return (
    <form noValidate onSubmit={onSubmit} aria-label="상단 알림" className="max-w-[760px]">
      <Card as="section" className="grid gap-4 p-5 max-md:p-4">
        <div>
          <h2 className="font-bold text-lg">상단 알림</h2>
          <p className="text-ink-3 text-sm">
            모든 화면의 맨 위에 한 줄로 보입니다. 저장하면 열려 있는 화면에도 곧 나타납니다.
          </p>
        </div>
        <Checkbox label={LABELS.isOn} {...register('isOn')} />
        {isInUse && (
          <>
            <Field
              label={LABELS.text}
              hint="휴대전화에서는 두 줄까지 보이고 나머지는 ‘더 보기’로 펼칩니다."
              error={errors.text?.message}
            >
              <TextArea rows={2} {...form.area('text')} />
            </Field>
            <Field
              label={LABELS.url}
              hint="‘자세히’를 누르면 열립니다. 비워 두어도 됩니다."
              error={errors.url?.message}
            >
              <TextInput inputMode="url" {...register('url')} />
            </Field>
            <div className="flex flex-wrap gap-4">
              <Controller
                name="level"
                control={control}
                render={({ field: { value, onChange } }) => (
                  <Choice name="level" items={LEVELS} value={value} onChange={onChange} />
                )}
              />
              <Controller
                name="audience"
                control={control}
                render={({ field: { value, onChange } }) => (
                  <Choice name="audience" items={AUDIENCES} value={value} onChange={onChange} />
                )}
              />
            </div>
            <p className="text-ink-3 text-sm">
              {level === 'URGENT'
                ? '긴급 알림은 읽는 사람이 닫을 수 없습니다.'
                : '닫은 사람에게는 알림을 다시 저장할 때까지 보이지 않습니다.'}
            </p>
            <div className="grid items-start gap-4 sm:grid-cols-2">
              {(['startsAt', 'endsAt'] as const).map((name) => (
                <Controller
                  key={name}
                  name={name}
                  control={control}
                  render={({ field: { value, onChange } }) => (
                    <Field
                      label={LABELS[name]}
                      hint={
                        name === 'startsAt' ? '비우면 바로 보입니다.' : '비우면 끌 때까지 보입니다.'
                      }
                      error={errors[name]?.message}
                    >
                      <DateTimeInput
                        value={value === null ? '' : toLocalTime(value)}
                        onTime={(time) => onChange(time === '' ? null : fromLocalTime(time))}
                      />
                    </Field>
                  )}
                />
              ))}
            </div>
            <Preview text={text} url={url} level={level} />
            {!isOn && text.trim() !== '' && (
              <p role="status" className="rounded-ctl bg-gold-weak px-4 py-3 text-md">
                맨 위의 ‘알림 표시’를 켜야 보입니다. 지금 저장하면 내용만 저장됩니다.
              </p>
            )}
          </>
        )}
        {conflict && <EditConflict {...conflict} pending={isSubmitting} />}
        <FormAlert problem={form.problem} />
        <div className="flex items-center justify-end gap-3">
          <span className="text-ink-3 text-sm">
            {isDirty ? '저장하지 않은 변경이 있습니다.' : ''}
          </span>
          <Button type="submit" variant="primary" pending={isSubmitting} disabled={!isDirty}>
            상단 알림 저장
          </Button>
        </div>
      </Card>
    </form>
  );
}

type ChoiceProps<V extends string> = {
  name: keyof typeof LABELS;
  items: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
};

function Choice<V extends string>({ name, ...rest }: ChoiceProps<V>) {
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 font-semibold text-ink-2 text-md">
        {LABELS[name]}
      </p>
      <Segmented label={LABELS[name]} {...rest} />
    </div>
  );
}

/** The line as pages show it. */
function Preview({ text, url, level }: Pick<SiteNoticeInput, 'text' | 'url' | 'level'>) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return;
    const notice = {
      id: 'preview',
      text: text.trim() || '알림이 여기에 보입니다.',
      url: url || null,
      level,
    };
    showSiteStatus({ notice, readOnly: null }, place.current);
  }, [text, url, level]);
  return (
    <div>
      <p className="mb-1.5 font-semibold text-ink-2 text-md">미리 보기</p>
      {/* Only shows what the button of a line and its link look like. */}
      <div ref={place} inert className="overflow-hidden rounded-ctl border border-line" />
    </div>
  );
}
