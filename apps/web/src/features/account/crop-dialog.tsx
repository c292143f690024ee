import 'react-easy-crop/react-easy-crop.css';
import { useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { RangeInput } from '../../ui/range-input.tsx';
import { toast } from '../../ui/toast.ts';
import { drawCrop, IMAGE_FAILED, type Square } from './crop.ts';

type CropDialogProps = {
  src: string;
  onClose: () => void;
  /** Must not reject. The dialog stays open until the caller closes it. */
  onSave: (picture: Blob) => Promise<void>;
};

const MAX_ZOOM = 4;
/** Negative, so that the arrow keys move the frame over the picture and not the picture. */
const KEY_STEP = -16;

const FRAME_PROPS = { role: 'application', 'aria-label': '사진 위치, 화살표 키로 옮기기' };

export function CropDialog({ src, onClose, onSave }: CropDialogProps) {
  const image = useRef<HTMLImageElement>(null);
  const square = useRef<Square>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [pending, setPending] = useState(false);

  async function save() {
    if (image.current === null || square.current === null || pending) return;
    setPending(true);
    try {
      const picture = await drawCrop(image.current, square.current);
      if (picture === null) toast.error(IMAGE_FAILED);
      else await onSave(picture);
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="프로필 사진 자르기"
      dismissable={!pending}
      size="sm"
      footer={
        <DialogButtons
          confirmLabel="저장"
          onConfirm={() => void save()}
          onCancel={onClose}
          pending={pending}
        />
      }
    >
      <div className="grid justify-items-center gap-4">
        <div className="relative size-72 overflow-hidden rounded-card bg-deck">
          <Cropper
            image={src}
            crop={crop}
            zoom={zoom}
            aspect={1}
            maxZoom={MAX_ZOOM}
            objectFit="cover"
            cropShape="round"
            showGrid={false}
            keyboardStep={KEY_STEP}
            disableAutomaticStylesInjection
            setImageRef={({ current }) => {
              image.current = current;
            }}
            mediaProps={{
              onError: () => {
                toast.error(IMAGE_FAILED);
                onClose();
              },
            }}
            cropperProps={FRAME_PROPS}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => {
              square.current = pixels;
            }}
          />
        </div>
        <Field label="확대" className="w-full max-w-[288px]">
          <RangeInput min={1} max={MAX_ZOOM} step={0.05} value={zoom} onValue={setZoom} />
        </Field>
      </div>
    </Dialog>
  );
}
