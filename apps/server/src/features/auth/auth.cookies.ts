const DAY_SECONDS = 24 * 60 * 60;
/** The longest life browsers allow; the device outlives its sessions (quality LG-04). */
const DEVICE_SECONDS = 400 * DAY_SECONDS;

export interface CookieLine {
  name: string;
  options: {
    path: '/';
    httpOnly: true;
    sameSite: 'strict';
    secure: boolean;
    /** Seconds. */
    maxAge: number;
  };
}

export interface AuthCookies {
  /** Marks a browser; a refresh needs it beside the token (decisions 37). */
  device: CookieLine;
  /** Ties a password reset or a sign-up to the browser that began it (decisions 23). */
  flow: CookieLine;
}

/** Locked to this host where the site has https (quality HD-19). */
export function authCookies(publicUrl: string, flowSeconds: number): AuthCookies {
  const secure = publicUrl.startsWith('https:');
  const line = (name: string, maxAge: number): CookieLine => ({
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge },
  });
  return { device: line('naru_device', DEVICE_SECONDS), flow: line('naru_flow', flowSeconds) };
}
