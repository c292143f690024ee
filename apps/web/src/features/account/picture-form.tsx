import type { Me } from '@naru/contract/members';
import { useMutation } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useShowMe } from './account.queries.ts';
import { ACCOUNT_TEXTS } from './account.texts.ts';

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }));

const MAX_BYTES = 4_194_304;
/** Types that browsers cannot display; they are uploaded uncropped. */
const UNSUPPORTED = new Set(['image/heic', 'image/heif']);

/** Returns the reason to refuse a file, or null. */
export function refusePicture(file: { type: string; size: number }): string | null {
  if (!file.type.startsWith('image/')) return ACCOUNT_TEXTS.imageOnly;
  return file.size > MAX_BYTES ? ACCOUNT_TEXTS.imageTooLarge : null;
}

export function PictureForm({ me }: { me: Me }) {
  const show = useShowMe();
  const input = useRef<HTMLInputElement>(null);
  const [src, setSrc] = useState<string | null>(null);
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/member/delete-profile-image'),
    onSuccess: () => {
      show({ profileThumbnails: null, profileImageUrl: null });
      toast.success(ACCOUNT_TEXTS.imageRemoved);
    },
    onError: (error) => toast.error(messageOf(error, ACCOUNT_TEXTS.imageRemoveFailed)),
  });
  useEffect(() => () => URL.revokeObjectURL(src ?? ''), [src]);

  async function save(picture: Blob) {
    const form = new FormData();
    form.set('profileImage', picture, 'profile');
    try {
      const { imageUrl } = await api('POST /api/member/set-profile-image', { form });
      show({ profileThumbnails: imageUrl, profileImageUrl: imageUrl });
      setSrc(null);
      toast.success(ACCOUNT_TEXTS.imageSaved);
    } catch (error) {
      toast.error(messageOf(error, ACCOUNT_TEXTS.imageFailed));
    }
  }

  function pick(file: File | undefined) {
    if (file === undefined) return;
    const refusal = refusePicture(file);
    if (refusal !== null) toast.error(refusal);
    else if (UNSUPPORTED.has(file.type)) void save(file);
    else setSrc(URL.createObjectURL(file));
  }

  async function askRemove() {
    const title = ACCOUNT_TEXTS.imageRemoveAsk;
    if (await confirmDialog({ title, confirmLabel: '삭제', danger: true })) remove.mutate();
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={me.nickname} src={me.profileThumbnails} size={84} />
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label="프로필 이미지 파일"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            pick(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button
          icon={<ImageUp size={16} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          이미지 바꾸기
        </Button>
        {me.profileThumbnails && (
          <Button
            variant="danger-ghost"
            pending={remove.isPending}
            icon={<Trash2 size={16} aria-hidden="true" />}
            onClick={() => void askRemove()}
          >
            삭제
          </Button>
        )}
        <p className="w-full text-ink-3 text-sm">4MB 이하의 이미지, 정사각형으로 보입니다.</p>
      </div>
      <ErrorBoundary
        fallback={null}
        resetKeys={[src]}
        onError={() => toast.error(ACCOUNT_TEXTS.imageFailed)}
      >
        <Suspense>
          {src && <CropDialog src={src} onClose={() => setSrc(null)} onSave={save} />}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
