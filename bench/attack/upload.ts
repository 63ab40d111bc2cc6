import { hash } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { writer } from '../nostr/signed-event.ts'
import type { Stage } from './attack.ts'

const pauseMillis = 250

interface UploadOptions {
  readonly address?: number
  /** `media` is optimised (BUD-05). */
  readonly verb?: 'upload' | 'media'
  readonly type?: string
}

/** Begins an upload (BUD-02, BUD-05) of this body, which the caller sends. */
export function beginUpload(
  stage: Stage,
  by: ReturnType<typeof writer>,
  body: Buffer,
  { address = 0, verb = 'upload', type = 'application/octet-stream' }: UploadOptions = {},
): ClientRequest {
  const sha256 = hash('sha256', body)
  const created_at = Math.floor(Date.now() / 1000) - 1
  const tags = [
    ['t', verb],
    ['expiration', String(created_at + 600)],
    ['x', sha256],
  ]
  const authorization = `Nostr ${Buffer.from(by.write({ kind: 24_242, tags, created_at, content: 'Upload' })).toString('base64')}`
  const headers = { authorization, 'content-length': body.length, 'content-type': type, 'x-sha-256': sha256 }
  const sent = request({
    ...stage.endpoint,
    path: `/${verb}`,
    method: 'PUT',
    localAddress: stage.address(address),
    headers,
  })
  // A refusal can arrive, and the connection close, before the body is sent.
  sent.on('error', () => {})
  return sent
}

export async function upload(
  stage: Stage,
  by: ReturnType<typeof writer>,
  body: Buffer,
  options?: UploadOptions,
): Promise<number> {
  const sent = beginUpload(stage, by, body, options)
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

/** Uploads a small file of another person's now and then during the attack. Resolves with what they felt. */
export async function uploadBeside(
  stage: Stage,
  by: ReturnType<typeof writer>,
  bodies: Iterable<Buffer>,
  options: UploadOptions,
) {
  const felt: number[] = []
  const refusals: number[] = []
  for (const body of bodies) {
    if (stage.signal.aborted) break
    const begun = performance.now()
    const status = await upload(stage, by, body, options)
    if (status === 200 || status === 201) felt.push(performance.now() - begun)
    else refusals.push(status)
    await delay(pauseMillis)
  }
  const slowest = Math.max(0, ...felt) / 1000
  const seen = `of another person's uploads ${felt.length} kept, the slowest after ${slowest.toFixed(1)} s, ${refusals.length} refused`
  return { seen, slowest, kept: felt.length, refused: refusals.length }
}
