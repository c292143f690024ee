import type { BannerType } from '@naru/contract/banners';
import { DONE } from '@naru/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { bannerKeys } from '../../../entities/keys.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiError, messageOf, TRY_LATER } from '../../../lib/api/api-error.ts';
import { isEditConflict } from '../../../lib/api/editing.ts';
import type { FormProblem } from '../../../lib/forms.ts';
import { alertFailure } from '../../../ui/alert-failure.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { toast } from '../../../ui/toast.ts';
import { useLeaveWarning } from '../../../ui/use-leave-warning.ts';
import { allBannersQuery } from '../banners.queries.ts';
import {
  BANNER_LIMITS,
  type BannerField,
  compareDrafts,
  type Draft,
  type DraftBanner,
  type DraftErrors,
  findErrors,
  isSameDraft,
  moved,
  newBanner,
  rebase,
  toBody,
  toDraft,
} from './banner-draft.ts';

const FAILED = '배너를 저장하지 못했습니다.';

export type BannerEditor = ReturnType<typeof useBannerEditor>;

export type StoredBanners = Awaited<ReturnType<typeof fetchBanners>>;

const fetchBanners = () => api('GET /api/banners/all');

export function useBannerEditor(initial: StoredBanners) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => toDraft(initial));
  /** What the draft started from. */
  const [base, setBase] = useState(() => ({ saved: draft, version: initial.version }));
  /** What another editor saved meanwhile. */
  const [theirs, setTheirs] = useState<StoredBanners | null>(null);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const isDirty = !isSameDraft(draft, base.saved);
  useLeaveWarning(() => isDirty);

  const edit = (type: BannerType, change: (list: DraftBanner[]) => DraftBanner[]) =>
    setDraft((all) => ({ ...all, [type]: change(all[type]) }));
  const dropFrom = (list: DraftBanner[], key: string) => list.filter((one) => one.key !== key);

  const save = useMutation({
    mutationFn: async ({ sent, version }: { sent: Draft; version: string }) => {
      const query = { types: 'NORMAL,MEDIA', version };
      await api('POST /api/banners', { query, body: toBody(sent) });
      return fetchBanners();
    },
    onSuccess: (banners, { sent }) => {
      client.setQueryData(allBannersQuery.queryKey, banners);
      void client.invalidateQueries({ queryKey: bannerKeys.shown });
      const now = toDraft(banners);
      setBase({ saved: now, version: banners.version });
      setTheirs(null);
      // Keeps edits made during the request.
      setDraft((current) => (current === sent ? now : current));
      toast.success(DONE.bannersSaved);
    },
    onError: async (error) => {
      const found = isEditConflict(error) ? await fetchBanners().catch(() => null) : null;
      setTheirs(found);
      if (found === null) setProblem({ title: FAILED, text: messageOf(error, TRY_LATER) });
    },
  });

  const erase = useMutation({
    mutationFn: async ({ id }: { type: BannerType; key: string; id: number }) => {
      await api('DELETE /api/banners/:id', { params: { id } }).catch((error: unknown) => {
        // Already deleted by another editor.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      });
      return fetchBanners().catch(() => null);
    },
    onSuccess: (now, { type, key }) => {
      edit(type, (list) => dropFrom(list, key));
      const saved = { ...base.saved, [type]: dropFrom(base.saved[type], key) };
      // Another editor's save in between keeps the old version, so that the next save is a conflict.
      const isOnlyChange = now !== null && isSameDraft(toDraft(now), saved);
      setBase({ saved, version: isOnlyChange ? now.version : base.version });
      void client.invalidateQueries({ queryKey: bannerKeys.all });
      toast.success(DONE.bannerRemoved);
    },
    onError: (error) => void alertFailure('배너를 삭제하지 못했습니다.', error),
  });

  const send = (sent: Draft, version: string) => {
    if (save.isPending) return;
    setProblem(null);
    const found = findErrors(sent);
    flushSync(() => setErrors(found));
    if (Object.keys(found).length === 0) return save.mutate({ sent, version });
    document.querySelector<HTMLElement>('[data-banner-editor] [aria-invalid="true"]')?.focus();
  };

  /** Continues from what another editor saved, with the lists of `next`. */
  const continueFrom = (stored: StoredBanners, next: Draft) => {
    setBase({ saved: toDraft(stored), version: stored.version });
    setDraft(next);
    setErrors({});
  };

  return {
    draft,
    errors,
    problem,
    isDirty,
    isSaving: save.isPending,

    /** Does nothing when the list is full. */
    add: (type: BannerType) =>
      edit(type, (list) => (list.length < BANNER_LIMITS[type] ? [...list, newBanner()] : list)),

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

    save: () => send(draft, base.version),

    conflict: theirs && {
      differences: compareDrafts(toDraft(theirs), rebase(draft, base.saved, toDraft(theirs))),
      keepMine() {
        const merged = rebase(draft, base.saved, toDraft(theirs));
        continueFrom(theirs, merged);
        send(merged, theirs.version);
      },
      takeTheirs() {
        continueFrom(theirs, toDraft(theirs));
        setTheirs(null);
      },
    },
  };
}
