import type { EditedSettings } from '@naru/contract/settings';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BaseSyntheticEvent, ComponentType, ReactNode } from 'react';
import { siteConfigQuery } from '../../entities/settings/site-config.ts';
import { editorKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { useFreshData } from '../../lib/api/editing.ts';
import type { RequestOf } from '../../lib/api/endpoints.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';
import type { FormProblem } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Difference, EditConflict } from '../../ui/edit-conflict.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import type { SettingName } from './setting-names.ts';
import { useShownSetting } from './use-shown-setting.ts';

export const settingsQuery = queryOptions({
  queryKey: editorKeys.settings,
  queryFn: ({ signal }) => api('GET /api/admin/settings', { signal }),
  staleTime: 0,
  // A refetch must not change the form while it is edited.
  ...MANUAL_QUERY,
});

/** How a page of the settings reads and saves its part; the public configuration of this tab is refetched. */
export function useSettingsApi() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (request: RequestOf<'PUT /api/admin/settings'>) =>
      api('PUT /api/admin/settings', request),
    onSuccess: async (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      await client.invalidateQueries({ queryKey: siteConfigQuery.queryKey });
    },
  });
  return {
    load: () => api('GET /api/admin/settings'),
    save: (body: RequestOf<'PUT /api/admin/settings'>['body'], version: string) =>
      mutateAsync({ body, query: { version } }),
  };
}

/** A page whose form starts from fresh settings. */
export function SettingsPage({ form: Form }: { form: ComponentType<{ initial: EditedSettings }> }) {
  const found = useQuery(settingsQuery);
  const settings = useFreshData(found);
  if (settings) return <Form initial={settings} />;
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

type SettingsFormProps = {
  label: string;
  /** What `useEditedForm` returns. */
  edited: {
    form: { formState: { isDirty: boolean; isSubmitting: boolean }; problem: FormProblem | null };
    onSubmit: (event?: BaseSyntheticEvent) => void;
    conflict: null | {
      differences: readonly Difference[];
      onKeepMine: () => void;
      onTakeTheirs: () => void;
    };
  };
  children: ReactNode;
};

/** The parts of a page with the one save of it. */
export function SettingsForm({ label, edited, children }: SettingsFormProps) {
  useShownSetting();
  const { form, onSubmit, conflict } = edited;
  const { isDirty, isSubmitting } = form.formState;
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={onSubmit}
      className="grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4"
    >
      {children}
      {conflict && <EditConflict {...conflict} pending={isSubmitting} />}
      <FormAlert problem={form.problem} />
      <SaveBar status={isDirty ? '저장하지 않은 변경이 있습니다.' : '수정한 내용이 없습니다.'}>
        <Button type="submit" variant="primary" pending={isSubmitting} disabled={!isDirty}>
          저장
        </Button>
      </SaveBar>
    </form>
  );
}

type PartProps = {
  title: string;
  hint: string;
  /** The setting that it is, for the search. */
  setting?: SettingName;
  children: ReactNode;
};

export function SettingsPart({ title, hint, setting, children }: PartProps) {
  return (
    <Card as="section" data-setting={setting} className="grid gap-4 p-5 max-md:p-4">
      <div>
        <h2 className="font-bold text-lg">{title}</h2>
        <p className="text-ink-3 text-sm">{hint}</p>
      </div>
      {children}
    </Card>
  );
}
