/** JSON of shared responses; null until one is sent. */
const texts = new WeakMap<object, string | null>();

/** Marks an object that one route sends many times and nobody changes: its JSON is made once. */
export function shareResponse<T extends object>(response: T): T {
  texts.set(response, null);
  return response;
}

/** Serialises a response by `write`; a shared one only the first time. */
export function writeResponse(response: unknown, write: (response: unknown) => string): string {
  if (typeof response !== 'object' || response === null) return write(response);
  const known = texts.get(response);
  if (known === undefined) return write(response);
  const text = known ?? write(response);
  if (known === null) texts.set(response, text);
  return text;
}
