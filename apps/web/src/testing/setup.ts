import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach } from 'vitest';
import { questions } from '../ui/ask.ts';

// A busy machine may take longer than the default second; a passing test never waits for it.
configure({ asyncUtilTimeout: 15_000 });

// jsdom lays nothing out: no media queries, no scrolling, no boxes for the editor to scroll to.
Element.prototype.scrollIntoView ??= () => undefined;
window.matchMedia ??= () =>
  ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect ??= () => new DOMRect();

// The next test, and the next file of the same worker, begins with nothing left over.
afterEach(() => {
  cleanup();
  for (const question of questions.get()) question.answer(false);
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
});
