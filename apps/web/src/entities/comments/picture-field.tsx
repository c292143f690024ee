import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { ImagePlus, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isUnreachable, messageOf } from '../../lib/api/api-error.ts';
import { Spinner } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

/** A picture for a comment that is being written; `url` is null until the server has it. */
export type NewPicture = { preview: string; url: string | null; alt: string };

const OFFLINE =
  '연결이 끊겨 사진을 올리지 못했습니다. 쓴 글은 그대로 있으니 연결된 뒤에 다시 골라 주세요.';

/** Uploads the chosen picture at once, so that sending the comment does not wait for it. */
export function useNewPicture() {
  const [picture, setPicture] = useState<NewPicture | null>(null);
  /** The choice that counts: a later one, or none, lets go of an upload under way. */
  const choice = useRef(0);
  const preview = picture?.preview;
  useEffect(() => {
    if (preview === undefined) return;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);
  const clear = useCallback(() => {
    choice.current += 1;
    setPicture(null);
  }, []);

  async function choose(file: File): Promise<void> {
    choice.current += 1;
    const own = choice.current;
    const change = (next: Parameters<typeof setPicture>[0]) => {
      if (choice.current === own) setPicture(next);
    };
    try {
      const url = await upload(file, (preview) => change({ preview, url: null, alt: '' }));
      change((before) => before && { ...before, url });
    } catch (error) {
      if (choice.current === own) toast.error(refusalOf(error));
      change(null);
    }
  }

  return {
    picture,
    choose,
    clear,
    describe: (alt: string) => setPicture((before) => before && { ...before, alt }),
  };
}

/** Uploads the picture once it is prepared; throws what `refusalOf` says. */
async function upload(file: File, onPrepared: (preview: string) => void): Promise<string> {
  const { prepareImage, uploadImage } = await import('../../lib/api/upload.ts');
  const prepared = await prepareImage(file);
  if ('problem' in prepared) throw new Refused(prepared.problem);
  onPrepared(URL.createObjectURL(prepared.file));
  return uploadImage(prepared.file);
}

/** A picture that cannot be uploaded, with the reason for the member. */
class Refused extends Error {}

function refusalOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  return isUnreachable(error) ? OFFLINE : messageOf(error, '사진을 올리지 못했습니다.');
}

type PictureButtonProps = { disabled: boolean; onPicture: (file: File) => void };

/** Opens the picker of the device, on phones with camera and gallery. */
export function PictureButton({ disabled, onPicture }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif,.hif"
        hidden
        data-testid="comment-picture"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onPicture(file);
          // The same picture can be chosen again.
          target.value = '';
        }}
      />
      <IconButton label="사진 첨부" disabled={disabled} onClick={() => input.current?.click()}>
        <ImagePlus size={20} />
      </IconButton>
    </>
  );
}

type ChosenPictureProps = {
  picture: NewPicture;
  onAlt: (alt: string) => void;
  onRemove: () => void;
};

/** The chosen picture above the text, with what it shows in words. */
export function ChosenPicture({ picture, onAlt, onRemove }: ChosenPictureProps) {
  const { preview, url, alt } = picture;
  const count = countGraphemes(alt);
  const isLong = count > LIMITS.pictureAltMax;
  return (
    <div className="col-span-full flex items-center gap-2">
      <span className="relative size-14 shrink-0 overflow-hidden rounded-ctl border border-line bg-deck">
        <img src={preview} alt="고른 사진" className="size-full object-cover" />
        {url === null && (
          <span className="absolute inset-0 grid place-items-center bg-paper/70">
            <Spinner />
          </span>
        )}
      </span>
      <Field
        label="사진 설명"
        hideLabel
        error={isLong ? TEXTS.pictureAltLength : undefined}
        className="min-w-0 flex-1"
      >
        <TextInput value={alt} onText={onAlt} placeholder="사진 설명 (선택)" />
      </Field>
      <span role="status" className="sr-only">
        {url === null ? '사진을 올리는 중입니다.' : '사진을 올렸습니다.'}
      </span>
      <IconButton label="사진 빼기" onClick={onRemove}>
        <X size={18} />
      </IconButton>
    </div>
  );
}
