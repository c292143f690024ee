import { readHex } from '@naru/contract/brand-color';
import { type SiteIdentity, siteIdentityBody } from '@naru/contract/identity';
import { imageVariantUrl } from '@naru/contract/images';
import type { EditedIdentity } from '@naru/contract/settings';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ImageUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { siteConfigQuery } from '../../entities/settings/site-config.ts';
import { editorKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError, TRY_LATER } from '../../lib/api/api-error.ts';
import { useFreshData } from '../../lib/api/editing.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';
import { CHOOSABLE, prepareImage, uploadImage } from '../../lib/api/upload.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ColorPreview } from './color-preview.tsx';
import { SETTINGS } from './setting-names.ts';
import { SettingsForm, SettingsPart } from './settings-form.tsx';
import { useEditedForm } from './use-edited-form.ts';

const PRODUCT_COLOR = '#0b5bd3';

const identityQuery = queryOptions({
  queryKey: editorKeys.identity,
  queryFn: ({ signal }) => api('GET /api/admin/identity', { signal }),
  staleTime: 0,
  // A refetch must not change the form while it is edited.
  ...MANUAL_QUERY,
});

function useSaveIdentity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, version }: { body: SiteIdentity; version: string }) =>
      api('PUT /api/admin/identity', { body, query: { version } }),
    onSuccess: async (saved) => {
      client.setQueryData(identityQuery.queryKey, saved);
      await client.invalidateQueries({ queryKey: siteConfigQuery.queryKey });
    },
  });
}

/** Names, colour and logo of the site. */
export function SitePage() {
  const found = useQuery(identityQuery);
  const identity = useFreshData(found);
  if (identity) return <IdentityForm initial={identity} />;
  return (
    <Card className="max-w-[760px] overflow-hidden">
      <LoadState
        query={found}
        failed="사이트 정보를 불러오지 못했습니다."
        rows={5}
        label="사이트 정보를 불러오는 중입니다."
      />
    </Card>
  );
}

const LABELS = {
  siteName: SETTINGS.siteName.label,
  shortName: SETTINGS.shortName.label,
  universityName: SETTINGS.universityName.label,
  departmentName: SETTINGS.departmentName.label,
  officeName: SETTINGS.officeName.label,
  color: SETTINGS.color.label,
  logoUrl: SETTINGS.logoUrl.label,
};

/** The address of a logo says nothing to people. */
function textOf(name: string, value: unknown, isStored: boolean): string {
  if (typeof value !== 'string') return '';
  if (name !== 'logoUrl' || value === '') return value;
  return isStored ? '저장된 로고' : '내가 올린 로고';
}

function IdentityForm({ initial }: { initial: EditedIdentity }) {
  const save = useSaveIdentity();
  const edited = useEditedForm(siteIdentityBody, initial, {
    load: () => api('GET /api/admin/identity'),
    save: (body, version) => save.mutateAsync({ body, version }),
    labels: LABELS,
    textOf,
  });
  const { register, control, formState } = edited.form;
  const { errors } = formState;
  return (
    <SettingsForm label="사이트 설정" edited={edited}>
      <SettingsPart
        title="이름과 모양"
        hint="화면의 이름과 로고, 로그인 화면, 이메일의 인사말에 쓰입니다. 저장하면 바로 바뀝니다."
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={LABELS.siteName} error={errors.siteName?.message} required>
            <TextInput {...register('siteName')} />
          </Field>
          <Field
            label={LABELS.shortName}
            hint="휴대전화의 머리글과 홈 화면에 쓰입니다. 비우면 사이트 이름을 씁니다."
            error={errors.shortName?.message}
          >
            <TextInput {...register('shortName')} />
          </Field>
          <Field label={LABELS.universityName} error={errors.universityName?.message}>
            <TextInput {...register('universityName')} />
          </Field>
          <Field label={LABELS.departmentName} error={errors.departmentName?.message} required>
            <TextInput {...register('departmentName')} />
          </Field>
          <Field
            label={LABELS.officeName}
            hint="이메일에서 도움을 청할 곳으로 안내합니다. 예: 학과사무실"
            error={errors.officeName?.message}
            required
          >
            <TextInput {...register('officeName')} />
          </Field>
        </div>
        <Controller
          name="color"
          control={control}
          render={({ field: { value, onChange, ref } }) => (
            <ColorField
              value={value}
              onValue={onChange}
              inputRef={ref}
              error={errors.color?.message}
            />
          )}
        />
        <Controller
          name="logoUrl"
          control={control}
          render={({ field: { value, onChange } }) => (
            <LogoField value={value} onValue={onChange} error={errors.logoUrl?.message} />
          )}
        />
      </SettingsPart>
    </SettingsForm>
  );
}

function ColorField(props: {
  value: string;
  onValue: (value: string) => void;
  inputRef: (element: HTMLInputElement | null) => void;
  error: string | undefined;
}) {
  const hex = readHex(props.value);
  return (
    <div data-setting="color" className="flex flex-wrap items-start gap-3">
      <Field
        label="대표 색"
        hint="버튼과 링크에 쓰입니다. 비워 두면 기본 색을 씁니다."
        error={props.error}
        className="min-w-52 flex-1"
      >
        <TextInput
          ref={props.inputRef}
          value={props.value}
          onText={props.onValue}
          placeholder={PRODUCT_COLOR}
          maxLength={9}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <input
        type="color"
        aria-label="대표 색 고르기"
        value={hex ?? PRODUCT_COLOR}
        onChange={({ target }) => props.onValue(target.value)}
        className="mt-7 h-10 w-14 shrink-0 cursor-pointer rounded-ctl border border-line-strong bg-paper p-1 max-md:h-11"
      />
      <ColorPreview hex={hex} />
    </div>
  );
}

function LogoField(props: {
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const pick = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(undefined);
    setPending(true);
    try {
      const image = await prepareImage(file);
      if ('problem' in image) setProblem(image.problem);
      else props.onValue(await uploadImage(image.file));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : TRY_LATER);
    } finally {
      setPending(false);
    }
  };
  return (
    <fieldset data-setting="logoUrl" className="grid gap-2">
      <legend className="mb-1.5 font-semibold text-ink-2 text-md">로고</legend>
      <div className="flex flex-wrap items-center gap-3">
        {props.value !== '' && (
          <img
            src={imageVariantUrl(props.value, 'thumb')}
            alt="지금 로고"
            className="h-10 max-w-[160px] rounded-sm border border-line object-contain"
          />
        )}
        <input
          ref={input}
          type="file"
          accept={CHOOSABLE}
          aria-label="로고 사진"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            void pick(target.files?.[0]);
            target.value = '';
          }}
        />
        <Button
          icon={<ImageUp size={16} />}
          pending={pending}
          onClick={() => input.current?.click()}
        >
          {props.value === '' ? '로고 올리기' : '로고 바꾸기'}
        </Button>
        {props.value !== '' && (
          <Button icon={<X size={16} />} onClick={() => props.onValue('')}>
            로고 빼기
          </Button>
        )}
      </div>
      <p className="text-ink-3 text-sm">
        높이 26픽셀 안팎으로 보입니다. 어두운 화면에서도 보이는 로고를 골라 주세요.
      </p>
      {(problem ?? props.error) && (
        <p role="alert" className="text-buoy text-sm">
          {problem ?? props.error}
        </p>
      )}
    </fieldset>
  );
}
