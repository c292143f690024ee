import {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  type PDFPageProxy,
  PDFWorker,
  type RenderTask,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import pdfWorkerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { UnreadableError } from './parts.ts';
import { type Place, showParts } from './show-parts.ts';
import { startWorker } from './workers.ts';

const OPEN_MS = 15_000;
const PAGE_MS = 10_000;
const PAGES = 10_000;
/** Pixels of one canvas, which phones limit. */
const PIXELS = 12_000_000;
/** CSS pixels of a point. */
const POINT = 96 / 72;
/** Maps of letters, fonts and decoders lie beside the page. */
const FILES = new URL('./', location.href).href;

/** Draws the pages of a PDF, with their text above so that it can be selected. Scripts and forms of it do not run. */
export async function showPdf(bytes: ArrayBuffer): Promise<void> {
  GlobalWorkerOptions.workerSrc = pdfWorkerUrl;
  const port = await startWorker(pdfWorkerUrl);
  const task = getDocument({
    data: bytes,
    worker: PDFWorker.create({ port }),
    cMapUrl: FILES,
    cMapPacked: true,
    standardFontDataUrl: FILES,
    wasmUrl: FILES,
    iccUrl: FILES,
    useWorkerFetch: true,
    isEvalSupported: false,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: 64_000_000,
    canvasMaxAreaInBytes: PIXELS * 4,
  });
  const pdf = await inTime(OPEN_MS, task.promise, () => port.terminate());
  const count = Math.min(PAGES, pdf.numPages);
  const start = await inTime(OPEN_MS, pdf.getPage(1), () => port.terminate());
  const { width, height } = start.getViewport({ scale: POINT });
  const running = new Map<number, RenderTask>();

  function cancel(at: number): void {
    running.get(at)?.cancel();
    running.delete(at);
  }

  async function draw(at: number, { box, scale, isWanted }: Place): Promise<Node[] | null> {
    cancel(at);
    const page = await pdf.getPage(at + 1);
    if (!isWanted()) return null;
    fit(box, page.getViewport({ scale: POINT }), scale);
    const { canvas, rendering } = paint(page, scale * POINT);
    running.set(at, rendering);
    try {
      await rendering.promise;
    } catch (error) {
      if (error instanceof Error && error.name === 'RenderingCancelledException') return null;
      throw error;
    }
    return isWanted() ? [canvas, await textOf(page, scale * POINT)] : null;
  }

  await showParts(
    {
      parts: Array.from({ length: count }, () => ({ width, height })),
      ...(pdf.numPages > PAGES && {
        note: `처음 ${PAGES.toLocaleString('ko')}쪽만 보여 드립니다.`,
      }),
    },
    {
      label: '쪽',
      draw: (at, place) => inTime(PAGE_MS, draw(at, place), () => cancel(at)),
      clear: cancel,
    },
  );
}

/** Pages of a file may differ in size. */
function fit(
  box: HTMLElement,
  { width, height }: { width: number; height: number },
  scale: number,
): void {
  const zoom = Number(document.documentElement.style.getPropertyValue('--zoom')) || 1;
  box.style.width = `calc(${(width * scale) / zoom}px * var(--zoom))`;
  box.style.height = `calc(${(height * scale) / zoom}px * var(--zoom))`;
}

function paint(page: PDFPageProxy, scale: number) {
  const { width, height } = page.getViewport({ scale });
  const sharp = Math.min(devicePixelRatio, Math.sqrt(PIXELS / (width * height)));
  const viewport = page.getViewport({ scale: scale * sharp });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const rendering = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
  return { canvas, rendering };
}

async function textOf(page: PDFPageProxy, scale: number): Promise<HTMLElement> {
  const container = document.createElement('div');
  container.className = 'textLayer';
  container.style.setProperty('--total-scale-factor', String(scale));
  const viewport = page.getViewport({ scale });
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
  await layer.render();
  return container;
}

async function inTime<T>(ms: number, work: Promise<T>, stop: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      stop();
      reject(new UnreadableError('late'));
    }, ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
