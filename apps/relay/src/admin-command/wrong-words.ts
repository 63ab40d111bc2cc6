/** Wrong usage; the message explains it. */
export class WrongWords extends Error {
  override readonly name = 'WrongWords'
}
