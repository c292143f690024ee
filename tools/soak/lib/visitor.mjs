import { setTimeout as delay } from 'node:timers/promises';

/** A member with the cookie of the device, whose tokens are renewed as a browser does it. */
export async function enter(url, username) {
  const send = (method, path, body, headers = {}) =>
    fetch(`${url}${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      body: body && JSON.stringify(body),
    });
  const login = await send('POST', '/api/member/login', { username, password: 'naru-demo-1' });
  let tokens = await login.json();
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const attempt = (method, path, body) =>
    send(method, path, body, { authorization: `Bearer ${tokens.accessToken}` });
  const read = async (response) => {
    const text = await response.text();
    return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : {} };
  };
  return {
    open: (path, signal) =>
      fetch(`${url}${path}`, {
        signal,
        headers: { authorization: `Bearer ${tokens.accessToken}` },
      }),
    async refresh() {
      const { refreshToken } = tokens;
      const found = await read(
        await send('POST', '/api/auth/refresh', { refreshToken }, { cookie }),
      );
      if (found.status === 200) tokens = found.json;
      return found.status;
    },
    async call(method, path, body) {
      const found = await read(await attempt(method, path, body));
      if (found.status !== 401) return found;
      if ((await this.refresh()) !== 200) return found;
      return read(await attempt(method, path, body));
    },
  };
}

/** Looks until something is true; false after `ms`. */
export const until = async (isTrue, ms) => {
  const deadline = performance.now() + ms;
  while (performance.now() < deadline) {
    if (await isTrue()) return true;
    await delay(100);
  }
  return false;
};
