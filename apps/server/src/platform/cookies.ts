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

/** A cookie that scripts cannot read, locked to this host where the site has https. */
export function hostCookie(publicUrl: string, name: string, maxAge: number): CookieLine {
  const secure = publicUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge },
  };
}
