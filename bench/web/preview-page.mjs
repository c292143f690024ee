import {
  PREVIEW_FRAME,
  PREVIEW_READY,
  previewKindOf,
} from '../../apps/web/src/lib/file-preview.ts';

/** The app allows more for the slowest file. */
const PATIENCE_MS = 120_000;

/**
 * Shows a file in the frame of previews as the app does, in a page of the site, with the font that is at `font`; both
 * have arrived before. Returns what the frame said last, and
 * the milliseconds from the opening of the frame to each of its events.
 */
export async function showFile(page, { ending, bytes, font }) {
  return page.evaluate(
    async ({ kind, ending, base64, fontUrl, frame, ready, patience }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer;
      const font = await (await fetch(fontUrl)).arrayBuffer();
      const start = performance.now();
      const times = {};
      const iframe = document.createElement('iframe');
      Object.assign(iframe, { src: frame, sandbox: 'allow-scripts' });
      iframe.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0';
      document.body.replaceChildren(iframe);
      return new Promise((resolve) => {
        const note = (event) => {
          times[event.type] = performance.now() - start;
          if (event.type === 'shown' || event.type === 'failed') resolve({ ...event, times });
        };
        setTimeout(() => note({ type: 'failed', reason: 'silent' }), patience);
        addEventListener('message', ({ data, source }) => {
          if (source !== iframe.contentWindow || data !== ready) return;
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data: event }) => note(event);
          const request = { kind, ending, bytes, font, isDark: false };
          iframe.contentWindow.postMessage(request, '*', [port2, bytes]);
        });
      });
    },
    {
      kind: previewKindOf(ending),
      ending,
      base64: bytes.toString('base64'),
      fontUrl: font,
      frame: PREVIEW_FRAME,
      ready: PREVIEW_READY,
      patience: PATIENCE_MS,
    },
  );
}
