import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { RangeInput } from '../../ui/range-input.tsx';
import { toast } from '../../ui/toast.ts';
import { ACCOUNT_TEXTS } from './account.texts.ts';
import { CENTER, cropSquare, dragCrop, drawCrop, MAX_ZOOM } from './crop.ts';

type CropDialogProps = {
  /** Address of the picked picture. */
  src: string;
  onClose: () => void;
  /** Saves the square; the dialog stays open while it works and when it fails. */
  onSave: (picture: Blob) => Promise<void>;
};

const BOX = 288;
const STEP = 16;
const KEYS: Record<string, { dx: number; dy: number }> = {
  ArrowLeft: { dx: STEP, dy: 0 },
  ArrowRight: { dx: -STEP, dy: 0 },
  ArrowUp: { dx: 0, dy: STEP },
  ArrowDown: { dx: 0, dy: -STEP },
};

/** Chooses the square of a profile picture: drag or arrow keys move it, the slider zooms. */
export function CropDialog({ src, onClose, onSave }: CropDialogProps) {
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState({ width: 1, height: 1 });
  const [crop, setCrop] = useState(CENTER);
  const [pending, setPending] = useState(false);

  const move = (dx: number, dy: number) =>
    setCrop((current) => dragCrop(size, current, { dx, dy, box: BOX }));
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons === 1) move(event.movementX, event.movementY);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    move(step.dx, step.dy);
  };

  async function save() {
    if (image.current === null || pending) return;
    setPending(true);
    try {
      const picture = await drawCrop(image.current, crop);
      if (picture === null) toast.error(ACCOUNT_TEXTS.imageFailed);
      else await onSave(picture);
    } finally {
      setPending(false);
    }
  }

  const { left, top, side } = cropSquare(size, crop);
  const scale = BOX / side;
  return (
    <Dialog
      open
      onClose={onClose}
      title="프로필 이미지 자르기"
      dismissable={!pending}
      size="sm"
      shape="sheet"
      footer={
        <>
          <Button disabled={pending} onClick={onClose}>
            취소
          </Button>
          <Button variant="primary" pending={pending} onClick={() => void save()}>
            저장
          </Button>
        </>
      }
    >
      <div className="grid justify-items-center gap-4">
        <button
          type="button"
          aria-label="이미지 위치, 화살표 키로 옮기기"
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
          onKeyDown={onKeyDown}
          className="relative cursor-move touch-none select-none overflow-hidden rounded-full bg-deck"
          style={{ width: BOX, height: BOX }}
        >
          <img
            ref={image}
            src={src}
            alt=""
            draggable={false}
            onLoad={(event) => {
              const { naturalWidth: width, naturalHeight: height } = event.currentTarget;
              setSize({ width, height });
            }}
            onError={() => {
              toast.error(ACCOUNT_TEXTS.imageFailed);
              onClose();
            }}
            className="absolute top-0 left-0 max-w-none origin-top-left"
            style={{
              width: size.width * scale,
              height: size.height * scale,
              transform: `translate(${-left * scale}px, ${-top * scale}px)`,
            }}
          />
        </button>
        <Field label="확대" className="w-full max-w-[288px]">
          <RangeInput
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={crop.zoom}
            onValue={(zoom) => setCrop((current) => ({ ...current, zoom }))}
          />
        </Field>
      </div>
    </Dialog>
  );
}
