import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { Spinner } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { NewPicture } from './use-new-picture.ts';

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
