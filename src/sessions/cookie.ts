// The cookie of a session: its name, its attributes, and how it is read from a request.
import { longestSessionSeconds } from './activity'

/** A name that begins so is taken by browsers only over HTTPS, from this very host, for all of it. */
const securePrefix = '__Host-'
export const plainName = 'confab-session'

/** The token that a request shows. @param origin the base address the caller used */
export function tokenOf(request: Request, origin: () => string): string | undefined {
  const header = request.headers.get('cookie')
  if (!header?.includes(plainName)) return undefined
  return new Bun.CookieMap(header).get(nameAt(origin())) ?? undefined
}

/** `Set-Cookie` for a browser that has logged in. @param origin the base address the caller used */
export function sessionCookie(token: string, origin: string): { 'set-cookie': string } {
  return cookie(token, origin, longestSessionSeconds)
}

/** `Set-Cookie` for a browser that has logged out. */
export function noSessionCookie(origin: string): { 'set-cookie': string } {
  return cookie('', origin, 0)
}

function cookie(value: string, origin: string, maxAge: number): { 'set-cookie': string } {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(origin), maxAge } as const
  return { 'set-cookie': new Bun.Cookie(nameAt(origin), value, attributes).serialize() }
}

function nameAt(origin: string): string {
  return isSecure(origin) ? securePrefix + plainName : plainName
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}
