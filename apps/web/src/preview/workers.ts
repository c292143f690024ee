import { UnreadableError } from './parts.ts';

type Rules = {
  createScriptURL: (url: string) => string;
  createHTML: (html: string) => string;
};
type CreatePolicy = (name: string, rules: Rules) => Rules;

const { trustedTypes } = window as { trustedTypes?: { createPolicy: CreatePolicy } };
const OWN_FOLDER = new URL('./', location.href).href;
const rules: Rules = {
  createScriptURL: (url) => {
    if (!url.startsWith('blob:') && !url.startsWith(OWN_FOLDER))
      throw new TypeError('no own script');
    return url;
  },
  // Only what is sanitised, or read in a document apart.
  createHTML: (html) => html,
};
const policy = trustedTypes?.createPolicy('naru-preview', rules) ?? rules;

/** Milliseconds for the scripts of a worker to arrive. */
const START_MS = 20_000;

/**
 * A page without an origin may load no worker by its address: this one is made here and imports it. What is sent
 * before it has would be lost, so it resolves after that.
 */
export async function startWorker(url: string): Promise<Worker> {
  const address = JSON.stringify(new URL(url, location.href).href);
  const source = `import(${address}).then(() => postMessage('ready'), () => postMessage('failed'));`;
  const blob = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(policy.createScriptURL(blob));
  const first = await new Promise((resolve) => {
    // Some send messages of their own while they load.
    worker.onmessage = ({ data }) => typeof data === 'string' && resolve(data);
    worker.onerror = () => resolve('failed');
    setTimeout(() => resolve('late'), START_MS);
  });
  URL.revokeObjectURL(blob);
  if (first === 'ready') return worker;
  worker.terminate();
  throw new UnreadableError('network');
}

export const trusted = (html: string): string => policy.createHTML(html);
export const trustedScript = (url: string): string => policy.createScriptURL(url);
