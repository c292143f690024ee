import type { BannerType } from '@naru/contract/banners';
import { DONE } from '@naru/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../../lib/api/api.ts';
import { ApiError, messageOf, TRY_LATER } from '../../../lib/api/api-error.ts';
import type { FormProblem } from '../../../lib/forms.ts';
import { alertFailure } from '../../../ui/alert-failure.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { toast } from '../../../ui/toast.ts';
import { useLeaveWarning } from '../../../ui/use-leave-warning.ts';
import { bannersQuery } from '../banners.queries.ts';
import {
  type BannerField,
  type Draft,
  type DraftBanner,
  type DraftErrors,
  findErrors,
  isSameDraft,
  moved,
  newBanner,
  toBody,
  toDraft,
} from './banner-draft.ts';

export type BannerEditor = ReturnType<typeof useBannerEditor>;

export function useBannerEditor(initial: Draft) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(initial);
  const [saved, setSaved] = useState(initial);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const isDirty = !isSameDraft(draft, saved);
  useLeaveWarning(() => isDirty);

  const edit = (type: BannerType, change: (list: DraftBanner[]) => DraftBanner[]) =>
    setDraft((all) => ({ ...all, [type]: change(all[type]) }));
  const dropFrom = (list: DraftBanner[], key: string) => list.filter((one) => one.key !== key);

  const save = useMutation({
    mutationFn: async (sent: Draft) => {
      await api('POST /api/banners', { query: { types: 'NORMAL,MEDIA' }, body: toBody(sent) });
      return api('GET /api/banners');
    },
    onSuccess: (banners, sent) => {
      client.setQueryData(bannersQuery.queryKey, banners);
      const now = toDraft(banners);
      setSaved(now);
      // Keeps edits made during the request.
      setDraft((current) => (current === sent ? now : current));
      toast.success(DONE.bannersSaved);
    },
    onError: (error) =>
      setProblem({ title: '배너를 저장하지 못했습니다.', text: messageOf(error, TRY_LATER) }),
  });

  const erase = useMutation({
    mutationFn: async ({ id }: { type: BannerType; key: string; id: number }) => {
      await api('DELETE /api/banners/:id', { params: { id } }).catch((error: unknown) => {
        // Already deleted by another editor.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      });
    },
    onSuccess: (_result, { type, key }) => {
      edit(type, (list) => dropFrom(list, key));
      setSaved((all) => ({ ...all, [type]: dropFrom(all[type], key) }));
      void client.invalidateQueries({ queryKey: bannersQuery.queryKey });
      toast.success(DONE.bannerRemoved);
    },
    onError: (error) => void alertFailure('배너를 삭제하지 못했습니다.', error),
  });

  return {
    draft,
    errors,
    problem,
    isDirty,
    isSaving: save.isPending,

    add: (type: BannerType) => edit(type, (list) => [...list, newBanner()]),

    change(type: BannerType, key: string, field: BannerField, text: string) {
      edit(type, (list) => list.map((one) => (one.key === key ? { ...one, [field]: text } : one)));
      setErrors(({ [key]: own, ...others }) => ({
        ...others,
        [key]: { ...own, [field]: undefined },
      }));
    },

    /** Renders synchronously, so that the caller can restore the focus. */
    move: (type: BannerType, from: number, to: number) =>
      flushSync(() => edit(type, (list) => moved(list, from, to))),

    async remove(type: BannerType, { key, id }: DraftBanner) {
      if (id === null) return edit(type, (list) => dropFrom(list, key));
      const title = '이 배너를 삭제할까요?';
      const body = '삭제하면 홈에서 바로 사라집니다.';
      if (!(await confirmDialog({ title, body, confirmLabel: '삭제', danger: true }))) return;
      erase.mutate({ type, key, id });
    },

    save() {
      if (save.isPending) return;
      setProblem(null);
      const found = findErrors(draft);
      flushSync(() => setErrors(found));
      if (Object.keys(found).length === 0) return save.mutate(draft);
      document.querySelector<HTMLElement>('[data-banner-editor] [aria-invalid="true"]')?.focus();
    },
  };
}
