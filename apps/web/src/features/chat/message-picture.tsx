import { imageVariantUrl } from '@naru/contract/images';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { prepareImage } from '../../lib/api/upload.ts';
import { toast } from '../../ui/toast.ts';
import type { ShownPicture } from './chat.rows.ts';
import type { PendingPicture } from './outbox.ts';

/** Sent at once; more would only run into the limit of messages. */
const PICTURES_MAX = 10;
/** Of a picture whose pixels the browser cannot read: the server decides. */
const UNKNOWN = { width: 4, height: 3 };

/** Prepares chosen pictures for the outbox, in their order; says by name which cannot be sent. */
export async function takePictures(
  files: readonly File[],
  onPicture: (picture: PendingPicture) => void,
): Promise<void> {
  if (files.length > PICTURES_MAX) {
    toast.error(`사진은 한 번에 ${PICTURES_MAX}장까지 보낼 수 있습니다. 앞의 사진만 보냅니다.`);
  }
  for (const chosen of files.slice(0, PICTURES_MAX)) {
    const prepared = await prepareImage(chosen);
    if ('problem' in prepared) {
      toast.error(`${chosen.name}: ${prepared.problem}`);
      continue;
    }
    const { file } = prepared;
    const url = URL.createObjectURL(file);
    onPicture({ file, key: null, shown: { url, ...(await measure(url)) } });
  }
}

/** Pixels as the browser shows it, rotated as the camera says. */
async function measure(url: string): Promise<{ width: number; height: number }> {
  const image = new Image();
  image.src = url;
  const isRead = await image.decode().then(
    () => true,
    () => false,
  );
  return isRead ? { width: image.naturalWidth, height: image.naturalHeight } : UNKNOWN;
}

const BOX = { width: 240, height: 300 };
const SMALLEST = 72;

/** CSS pixels of the box in which a picture of these proportions is shown whole. */
function boxOf(picture: { width: number; height: number }) {
  const scale = Math.min(BOX.width / picture.width, BOX.height / picture.height, 1);
  const fit = (size: number) => Math.max(SMALLEST, Math.round(size * scale));
  return { width: fit(picture.width), height: fit(picture.height) };
}

type MessagePictureProps = { picture: ShownPicture; name: string; onOpen: (url: string) => void };

/** Takes its place before it has loaded, so that nothing shifts; opens on the whole screen. */
export function MessagePicture({ picture, name, onOpen }: MessagePictureProps) {
  const { url, isLocal } = picture;
  const [failed, setFailed] = useState('');
  const { width, height } = boxOf(picture);
  if (failed === url) {
    return (
      <span style={{ width, height }} className="grid place-content-center gap-1 p-2 text-ink-3">
        <ImageOff size={22} className="mx-auto" />
        <span className="text-center text-xs">사진을 불러오지 못했습니다.</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      disabled={isLocal}
      aria-haspopup="dialog"
      onClick={() => onOpen(url)}
      className="block"
    >
      <img
        src={isLocal ? url : imageVariantUrl(url, 'medium')}
        alt={`${name} 보낸 사진`}
        width={width}
        height={height}
        draggable={false}
        onError={() => setFailed(url)}
        style={{ width, height }}
        className="block max-w-full object-cover"
      />
    </button>
  );
}
