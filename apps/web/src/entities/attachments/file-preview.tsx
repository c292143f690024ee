import type { Attachment } from '@naru/contract/files';
import { Download, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import {
  PREVIEW_FAILURES,
  PREVIEW_FRAME,
  PREVIEW_MAX_BYTES,
  PREVIEW_READY,
  type PreviewEvent,
  type PreviewRequest,
  previewKindOf,
} from '../../lib/file-preview.ts';
import { theme } from '../../lib/theme.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useBackCloses } from '../../ui/use-back-closes.ts';
import { endingOf } from './file-badge.tsx';

/** Milliseconds for the page that shows files to load. */
const READY_MS = 15_000;
/** The same for what it loads for the format, and for the file; it ends by itself before, unless it hangs. */
const LOAD_MS = 90_000;
const SHOW_MS = 45_000;
const FONT = 'naru-sans';

type FilePreviewProps = {
  file: Attachment;
  /** Fetches the bytes with the rights of a download. */
  load: () => Promise<Blob>;
  onSave: () => void;
  onClose: () => void;
};

/** A file on the whole screen, on wide screens in a large box. Esc and Back close it. */
export function FilePreview({ file, load, onSave, onClose }: FilePreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [before] = useState(() => document.activeElement);
  const state = usePreview(file, { frame, load, onClose });
  useBackCloses(true, onClose);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <div className="pointer-events-auto fixed inset-0 z-40 animate-fade-in bg-[var(--backdrop)]" />
        <Radix.Content
          aria-describedby={undefined}
          data-modal=""
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before instanceof HTMLElement && before.isConnected) before.focus();
          }}
          className="fixed inset-0 z-40 m-auto flex h-dvh w-full flex-col overflow-hidden bg-paper text-left text-ink outline-none md:h-[calc(100dvh-48px)] md:w-[calc(100vw-32px)] md:rounded-card md:border md:border-line"
        >
          <div className="flex items-center gap-2 px-4 py-2">
            <Radix.Title className="min-w-0 flex-1 truncate font-bold text-md">
              <bdi>{file.name}</bdi>
              <span className="sr-only"> 미리 보기</span>
            </Radix.Title>
            <IconButton label="내려받기" onClick={onSave}>
              <Download size={20} />
            </IconButton>
            <IconButton label="닫기" tooltip={false} onClick={onClose}>
              <X size={20} />
            </IconButton>
          </div>
          <div className="relative min-h-0 flex-1 border-line border-t">
            {state.type !== 'shown' && (
              <div className="absolute inset-0 flex flex-col items-center justify-center gap-4 px-5 text-center">
                {state.type === 'loading' ? (
                  <>
                    <Spinner size={24} />
                    <span className="sr-only" role="status">
                      파일을 여는 중입니다.
                    </span>
                  </>
                ) : (
                  <>
                    <p role="alert">{state.text}</p>
                    <Button onClick={onSave} icon={<Download size={16} />}>
                      내려받기
                    </Button>
                  </>
                )}
              </div>
            )}
            {state.type !== 'failed' && (
              <iframe
                ref={frame}
                src={PREVIEW_FRAME}
                title={`${file.name} 내용`}
                sandbox="allow-scripts"
                referrerPolicy="no-referrer"
                className={cx(
                  'absolute inset-0 size-full',
                  state.type === 'loading' && 'opacity-0',
                )}
              />
            )}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What a file waits for, and how long before it is given up. */
const WAITS = {
  frame: { ms: READY_MS, reason: 'network' },
  library: { ms: LOAD_MS, reason: 'network' },
  file: { ms: SHOW_MS, reason: 'late' },
} as const;

type State = { type: 'loading' } | { type: 'shown' } | { type: 'failed'; text: string };

type PreviewUse = Pick<FilePreviewProps, 'load' | 'onClose'> & {
  frame: React.RefObject<HTMLIFrameElement | null>;
};

const failed = (text: string): State => ({ type: 'failed', text });

/** Why the file is not even loaded. */
function refusalOf({ name, bytes }: Attachment): State {
  const kind = previewKindOf(endingOf(name));
  if (kind === null) return failed(PREVIEW_FAILURES.unknown);
  if (bytes > PREVIEW_MAX_BYTES) return failed(PREVIEW_FAILURES.large);
  return { type: 'loading' };
}

function usePreview(file: Attachment, { frame, load, onClose }: PreviewUse) {
  const [state, setState] = useState<State>(() => refusalOf(file));
  const [bytes] = useState(() => (state.type === 'loading' ? load().then(toBytes) : null));
  const [wait, setWait] = useState<keyof typeof WAITS | null>('frame');
  const port = useRef<MessagePort>(null);

  const onEvent = useEffectEvent((event: PreviewEvent) => {
    if (event.type === 'close') onClose();
    else if (event.type === 'reading') setWait('file');
    else if (event.type === 'failed') setState(failed(PREVIEW_FAILURES[event.reason]));
    else {
      setState({ type: 'shown' });
      frame.current?.focus();
    }
  });

  useEffect(() => {
    bytes?.catch((error: unknown) =>
      setState(failed(messageOf(error, '파일을 불러오지 못했습니다.'))),
    );
    return () => port.current?.close();
  }, [bytes]);

  const isLoading = state.type === 'loading';
  useEffect(() => {
    if (!isLoading || wait === null) return;
    const { ms, reason } = WAITS[wait];
    const timer = setTimeout(() => setState(failed(PREVIEW_FAILURES[reason])), ms);
    return () => clearTimeout(timer);
  }, [isLoading, wait]);

  const onMessage = useEffectEvent(({ data, source }: MessageEvent) => {
    const { contentWindow } = frame.current ?? {};
    if (data !== PREVIEW_READY || !contentWindow || source !== contentWindow) return;
    if (port.current === null) void handOver(contentWindow);
  });
  useEffect(() => {
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);

  async function handOver(to: Window) {
    const kind = previewKindOf(endingOf(file.name));
    if (bytes === null || kind === null) return;
    const channel = new MessageChannel();
    port.current = channel.port1;
    // The file takes as long as it takes.
    setWait(null);
    const [given, font] = await Promise.all([bytes.catch(() => null), readFont()]);
    if (given === null) return;
    setWait('library');
    channel.port1.onmessage = ({ data }: MessageEvent<PreviewEvent>) => onEvent(data);
    const isDark =
      theme.get() === 'dark' ||
      (theme.get() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
    const request: PreviewRequest = {
      ...{ kind, ending: endingOf(file.name), bytes: given, font, isDark },
    };
    // Its origin is opaque, so there is no other name for it.
    to.postMessage(request, '*', [channel.port2, given]);
  }

  return state;
}

const toBytes = (blob: Blob): Promise<ArrayBuffer> => blob.arrayBuffer();

/** The font that this page has loaded already; the frame may not ask for it. */
async function readFont(): Promise<ArrayBuffer | null> {
  const entries = performance.getEntriesByType('resource');
  const url = entries.find(({ name }) => name.includes(FONT))?.name;
  if (url === undefined) return null;
  const response = await fetch(url).catch(() => null);
  return response?.ok ? response.arrayBuffer() : null;
}
