import { BOARDS, type BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { type EditedSettings, type SiteSettings, siteSettingsBody } from '@naru/contract/settings';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { siteConfigQuery } from '../../entities/settings/site-config.ts';
import { editorKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { useFreshData } from '../../lib/api/editing.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';
import { nestedMessage } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { AnonymousBoards, FooterLinks } from './settings-fields.tsx';
import { useEditedForm } from './use-edited-form.ts';

export const settingsQuery = queryOptions({
  queryKey: editorKeys.settings,
  queryFn: ({ signal }) => api('GET /api/admin/settings', { signal }),
  staleTime: 0,
  // A refetch must not change the form while it is edited.
  ...MANUAL_QUERY,
});

/** Saves all settings; the public configuration of this tab is refetched. */
function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, version }: { body: SiteSettings; version: string }) =>
      api('PUT /api/admin/settings', { body, query: { version } }),
    onSuccess: async (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      await client.invalidateQueries({ queryKey: siteConfigQuery.queryKey });
    },
  });
}

const SWITCHES = [
  {
    name: 'studyRoomMenu',
    label: '스터디룸 메뉴',
    hint: '열면 위쪽 메뉴의 스터디룸이 시간표와 강의 게시판으로 이어집니다.',
  },
  {
    name: 'directMessage',
    label: '프로필에서 메시지 보내기',
    hint: '열면 친구의 프로필 카드에서 바로 채팅을 시작합니다.',
  },
] as const;
const SWITCH_STATES = [
  { value: 'locked', label: '잠금' },
  { value: 'open', label: '열림' },
] as const;
const LINK_INDEXES = [0, 1, 2, 3] as const;

export function SettingsView() {
  const found = useQuery(settingsQuery);
  const settings = useFreshData(found);
  if (settings) return <SettingsForm initial={settings} />;
  return (
    <Card className="max-w-[760px] overflow-hidden">
      <LoadState
        query={found}
        failed="설정을 불러오지 못했습니다."
        rows={6}
        label="설정을 불러오는 중입니다."
      />
    </Card>
  );
}

const LABELS: Record<keyof SiteSettings, string> = {
  studyRoomMenu: '스터디룸 메뉴',
  directMessage: '프로필에서 메시지 보내기',
  quickLinks: '바로가기',
  footer: '아래쪽 안내',
  footerLinks: '아래쪽 링크',
  blindAfter: '가리는 데 필요한 신고한 회원 수',
  anonymousBoards: '익명 글을 쓸 수 있는 게시판',
  staffSecondFactor: '조교 이상에게 2단계 인증 요구',
};

function textOf(_key: keyof SiteSettings, value: SiteSettings[keyof SiteSettings]): string {
  if (value === 'open') return '열림';
  if (value === 'locked') return '잠금';
  if (typeof value === 'boolean') return value ? '요구함' : '요구하지 않음';
  if (typeof value === 'number') return value === 0 ? '가리지 않음' : `${value}명`;
  if (Array.isArray(value)) return value.map(partText).join('\n');
  return Object.values(value).join('\n');
}

function partText(part: BoardType | { label: string; url: string }): string {
  return typeof part === 'string' ? BOARDS[part].name : `${part.label}: ${part.url}`;
}

