/** The kind of a file by its extension, such as HWP. */
export function FileBadge({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="w-14 shrink-0 rounded-sm bg-deck py-0.5 text-center font-bold text-ink-2 text-xs"
    >
      {endingOf(name).toUpperCase()}
    </span>
  );
}

/** Extension in lower case, without the dot; empty for none. */
export function endingOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
