type Json = Record<string, unknown>;

/** What is written into a notebook, and what it printed. A damaged one is read as it stands. */
export function notebookText(source: string): string {
  const notebook = parse(source);
  if (notebook === null) return source;
  return listOf(notebook.cells ?? objectOf(listOf(notebook.worksheets)[0]).cells)
    .map(objectOf)
    .flatMap((cell) => [
      textOf(cell.source ?? cell.input),
      ...listOf(cell.outputs).map(objectOf).map(printed),
    ])
    .join('\n');
}

function parse(source: string): Json | null {
  try {
    return objectOf(JSON.parse(source));
  } catch {
    return null;
  }
}

const printed = (output: Json) => textOf(output.text ?? objectOf(output.data)['text/plain']);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};
const textOf = (value: unknown) =>
  Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '';
