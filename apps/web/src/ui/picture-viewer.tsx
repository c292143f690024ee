import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import Lightbox from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { useBackCloses } from './use-back-closes.ts';

export type ShownPicture = { src: string; alt: string };

const LABELS = {
  Previous: '이전 사진',
  Next: '다음 사진',
  Close: '닫기',
  Lightbox: '사진 보기',
  'Photo gallery': '사진',
  Carousel: '사진 넘겨 보기',
  Slide: '사진',
  '{index} of {total}': '{total}장 중 {index}번째',
  'Zoom in': '확대',
  'Zoom out': '축소',
};
/** Clear of the notch. */
const TOP = 'env(safe-area-inset-top)';
/** Pixels of the screen for one of the picture at the closest zoom. */
const CLOSEST = 3;

type PictureViewerProps = {
  pictures: readonly ShownPicture[];
  /** Shown first. */
  index: number;
  onClose: () => void;
};

/**
 * Pictures on the whole screen: swipe or arrow keys to the next, pinch, double tap, wheel or + and -
 * to zoom, pull down, Esc or Back to close.
 */
export function PictureViewer({ pictures, index, onClose }: PictureViewerProps) {
  const [current, setCurrent] = useState(index);
  useBackCloses(true, onClose);
  const hasOne = pictures.length === 1;
  return (
    <Lightbox
      open
      close={onClose}
      index={current}
      on={{ view: ({ index: next }) => setCurrent(next) }}
      slides={pictures}
      plugins={hasOne ? [Zoom] : [Zoom, Counter]}
      zoom={{ maxZoomPixelRatio: CLOSEST, scrollToZoom: true }}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
      labels={LABELS}
      toolbar={{
        buttons: [
          <a
            key="tab"
            href={pictures[current]?.src}
            target="_blank"
            rel="noopener noreferrer"
            aria-label="새 탭에서 보기"
            className="yarl__button grid place-items-center"
          >
            <ExternalLink size={24} />
          </a>,
          'close',
        ],
      }}
      render={{
        iconError: () => <p className="text-white">사진을 불러오지 못했습니다.</p>,
        ...(hasOne && { buttonPrev: () => null, buttonNext: () => null }),
      }}
      styles={{
        root: { '--yarl__portal_zindex': 40, '--yarl__counter_top': TOP },
        toolbar: { paddingTop: TOP },
      }}
    />
  );
}
