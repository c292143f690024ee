import type { Me } from '@naru/contract/members';
import { DONE, TEXTS } from '@naru/contract/texts';
import { useMutation } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { isHeic, shrinkPicture } from '../../lib/shrink-picture.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useShowMe } from './account.queries.ts';
import { IMAGE_FAILED } from './crop.ts';

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }));

const MAX_BYTES = 4_194_304;

/** Why a chosen picture is refused; null when it can be cropped and sent. */
export function refusePicture(file: { type: string; size: number; name: string }): string | null {
  if (!file.type.startsWith('image/') && !isHeic(file)) return '사진 파일만 올릴 수 있습니다.';
  return file.size > MAX_BYTES ? '이미지 크기는 4MB 이하만 가능합니다.' : null;
}

export function PictureForm({ me }: { me: Me }) {
  const show = useShowMe();
  const input = useRef<HTMLInputElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  const [src, setSrc] = useState<string | null>(null);
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/member/delete-profile-image'),
    onSuccess: () => {
      show({ profileThumbnails: null, profileImageUrl: null });
      toast.success(DONE.pictureRemoved);
      // Its own button is gone.
      change.current?.focus();
    },
    onError: (error) =>
      toast.error(messageOf(error, '프로필 사진을 삭제하지 못했습니다. 다시 시도해 주세요.')),
  });
  useEffect(() => () => URL.revokeObjectURL(src ?? ''), [src]);

  async function save(picture: Blob) {
    const form = new FormData();
    form.set('profileImage', picture, 'profile');
    try {
      const { imageUrl } = await api('POST /api/member/set-profile-image', { form });
      show({ profileThumbnails: imageUrl, profileImageUrl: imageUrl });
      setSrc(null);
      toast.success('프로필 이미지가 저장되었습니다!');
    } catch (error) {
      toast.error(messageOf(error, IMAGE_FAILED));
    }
  }

  async function pick(file: File | undefined) {
    if (file === undefined) return;
    const readable = await shrinkPicture(file);
    if (readable === null) return toast.error(TEXTS.imageHeic);
    const refusal = refusePicture(readable);
    if (refusal !== null) return toast.error(refusal);
    setSrc(URL.createObjectURL(readable));
  }

  async function askRemove() {
    const title = '프로필 사진을 삭제할까요?';
    if (await confirmDialog({ title, confirmLabel: '삭제', danger: true })) remove.mutate();
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={me.nickname} src={me.profileThumbnails} size={84} />
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept="image/*,.heic,.heif,.hif"
          aria-label="프로필 사진 파일"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void pick(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button ref={change} icon={<ImageUp size={16} />} onClick={() => input.current?.click()}>
          사진 바꾸기
        </Button>
        {me.profileThumbnails && (
          <Button
            variant="danger-ghost"
            pending={remove.isPending}
            icon={<Trash2 size={16} />}
            onClick={() => void askRemove()}
          >
            삭제
          </Button>
        )}
        <p className="w-full text-ink-3 text-sm">4MB 이하의 사진, 정사각형으로 보입니다.</p>
      </div>
      <ErrorBoundary fallback={null} resetKeys={[src]} onError={() => toast.error(IMAGE_FAILED)}>
        <Suspense>
          {src && <CropDialog src={src} onClose={() => setSrc(null)} onSave={save} />}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
