import { readLanguage } from '@naru/contract/formats';
import workerUrl from './highlight.worker.ts?worker&url';
import type { CodePart, CodeRequest, CodeResponse } from './parts.ts';

/** Milliseconds that all code of one text may take, with the start of the worker. */
const TIME_MAX = 3000;

type CreatePolicy = (
  name: string,
  rules: { createScriptURL: (url: string) => string },
) => { createScriptURL: (url: string) => string };

const { trustedTypes } = window as { trustedTypes?: { createPolicy: CreatePolicy } };
const policy = trustedTypes?.createPolicy('naru-code', { createScriptURL: () => workerUrl });

/**
 * Colours code in a worker: some texts take a highlighter minutes, and only a worker can be stopped. It is stopped
 * when its time for all code together is over.
 */
export function createHighlighter() {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
  let left = TIME_MAX;

  const ask = (request: CodeRequest) =>
    new Promise<CodeResponse>((resolve) => {
      if (left <= 0) return resolve(null);
      const from = performance.now();
      const end = (response: CodeResponse) => {
        clearTimeout(timer);
        left -= performance.now() - from;
        if (response === null && left <= 0) worker.terminate();
        resolve(response);
      };
      const timer = setTimeout(() => {
        left = 0;
        end(null);
      }, left);
      worker.onmessage = ({ data }: MessageEvent<CodeResponse>) => end(data);
      worker.onerror = () => {
        left = 0;
        end(null);
      };
      worker.postMessage(request);
    });

  return {
    /**
     * Colours the text of a code element by the language of its class, in at most `room` elements. Returns their
     * number, or null when it leaves the code plain.
     */
    async highlight(element: HTMLElement, room: number): Promise<number | null> {
      const language = readLanguage(element.className);
      if (language === null) return null;
      const response = await ask({ language, code: element.textContent ?? '' });
      if (response === null || response.elements > room) return null;
      element.replaceChildren(...response.parts.map(nodeOf));
      return response.elements;
    },
    stop: () => worker.terminate(),
  };
}

function nodeOf(part: CodePart): Node {
  if (typeof part === 'string') return document.createTextNode(part);
  const element = document.createElement('span');
  element.className = part.classes;
  element.append(...part.parts.map(nodeOf));
  return element;
}
