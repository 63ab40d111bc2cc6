/** A document that is still there after this time stays: its user chose not to leave. */
const stayedAfterMs = 1000

let going = false

/**
 * Opens the sign-in, a separate document. Whatever ends a session and whatever notices it lead there: only the first
 * one navigates, so that the page is fetched once.
 */
export function goToSignIn(): void {
  if (going) return
  going = true
  location.replace('/auth/login')
  setTimeout(() => {
    going = false
  }, stayedAfterMs)
}
