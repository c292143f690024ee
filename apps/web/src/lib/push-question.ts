const NAME = 'naru.push-question';

function read(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

function write(state: 'due' | 'asked'): void {
  try {
    localStorage.setItem(NAME, state);
  } catch {
    // Without storage nobody is asked: the settings have the same switch.
  }
}

/** Whether to ask for notifications on this device: a notification was read here, and nobody has decided yet. */
export function isPushQuestionDue(): boolean {
  return read() === 'due';
}

/** Call it when a notification was read. */
export function notePushReason(): void {
  if (read() === null) write('due');
}

/** Call it when the viewer has decided: the question does not come back. */
export function notePushAsked(): void {
  write('asked');
}
