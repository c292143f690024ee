import type { BannerType } from '@naru/contract/banners';
import { ERRORS } from '@naru/contract/errors';
import { imageVariantUrl } from '@naru/contract/images';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { isOwnVideo } from '@naru/contract/videos';
import { Captions, Film, ImageUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../../lib/api/api.ts';
import { CHOOSABLE, pathOf, prepareImage, sendFile, uploadImage } from '../../../lib/api/upload.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { BannerField, DraftBanner } from './banner-draft.ts';
import { FileButton, useUpload } from './file-button.tsx';

const VIDEO_ACCEPT = 'video/mp4,video/webm';
const CAPTIONS_ACCEPT = '.vtt,text/vtt';

type Props = {
  type: BannerType;
  /** Names the banner for screen readers. */
  own: string;
  banner: DraftBanner;
  errors: Partial<Record<BannerField, string>>;
  onText: (field: BannerField) => (text: string) => void;
};

/** The uploaded files of one banner: its picture, and of a video banner the video and its captions. */
export function BannerFiles({ type, own, banner, errors, onText }: Props) {
  const isVideo = isOwnVideo(banner.link);
  return (
    <div className="grid gap-3">
      {type === 'MEDIA' && <VideoField own={own} onLink={onText('link')} />}
      {(type === 'NORMAL' || isVideo) && (
        <PictureField
          own={own}
          label={type === 'NORMAL' ? '사진' : '대표 사진'}
          value={banner.imageUrl}
          error={errors.imageUrl}
          onValue={onText('imageUrl')}
        />
      )}
      {type === 'MEDIA' && (isVideo || banner.captions !== '') && (
        <CaptionsField
          own={own}
          value={banner.captions}
          error={errors.captions}
          onValue={onText('captions')}
        />
      )}
    </div>
  );
}

function VideoField({ own, onLink }: { own: string; onLink: (link: string) => void }) {
  const upload = useUpload(onLink);
  const pick = (file: File) =>
    upload.start(async (options) => {
      if (!VIDEO_ACCEPT.split(',').includes(file.type)) {
        return { problem: ERRORS.VIDEO_TYPE_UNSUPPORTED.message };
      }
      if (file.size > LIMITS.videoMaxBytes) return { problem: ERRORS.VIDEO_TOO_LARGE.message };
      const query = { contentType: file.type, size: file.size };
      const { fileUrl, ...urls } = await api('GET /api/banners/video-presign', { query });
      await sendFile(urls, file, options);
      return pathOf(fileUrl);
    });
  return (
    <FileRow
      problem={upload.problem}
      hint={`MP4나 WebM, ${LIMITS.videoMaxBytes / 1_048_576}MB와 ${LIMITS.videoMaxSeconds / 60}분 이하의 영상을 올릴 수 있습니다.`}
    >
      <FileButton
        label={`${own} 영상 파일`}
        accept={VIDEO_ACCEPT}
        icon={<Film size={16} />}
        pending={upload.part !== null}
        onFile={(file) => void pick(file)}
      >
        영상 올리기
      </FileButton>
      {upload.part !== null && (
        <>
          <ProgressBar label={`${own} 영상 올리는 중`} value={upload.part} className="w-32" />
          <Button size="sm" onClick={upload.cancel}>
            취소
          </Button>
        </>
      )}
    </FileRow>
  );
}

type ValueProps = {
  own: string;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
};

const PICTURE_HINTS = {
  사진: '가로로 긴 사진이 잘 어울립니다. 글자는 사진 위에 흰색으로 보입니다.',
  '대표 사진': '재생하기 전에 보입니다. 없으면 영상의 첫 장면이 보입니다.',
};

type PictureProps = ValueProps & { label: keyof typeof PICTURE_HINTS };

function PictureField({ own, label, value, error, onValue }: PictureProps) {
  const upload = useUpload(onValue);
  const pick = (file: File) =>
    upload.start(async () => {
      const image = await prepareImage(file);
      return 'problem' in image ? image : uploadImage(image.file);
    });
  return (
    <FileRow problem={upload.problem ?? error} hint={value === '' ? PICTURE_HINTS[label] : ''}>
      {value !== '' && (
        <img
          src={imageVariantUrl(value, 'thumb')}
          alt={`${own}의 지금 ${label}`}
          className="h-12 w-24 rounded-sm border border-line object-cover"
        />
      )}
      <FileButton
        label={`${own} ${label} 파일`}
        accept={CHOOSABLE}
        icon={<ImageUp size={16} />}
        pending={upload.part !== null}
        onFile={(file) => void pick(file)}
      >
        {value === '' ? `${label} 올리기` : `${label} 바꾸기`}
      </FileButton>
      {value !== '' && <DropButton label={`${own} ${label} 빼기`} onDrop={() => onValue('')} />}
    </FileRow>
  );
}

function CaptionsField({ own, value, error, onValue }: ValueProps) {
  const upload = useUpload(onValue);
  const pick = (file: File) =>
    upload.start(async () => {
      // A text of `captionsMax` characters has at most three times as many bytes.
      if (file.size > LIMITS.captionsMax * 3) return { problem: TEXTS.captionsLength };
      return file.text();
    });
  return (
    <FileRow
      problem={upload.problem ?? error}
      hint={value === '' ? '소리 없이 보는 사람을 위해 WebVTT(.vtt) 자막을 붙일 수 있습니다.' : ''}
    >
      <FileButton
        label={`${own} 자막 파일`}
        accept={CAPTIONS_ACCEPT}
        icon={<Captions size={16} />}
        pending={upload.part !== null}
        onFile={(file) => void pick(file)}
      >
        {value === '' ? '자막 올리기' : '자막 바꾸기'}
      </FileButton>
      {value !== '' && (
        <>
          <span className="text-ink-2 text-sm">자막 있음</span>
          <DropButton label={`${own} 자막 빼기`} onDrop={() => onValue('')} />
        </>
      )}
    </FileRow>
  );
}

function DropButton({ label, onDrop }: { label: string; onDrop: () => void }) {
  return (
    <Button size="sm" icon={<X size={16} />} aria-label={label} onClick={onDrop}>
      빼기
    </Button>
  );
}

function FileRow(props: { problem: string | undefined; hint: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-2">{props.children}</div>
      {props.hint && <p className="text-ink-3 text-sm">{props.hint}</p>}
      {props.problem && (
        <p role="alert" className="font-medium text-buoy text-sm">
          {props.problem}
        </p>
      )}
    </div>
  );
}
