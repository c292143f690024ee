import { cx } from './cx.ts';

/** Shared by text inputs, text areas and selects: 40 px, on phones 44 px and 16 px text. */
export function controlClass(className?: string): string {
  return cx(
    'w-full min-w-0 rounded-ctl border border-line-strong bg-paper text-base text-ink max-md:text-[1rem]',
    'placeholder:text-ink-3 hover:border-ink-3 focus-visible:border-sea focus-visible:outline-offset-0',
    'aria-invalid:border-buoy disabled:bg-deck disabled:text-ink-3 [&[readonly]]:bg-deck',
    className,
  );
}