function SettingsForm({ initial }: { initial: EditedSettings }) {
  const save = useSaveSettings();
  const { form, onSubmit, conflict } = useEditedForm(siteSettingsBody, initial, {
    load: () => api('GET /api/admin/settings'),
    save: (body, version) => save.mutateAsync({ body, version }),
    labels: LABELS,
    textOf,
    draft: 'settings',
    saved: '설정을 저장했습니다.',
    failed: '설정을 저장하지 못했습니다.',
  });
  const { register, control, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-[760px] gap-4">
      <Part
        title="잠긴 메뉴"
        hint="잠겨 있으면 누구에게나 준비 중이라는 안내가 보입니다. 열면 바로 모두가 쓸 수 있습니다."
      >
        {SWITCHES.map(({ name, label, hint }) => (
          <div
            key={name}
            className="flex items-center gap-4 max-sm:flex-col max-sm:items-start max-sm:gap-2"
          >
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{label}</p>
              <p className="text-ink-3 text-sm">{hint}</p>
            </div>
            <Controller
              name={name}
              control={control}
              render={({ field: { value, onChange } }) => (
                <Segmented label={label} items={SWITCH_STATES} value={value} onChange={onChange} />
              )}
            />
          </div>
        ))}
      </Part>
      <Part title="바로가기" hint="홈 맨 위에 보이는 네 사이트입니다. 새 탭에서 열립니다.">
        {LINK_INDEXES.map((at) => (
          <fieldset key={at} className="grid items-start gap-3 sm:grid-cols-[200px_minmax(0,1fr)]">
            <legend className="sr-only">바로가기 {at + 1}</legend>
            <Field
              label={`${at + 1}. 이름`}
              error={errors.quickLinks?.[at]?.label?.message}
              required
            >
              <TextInput {...register(`quickLinks.${at}.label`)} />
            </Field>
            <Field label="주소" error={errors.quickLinks?.[at]?.url?.message} required>
              <TextInput inputMode="url" {...register(`quickLinks.${at}.url`)} />
            </Field>
          </fieldset>
        ))}
      </Part>
      <Part title="아래쪽 안내" hint="모든 화면의 맨 아래에 보입니다.">
        <Field
          label="소개 문구"
          hint={`${LIMITS.footerAboutMax}자까지 쓸 수 있습니다.`}
          error={errors.footer?.about?.message}
          required
        >
          <TextArea rows={2} {...form.area('footer.about')} />
        </Field>
        <Field label="연락처" error={errors.footer?.contact?.message} required>
          <TextInput {...register('footer.contact')} />
        </Field>
        <Field label="이메일" error={errors.footer?.email?.message} required>
          <TextInput inputMode="email" {...register('footer.email')} />
        </Field>
        <FooterLinks control={control} register={register} />
      </Part>
      <Part
        title="신고가 많은 글 가리기"
        hint="서로 다른 회원 여러 명이 신고한 글과 댓글을 운영진이 결정할 때까지 자동으로 가립니다. 공지는 가리지 않습니다."
      >
        <Field
          label="가리는 데 필요한 신고한 회원 수"
          hint={`${LIMITS.blindAfterMin}명에서 ${LIMITS.blindAfterMax}명까지입니다. 0이면 가리지 않습니다. 가입한 지 하루가 안 된 회원과 이미 답변을 받은 회원의 신고는 세지 않습니다.`}
          error={errors.blindAfter?.message}
          required
        >
          <TextInput
            inputMode="numeric"
            className="max-w-32"
            {...register('blindAfter', { setValueAs: readCount })}
          />
        </Field>
      </Part>
      <Part
        title="익명으로 쓰기"
        hint="고른 게시판에서는 글을 쓸 때 이름을 숨길 수 있습니다. 비밀게시판처럼 운영진에게도 보이지 않고, 관리자 두 명이 함께 승인할 때만 확인합니다. 나중에 끄면 새 글만 막히고, 이미 쓴 글은 익명으로 남습니다."
      >
        <AnonymousBoards control={control} error={nestedMessage(errors.anonymousBoards)} />
      </Part>
      <Part
        title="2단계 인증"
        hint="켜면 조교와 관리자는 2단계 인증을 켠 뒤에만 운영 기능을 쓸 수 있습니다. 그때까지 학생이 할 수 있는 일은 모두 할 수 있습니다. 먼저 자신의 2단계 인증을 켜야 합니다."
      >
        <Checkbox label={LABELS.staffSecondFactor} {...register('staffSecondFactor')} />
      </Part>
      {conflict && <EditConflict {...conflict} pending={isSubmitting} />}
      <FormAlert problem={form.problem} />
      <SaveBar status={isDirty ? '저장하지 않은 변경이 있습니다.' : '바꾼 내용이 없습니다.'}>
        <Button type="submit" variant="primary" pending={isSubmitting} disabled={!isDirty}>
          저장
        </Button>
      </SaveBar>
    </form>
  );
}

/** What is not a whole number becomes invalid instead of 0. */
function readCount(value: unknown): number {
  const text = String(value).trim();
  return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
}

function Part(props: { title: string; hint: string; children: ReactNode }) {
  return (
    <Card as="section" className="grid gap-4 p-5 max-md:p-4">
      <div>
        <h2 className="font-bold text-lg">{props.title}</h2>
        <p className="text-ink-3 text-sm">{props.hint}</p>
      </div>
      {props.children}
    </Card>
  );
}
