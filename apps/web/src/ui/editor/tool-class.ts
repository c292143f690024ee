import { cx } from '../cx.ts';

/** Classes of a button in the toolbar of the editor. */
export function toolClass(pressed = false): string {
  return cx(
    'grid size-9 shrink-0 place-items-center rounded-md text-ink-2 transition-colors duration-100 hover:bg-hover hover:text-ink disabled:opacity-40 max-md:size-11',
    pressed && 'bg-sea-weak text-sea hover:bg-sea-weak hover:text-sea',
  );
}
