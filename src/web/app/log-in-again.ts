// The way out of a session that is over.

/** Goes to the page to log in, which leads back to where the person was. */
export function logInAgain(): void {
  location.assign(`/login?next=${encodeURIComponent(`/${location.hash}`)}`)
}
