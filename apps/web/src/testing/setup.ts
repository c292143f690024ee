import { cleanup, configure, fireEvent, getConfig, prettyDOM } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeEach } from 'vitest';
import { isConnected } from '../lib/offline/connection.ts';
import { questions } from '../ui/ask.ts';
import { computeStylesOnDemand } from './computed-style.ts';

configure({
  // A busy machine can exceed the default second; passing tests never wait this long.
  asyncUtilTimeout: 15_000,
  getElementError: (message, container) => {
    const page = isTriedAgain() ? '' : prettyDOM(container);
    const error = new Error([message, page].filter(Boolean).join('\n\n'));
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

/** Inside of `waitFor`, which prints the page with the last error itself. */
function isTriedAgain(): boolean {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}

// jsdom has no layout: no media queries, scrolling or element boxes.
Element.prototype.scrollIntoView ??= () => undefined;
window.matchMedia ??= () =>
  ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect ??= () => new DOMRect();

computeStylesOnDemand(window);

// A request of an earlier test may have failed since.
beforeEach(() => isConnected.set(true));

// Resets all global state between tests.
afterEach(() => {
  cleanup();
  // Some tests press without a release.
  fireEvent.mouseUp(window);
  for (const question of questions.get()) question.answer(false);
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
});
