/** The services of Chrome and most others, Firefox, Safari and Edge. */
export const KNOWN_SERVICES =
  'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

const NAME = /^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/;
/** Services of tests, at any port; no browser has one. */
const LOOPBACK = 'http://127.0.0.1';

/** Whether it is a host, `*.` with a domain, or means the services of tests on this machine. */
export function isService(entry: string): boolean {
  return NAME.test(entry) || entry === LOOPBACK;
}

export type PushServices = ReturnType<typeof createPushServices>;

/** The services to which the server sends; `entries` as `isService` knows them. */
export function createPushServices(entries: readonly string[]) {
  const isTest = entries.includes(LOOPBACK);
  return {
    isOff: entries.length === 0,
    /** Whether a browser may have been given this address by one of them. */
    allows(endpoint: string): boolean {
      if (!URL.canParse(endpoint)) return false;
      const { protocol, hostname, port, username, password } = new URL(endpoint);
      if (username !== '' || password !== '') return false;
      if (isTest && `${protocol}//${hostname}` === LOOPBACK) return true;
      return protocol === 'https:' && port === '' && entries.some((one) => isOf(hostname, one));
    },
  };
}

function isOf(hostname: string, entry: string): boolean {
  return entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) : hostname === entry;
}
