import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine may take longer than the default second; a passing test never waits for it.
configure({ asyncUtilTimeout: 15_000 });

// jsdom does not scroll.
Element.prototype.scrollIntoView ??= () => undefined;

afterEach(() => {
  cleanup();
  localStorage.clear();
});
