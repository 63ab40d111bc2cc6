/** Nothing came from the other side, and it took nothing, for as long as the caller waits. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError'
}
