import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '../../ui/button-class.ts';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export type ShownImage = { src: string; alt: string };

export function ImageDialog(props: { image: ShownImage | null; onClose: () => void }) {
  const { image, onClose } = props;
  if (!image) return null;
  return (
    <Dialog
      open
      size="lg"
      title={image.alt}
      onClose={onClose}
      footer={
        <a
          href={image.src}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ size: 'sm' })}
        >
          <ExternalLink size={15} />새 탭에서 보기
        </a>
      }
    >
      <FullImage image={image} />
    </Dialog>
  );
}

function FullImage({ image }: { image: ShownImage }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  if (state === 'failed') {
    return <p className="py-12 text-center text-ink-3">이미지를 불러오지 못했습니다.</p>;
  }
  return (
    <div className="grid min-h-40 place-items-center">
      {state === 'loading' && (
        <Spinner
          label="이미지를 불러오는 중입니다."
          className="col-start-1 row-start-1 text-ink-3"
        />
      )}
      <img
        src={image.src}
        alt={image.alt}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
        className={cx(
          'col-start-1 row-start-1 max-h-[70dvh] max-w-full rounded-ctl object-contain',
          state === 'loading' && 'opacity-0',
        )}
      />
    </div>
  );
}
