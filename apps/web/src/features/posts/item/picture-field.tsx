import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { ChevronLeft, ChevronRight, ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type FileRejection, useDropzone } from 'react-dropzone';
import { IMAGE_TYPES, prepareImage } from '../../../lib/api/upload.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';

const ACCEPTED = {
  ...Object.fromEntries(IMAGE_TYPES.map((type) => [type, []])),
  // With endings for files whose type the system does not know.
  'image/heic': ['.heic', '.heif', '.hif'],
  'image/heif': [],
};

function refuse(rejections: FileRejection[]): void {
  const isTooMany = rejections.some(({ errors }) =>
    errors.some(({ code }) => code === 'too-many-files'),
  );
  toast.error(isTooMany ? TEXTS.imageMarketMax : '사진 파일만 올릴 수 있습니다.');
}

type Change = (next: (pictures: readonly Picture[]) => readonly Picture[]) => void;

type PictureFieldProps = { pictures: readonly Picture[]; onPictures: Change };

/** Chooses up to eight pictures by click, drop or keyboard, and their order by buttons. */
export function PictureField({ pictures, onPictures }: PictureFieldProps) {
  const rest = LIMITS.itemPictures - pictures.length;
  async function take(files: readonly File[]) {
    for (const file of files) {
      const prepared = await prepareImage(file);
      if ('file' in prepared)
        onPictures((list) => [...list, prepared].slice(0, LIMITS.itemPictures));
      else toast.error(prepared.problem);
    }
  }
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: ACCEPTED,
    maxFiles: rest,
    multiple: true,
    noClick: true,
    noKeyboard: true,
    disabled: rest === 0,
    onDropRejected: refuse,
    onDropAccepted: (files) => void take(files),
  });
  return (
    <div {...getRootProps()} className="grid gap-2">
      <input {...getInputProps()} aria-label="사진 파일" tabIndex={-1} />
      {pictures.length > 0 && (
        <ol aria-label="고른 사진" className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {pictures.map((picture, at) => (
            <Chosen
              key={keyOf(picture)}
              picture={picture}
              at={at}
              count={pictures.length}
              onPictures={onPictures}
            />
          ))}
        </ol>
      )}
      {rest > 0 && (
        <button
          type="button"
          onClick={open}
          className={cx(
            'grid w-full place-items-center rounded-ctl border border-line-strong border-dashed bg-deck text-center text-ink-2 text-md hover:bg-hover',
            pictures.length === 0 ? 'min-h-36' : 'min-h-11',
            isDragActive && 'border-sea bg-sea-weak text-sea',
          )}
        >
          <Invitation isFirst={pictures.length === 0} isDragActive={isDragActive} rest={rest} />
        </button>
      )}
    </div>
  );
}

function Invitation(props: { isFirst: boolean; isDragActive: boolean; rest: number }) {
  const { isFirst, isDragActive, rest } = props;
  if (isDragActive) return '여기에 놓으세요.';
  if (!isFirst) return <span className="text-sm">사진 더 고르기 ({rest}장 더)</span>;
  return (
    <span className="grid justify-items-center gap-2 px-4 py-6">
      <ImagePlus size={26} />
      <span>
        사진을 {rest}장까지 <span className="pointer-coarse:hidden">끌어다 놓거나 </span>눌러서
        고르세요.
        <span className="block text-ink-3 text-sm">첫 사진이 목록에 보입니다.</span>
      </span>
    </span>
  );
}

type ChosenProps = { picture: Picture; at: number; count: number; onPictures: Change };

function Chosen({ picture, at, count, onPictures }: ChosenProps) {
  const preview = usePreview(picture);
  const name = `사진 ${at + 1}`;
  const move = (to: number) => onPictures((list) => movePicture(list, at, to));
  return (
    <li className="overflow-hidden rounded-ctl border border-line bg-deck">
      <div className="relative aspect-square">
        {preview && <img src={preview} alt={`고른 ${name}`} className="size-full object-cover" />}
        {at === 0 && (
          <span className="absolute top-1 left-1 rounded-full bg-paper px-2 py-0.5 font-semibold text-xs">
            대표
          </span>
        )}
      </div>
      <div className="flex justify-between">
        <IconButton
          label={`${name} 앞으로`}
          tooltip={false}
          disabled={at === 0}
          onClick={() => move(at - 1)}
          className="size-9 max-md:h-11 max-md:w-8"
        >
          <ChevronLeft size={18} />
        </IconButton>
        <IconButton
          label={`${name} 빼기`}
          tooltip={false}
          onClick={() => onPictures((list) => list.filter((other) => other !== picture))}
          className="size-9 max-md:h-11 max-md:w-8"
        >
          <Trash2 size={16} />
        </IconButton>
        <IconButton
          label={`${name} 뒤로`}
          tooltip={false}
          disabled={at === count - 1}
          onClick={() => move(at + 1)}
          className="size-9 max-md:h-11 max-md:w-8"
        >
          <ChevronRight size={18} />
        </IconButton>
      </div>
    </li>
  );
}

const fileKeys = new WeakMap<File, string>();
let keys = 0;

/** Stays with a picture when the order changes, so that the pressed button keeps the focus. */
function keyOf(picture: Picture): string {
  if ('url' in picture) return picture.url;
  const known = fileKeys.get(picture.file);
  if (known !== undefined) return known;
  keys += 1;
  fileKeys.set(picture.file, `file ${keys}`);
  return `file ${keys}`;
}

/** Object URL of a chosen file, revoked when it changes. */
function usePreview(picture: Picture): string | null {
  const file = 'file' in picture ? picture.file : null;
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setShown(null);
    const url = URL.createObjectURL(file);
    setShown(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return 'url' in picture ? picture.url : shown;
}

/** A stored picture, or one that was just chosen. */
export type Picture = { url: string } | { file: File };

/** The list with the picture of one place at another one. */
function movePicture(pictures: readonly Picture[], from: number, to: number): readonly Picture[] {
  const moved = pictures[from];
  if (moved === undefined || to < 0 || to >= pictures.length) return pictures;
  return pictures.toSpliced(from, 1).toSpliced(to, 0, moved);
}
