/** The command line was typed wrongly; the message says how. */
export class WrongWords extends Error {
  override readonly name = 'WrongWords'
}
