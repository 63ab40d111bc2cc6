/** After so long a document that is still there stays: whoever reads it was asked, and did not want to leave. */
const stayedAfterMs = 1000

let going = false

/**
 * Goes to the sign-in, which is a document of its own. What ends a session and what sees it end both lead there: the first
 * of them does, so that the page is not fetched twice.
 */
export function goToSignIn(): void {
  if (going) return
  going = true
  location.replace('/auth/login')
  setTimeout(() => {
    going = false
  }, stayedAfterMs)
}
