import type { SourceFault } from '@naru/contract/sources';

/** What a reading left out, and why. */
export function FaultList({ faults }: { faults: readonly SourceFault[] }) {
  if (faults.length === 0) return null;
  return (
    <section aria-label="빠진 것" className="border-line border-t px-5 py-4 max-md:px-4">
      <h3 className="mb-2 font-semibold text-md">빠진 것</h3>
      <ul className="grid gap-2">
        {faults.map(({ place, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={at} className="grid gap-0.5 text-md">
            <bdi className="font-medium [overflow-wrap:anywhere]">{place}</bdi>
            <span className="text-ink-2">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
