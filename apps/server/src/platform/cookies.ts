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

/** An HttpOnly cookie; with the __Host- prefix where the site uses https. */
export function hostCookie(publicUrl: string, name: string, maxAge: number): CookieLine {
  const secure = publicUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge },
  };
}
