import { createStore } from '../lib/store.ts';

export type ToastKind = 'success' | 'error' | 'info';
export type Toast = { id: number; kind: ToastKind; text: string };

/** Spec 9: 4 seconds, at most 3 visible. */
export const TOAST_MS = 4000;
const MAX_VISIBLE = 3;

type Clock = { timer?: ReturnType<typeof setTimeout>; startedAt: number; left: number };

/** The visible toasts, oldest first. A fourth pushes the oldest out. */
export const toasts = createStore<readonly Toast[]>([]);

const clocks = new Map<number, Clock>();
let lastId = 0;
let paused = false;

function run(id: number, clock: Clock): void {
  clock.startedAt = Date.now();
  clock.timer = setTimeout(() => closeToast(id), clock.left);
}

export function closeToast(id: number): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
  if (toasts.get().length === 0) paused = false;
}

/** Holds all clocks while the pointer or the focus is on a toast. */
export function pauseToasts(): void {
  if (paused) return;
  paused = true;
  for (const clock of clocks.values()) {
    clearTimeout(clock.timer);
    clock.left = Math.max(0, clock.left - (Date.now() - clock.startedAt));
  }
}

export function resumeToasts(): void {
  if (!paused) return;
  paused = false;
  for (const [id, clock] of clocks) run(id, clock);
}

function show(kind: ToastKind, text: string): number {
  lastId += 1;
  const id = lastId;
  const clock: Clock = { startedAt: Date.now(), left: TOAST_MS };
  clocks.set(id, clock);
  if (!paused) run(id, clock);
  const next = [...toasts.get(), { id, kind, text }];
  toasts.set(next);
  for (const old of next.slice(0, -MAX_VISIBLE)) closeToast(old.id);
  return id;
}

export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
};
