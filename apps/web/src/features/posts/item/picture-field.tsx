import { ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type FileRejection, useDropzone } from 'react-dropzone';
import { CHOOSABLE_TYPES, prepareImage } from '../../../lib/api/upload.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';

/** A stored picture, or one that was just chosen. */
export type Picture = { url: string } | { file: File } | null;

const ACCEPTED = {
  ...Object.fromEntries(CHOOSABLE_TYPES.map((type) => [type, []])),
  // Files whose type the system does not know.
  'image/heic': ['.heic', '.heif'],
};

function refuse(rejections: FileRejection[]): void {
  const isTooMany = rejections.some(({ errors }) =>
    errors.some(({ code }) => code === 'too-many-files'),
  );
  toast.error(isTooMany ? '사진은 1장만 올릴 수 있습니다.' : '사진 파일만 올릴 수 있습니다.');
}

/** Chooses one picture by click, drop or keyboard. */
export function PictureField(props: { picture: Picture; onPicture: (next: Picture) => void }) {
  const { picture, onPicture } = props;
  const preview = usePreview(picture);
  async function take(file: File | undefined) {
    if (file === undefined) return;
    const prepared = await prepareImage(file);
    if ('file' in prepared) onPicture(prepared);
    else toast.error(prepared.problem);
  }
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: ACCEPTED,
    maxFiles: 1,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDropRejected: refuse,
    onDropAccepted: ([file]) => void take(file),
  });
  return (
    <div {...getRootProps()} className="relative">
      <input {...getInputProps()} aria-label="사진 파일" tabIndex={-1} />
      <button
        type="button"
        onClick={open}
        className={cx(
          'grid min-h-36 w-full place-items-center overflow-hidden rounded-ctl border border-line-strong border-dashed bg-deck text-center text-ink-2 text-md hover:bg-hover',
          isDragActive && 'border-sea bg-sea-weak text-sea',
        )}
      >
        {preview === null ? (
          <span className="grid justify-items-center gap-2 px-4 py-6">
            <ImagePlus size={26} />
            {isDragActive ? (
              '여기에 놓으세요.'
            ) : (
              <span>
                사진 1장을 <span className="pointer-coarse:hidden">끌어다 놓거나 </span>눌러서
                고르세요.
              </span>
            )}
          </span>
        ) : (
          <img
            src={preview}
            alt="고른 사진, 눌러서 바꾸기"
            className="max-h-64 w-full object-contain"
          />
        )}
      </button>
      {preview !== null && (
        <IconButton
          label="사진 빼기"
          onClick={() => onPicture(null)}
          className="absolute top-2 right-2 bg-paper shadow-card"
        >
          <Trash2 size={18} />
        </IconButton>
      )}
    </div>
  );
}

/** Object URL of a chosen file, revoked when it changes. */
function usePreview(picture: Picture): string | null {
  const file = picture !== null && 'file' in picture ? picture.file : null;
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setShown(null);
    const url = URL.createObjectURL(file);
    setShown(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return picture !== null && 'url' in picture ? picture.url : shown;
}
