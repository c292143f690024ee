/** Lines of one section of a document that only one of two versions has. */
export type ChangedSection = {
  /** Empty for what stands before the first heading. */
  title: string;
  removed: string[];
  added: string[];
};

/** The sections that differ between two versions, in the order of the newer one; those that are gone come last. */
export function changedSections(before: string, after: string): ChangedSection[] {
  const [from, to] = [linesBySection(before), linesBySection(after)];
  return [...new Set([...to.keys(), ...from.keys()])]
    .map((title) => {
      const [old, now] = [from.get(title) ?? [], to.get(title) ?? []];
      return { title, removed: without(old, now), added: without(now, old) };
    })
    .filter(({ removed, added }) => removed.length + added.length > 0);
}

function linesBySection(content: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let title = '';
  for (const line of content.split('\n').map((one) => one.trim())) {
    if (line.startsWith('##')) title = line.replace(/^##\s*/, '');
    const lines = sections.get(title) ?? [];
    if (line !== '' && !line.startsWith('##')) lines.push(line);
    sections.set(title, lines);
  }
  return sections;
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}
