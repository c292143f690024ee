export type CookieSpec = ReturnType<typeof hostCookie>;

/** An HttpOnly cookie for `maxAge` seconds; with the __Host- prefix where the site uses https. */
export function hostCookie(publicUrl: string, name: string, maxAge: number) {
  const secure = publicUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'strict' as const, secure, maxAge },
  };
}
