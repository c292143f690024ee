import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine may take longer than the default second; a passing test never waits for it.
configure({ asyncUtilTimeout: 15_000 });

// jsdom has no modal dialogs and does not scroll: enough of both for components to be tested.
Element.prototype.scrollIntoView ??= () => undefined;
const dialog = HTMLDialogElement.prototype;
dialog.showModal ??= function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '');
};
dialog.close ??= function close(this: HTMLDialogElement) {
  this.removeAttribute('open');
};

afterEach(() => {
  cleanup();
  localStorage.clear();
});
