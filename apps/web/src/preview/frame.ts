import './frame.css';
import {
  PREVIEW_READY,
  type PreviewEvent,
  type PreviewFailure,
  type PreviewRequest,
} from '../lib/file-preview.ts';
import { UnreadableError } from './parts.ts';
import { renderPart } from './render.ts';
import { showParts } from './show-parts.ts';
import { startReader } from './start-reader.ts';

/**
 * The page that shows a file. It stands in a sandboxed frame without an origin, so that nothing which a file contains
 * reaches the app, its storage or its calls; the app hands over the bytes.
 */
async function show(request: PreviewRequest, onLoaded: () => void): Promise<void> {
  document.documentElement.dataset.theme = request.isDark ? 'dark' : 'light';
  await loadFont(request.font);
  const { kind, bytes } = request;
  if (bytes.byteLength === 0) throw new UnreadableError('empty');
  if (kind === 'picture' || kind === 'pdf') {
    const showFile = kind === 'picture' ? showPicture : (await loadPdf()).showPdf;
    onLoaded();
    return showFile(bytes);
  }
  const { opened, readPart } = await startReader(request, onLoaded);
  await showParts(opened, {
    label: kind === 'hwp' ? '쪽' : null,
    draw: async (at, { isWanted }) => {
      const part = await readPart(at, isWanted);
      return part === null ? null : [renderPart(part)];
    },
  });
}

const loadPdf = () =>
  import('./pdf.ts').catch(() => {
    throw new UnreadableError('network');
  });

async function loadFont(bytes: ArrayBuffer | null): Promise<void> {
  if (bytes === null) return;
  const face = new FontFace('Naru Sans', bytes.slice(0), { weight: '400 800' });
  document.fonts.add(await face.load());
}

async function showPicture(bytes: ArrayBuffer): Promise<void> {
  const picture = new Image();
  picture.alt = '첨부 사진';
  picture.src = URL.createObjectURL(new Blob([bytes]));
  await picture.decode().catch(() => {
    throw new UnreadableError('damaged');
  });
  await showParts(
    { parts: [{ height: 0 }] },
    {
      label: null,
      draw: async (_, { box }) => {
        box.classList.add('picture');
        return [picture];
      },
    },
  );
}

/** Libraries name their errors. */
function reasonOf(error: unknown): PreviewFailure {
  if (error instanceof UnreadableError) return error.reason;
  return error instanceof Error && error.name === 'PasswordException' ? 'password' : 'damaged';
}

addEventListener('message', ({ data, ports, source }: MessageEvent<PreviewRequest>) => {
  const [port] = ports;
  if (source !== parent || port === undefined) return;
  const post = (event: PreviewEvent) => port.postMessage(event);
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) post({ type: 'close' });
  });
  show(data, () => post({ type: 'reading' })).then(
    () => post({ type: 'shown' }),
    (error: unknown) => post({ type: 'failed', reason: reasonOf(error) }),
  );
});
parent.postMessage(PREVIEW_READY, '*');
