export class WrongWords extends Error {
  override readonly name = 'WrongWords'
}
