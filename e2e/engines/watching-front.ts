import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';

const SCRIPT = '/__watch__.js';
const FAULTS = '/__faults__';
/** A page of the site without the app. */
export const BLANK = '/__blank__';

declare global {
  interface Window {
    /** What went wrong in this document. */
    __faults__?: string[];
  }
}

export interface WatchingFront {
  url: string;
  /** What went wrong in pages since the last call; empties the list. */
  take(): string[];
  close(): Promise<void>;
}

/** Runs in each page, before the app. */
function watch(path: string): void {
  // A screen has one window with the focus; a journey has several people, each at a screen.
  document.hasFocus = () => true;
  const faults: string[] = [];
  window.__faults__ = faults;
  const note = (fault: string) => {
    faults.push(fault);
    navigator.sendBeacon(path, fault);
  };
  const consoleError = console.error;
  console.error = (...parts: unknown[]) => {
    note(`console: ${parts.map(String).join(' ')}`);
    consoleError(...parts);
  };
  // Captured, as those of pictures and scripts do not bubble.
  const onError = (event: Event) => {
    // Chromium's name for a size that changes once more in the next frame.
    if (event instanceof ErrorEvent && event.message.startsWith('ResizeObserver loop')) return;
    if (event instanceof ErrorEvent) return note(`uncaught: ${event.message}`);
    const { target } = event;
    // Firefox reports one of code that has run already; what is missing fails where it is used.
    if (target instanceof HTMLLinkElement && target.rel === 'modulepreload') return;
    note(`not loaded: ${target instanceof Element ? target.outerHTML : ''}`);
  };
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', ({ reason }) => note(`unhandled: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    note(`blocked: ${violatedDirective} ${blockedURI}`),
  );
}

/**
 * Passes requests to the server at `target`, and gives each page a script that reports what went wrong in
 * it: not every driver reports errors, and none of those of the first moment of a page.
 */
export async function startWatchingFront(target: string): Promise<WatchingFront> {
  const faults: string[] = [];
  const own: Record<string, [string, string]> = {
    [SCRIPT]: ['text/javascript', `(${watch})('${FAULTS}');`],
    [BLANK]: ['text/html', '<!doctype html>'],
  };
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    if (url === FAULTS) {
      void text(incoming).then((fault) => faults.push(fault));
      return outgoing.writeHead(204).end();
    }
    const page = own[url];
    if (page) return outgoing.writeHead(200, { 'content-type': page[0] }).end(page[1]);
    const isPage = headers.accept?.includes('text/html') === true;
    // A page is changed, so it comes whole and as text.
    const { 'accept-encoding': _, 'if-none-match': __, ...plain } = headers;
    const sending = { method, headers: isPage ? plain : headers };
    const sent = request(new URL(url, target), sending, (response) => {
      const status = response.statusCode ?? 502;
      if (status >= 500) faults.push(`${status} ${url}`);
      const isHtml = response.headers['content-type']?.startsWith('text/html') === true;
      if (isPage && isHtml) return void sendWatched(response, outgoing);
      outgoing.writeHead(status, response.headers).flushHeaders();
      return pipeline(response, outgoing, () => undefined);
    });
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => void (outgoing.writableFinished || sent.destroy()));
    return incoming.pipe(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => faults.splice(0),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function sendWatched(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const page = await text(response);
  const { etag: _, 'content-length': __, ...headers } = response.headers;
  outgoing.writeHead(response.statusCode ?? 502, headers);
  outgoing.end(page.replace('<head>', `<head><script src="${SCRIPT}"></script>`));
}
