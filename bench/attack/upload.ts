import { hash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { writer } from '../nostr/signed-event.ts'
import type { Stage } from './attack.ts'

/** Uploads a file (BUD-02) from one of the attacker's addresses. Resolves with the status; 0 if the connection broke. */
export async function upload(stage: Stage, by: ReturnType<typeof writer>, body: Buffer, address = 0): Promise<number> {
  const sha256 = hash('sha256', body)
  const created_at = Math.floor(Date.now() / 1000) - 1
  const tags = [
    ['t', 'upload'],
    ['expiration', String(created_at + 600)],
    ['x', sha256],
  ]
  const authorization = `Nostr ${Buffer.from(by.write({ kind: 24_242, tags, created_at, content: 'Upload' })).toString('base64')}`
  const headers = { authorization, 'content-length': body.length, 'x-sha-256': sha256 }
  const sent = request({
    ...stage.endpoint,
    ...{ path: '/upload', method: 'PUT', localAddress: stage.address(address), headers },
  })
  // A refusal can arrive, and the connection close, before the body is sent.
  sent.on('error', () => {})
  sent.end(body)
  stage.spent(body.length)
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode ?? 0
  } catch {
    return 0
  }
}
