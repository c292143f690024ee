import { readLanguage } from '@naru/contract/formats';
import workerUrl from './highlight.worker.ts?worker&url';
import type { CodePart, CodeRequest, CodeResponse } from './parts.ts';

/** Null when there is no time left, too. */
type Ask = (request: CodeRequest) => Promise<CodeResponse>;

/** Milliseconds that all code of one text may take, once the worker has loaded. */
const TIME_MAX = 3000;

type CreatePolicy = (
  name: string,
  rules: { createScriptURL: (url: string) => string },
) => { createScriptURL: (url: string) => string };

const { trustedTypes } = window as { trustedTypes?: { createPolicy: CreatePolicy } };
const policy = trustedTypes?.createPolicy('naru-code', { createScriptURL: () => workerUrl });

/**
 * Starts a worker that colours code: some texts take a highlighter minutes, and only a worker can be stopped.
 * Rejects when its script cannot be loaded, or when it is `stopped` before.
 */
export async function startHighlighter(stopped: AbortSignal): Promise<Ask> {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
  await new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = reject;
    stopped.addEventListener('abort', () => {
      worker.terminate();
      reject(stopped.reason);
    });
  });
  let left = TIME_MAX;

  return (request) =>
    new Promise<CodeResponse>((resolve) => {
      if (left <= 0) return resolve(null);
      const from = performance.now();
      const end = (response: CodeResponse) => {
        clearTimeout(timer);
        left -= performance.now() - from;
        resolve(response);
      };
      const fail = () => {
        left = 0;
        end(null);
      };
      const timer = setTimeout(fail, left);
      worker.onmessage = ({ data }: MessageEvent<CodeResponse>) => end(data);
      worker.onerror = fail;
      worker.postMessage(request);
    });
}

/**
 * Returns what colours the text of a code element by the language of its class, in at most `room` elements. It
 * returns their number, or null when it leaves the code plain.
 */
export function coloursBy(ask: Ask) {
  return async (element: HTMLElement, room: number): Promise<number | null> => {
    const language = readLanguage(element.className);
    if (language === null) return null;
    const response = await ask({ language, code: element.textContent ?? '' });
    if (response === null || response.elements > room) return null;
    element.replaceChildren(...response.parts.map(nodeOf));
    return response.elements;
  };
}

function nodeOf(part: CodePart): Node {
  if (typeof part === 'string') return document.createTextNode(part);
  const element = document.createElement('span');
  element.className = part.classes;
  element.append(...part.parts.map(nodeOf));
  return element;
}
