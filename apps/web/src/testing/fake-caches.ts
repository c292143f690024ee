/** The part of Cache Storage that the app uses, in memory: jsdom has none. */
export function startFakeCaches(): CacheStorage {
  const stored = new Map<string, Map<string, Response>>();
  const urlOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : String(request), location.href).href;
  const cacheOf = (entries: Map<string, Response>) => ({
    async put(request: RequestInfo, response: Response) {
      // As in browsers, an entry that is stored again is the newest.
      entries.delete(urlOf(request));
      entries.set(urlOf(request), response);
    },
    match: async (request: RequestInfo) => entries.get(urlOf(request))?.clone(),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    delete: async (request: RequestInfo) => entries.delete(urlOf(request)),
  });
  const fake = {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    async open(name: string) {
      const entries = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, entries);
      return cacheOf(entries);
    },
  };
  return fake as unknown as CacheStorage;
}
