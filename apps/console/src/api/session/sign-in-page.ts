/** A document that is still there after this time stays: its user chose not to leave. */
const stayedAfterMs = 1000

let going = false

/** A separate document. Only the first that notices an ended session navigates, so that the page is fetched once. */
export function goToSignIn(): void {
  if (going) return
  going = true
  location.replace('/auth/login')
  setTimeout(() => {
    going = false
  }, stayedAfterMs)
}
