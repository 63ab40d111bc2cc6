import type { IncomingMessage } from 'node:http'

const drainedBytesMax = 4 * 2 ** 20
const drainMs = 5000

/** For an answer sent before the body is read: a client still sending sees it instead of a broken connection. */
export function drainUnread(body: IncomingMessage): void {
  if (body.complete || body.destroyed) return
  let drained = 0
  const giveUp = () => {
    if (!body.complete) body.destroy()
  }
  const timer = setTimeout(giveUp, drainMs)
  body.on('data', (chunk: Buffer) => {
    drained += chunk.length
    if (drained > drainedBytesMax) giveUp()
  })
  body.on('error', () => {})
  body.on('close', () => clearTimeout(timer))
  body.resume()
}
