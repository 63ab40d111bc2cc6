import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { judgeModes } from '@hornets/contract/admin/files/image-shares'
import { createServer } from '@hornets/server/http/node-http'
import { type Classify, type Scores, UnreadableError } from './scores.ts'
import { verdictOf, worstOf } from './verdict.ts'

/** A body that is longer is refused before it is read whole. */
const usualBytesMax = 100 * 2 ** 20
const receivedMsMax = 60_000
/** More at the same time would only wait for the one processor, with their files in memory. */
const usualWaitingMax = 8

export interface JudgeParts {
  readonly classify: Classify
  /** Images from a video, by path, in the given folder. Throws UnreadableError. */
  readonly framesOf: (path: string, folder: string) => Promise<readonly string[]>
  readonly folder: string
  readonly bytesMax?: number
  readonly waitingMax?: number
}

/** Speaks the family's contract: POST `/moderate`, multipart with `file`, `moderation_mode` and `threshold`. */
export function createJudgeServer(parts: JudgeParts): Server {
  let waiting = 0
  let judging: Promise<unknown> = Promise.resolve()
  /** One file after the other: the model uses one processor. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = judging.then(work)
    judging = next.catch(() => undefined)
    return next
  }
  const server = createServer((request, response) => {
    if (new URL(request.url ?? '/', 'http://judge').pathname !== '/moderate') return refuse(response, 404, 'Not found')
    if (request.method !== 'POST') return refuse(response, 405, 'Please POST a file')
    if (waiting >= (parts.waitingMax ?? usualWaitingMax)) return refuse(response, 503, 'Too many files are waiting')
    waiting++
    return void answer(request, response, parts, inTurn).finally(() => {
      waiting--
    })
  })
  server.requestTimeout = receivedMsMax
  return server
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>

async function answer(request: IncomingMessage, response: ServerResponse, parts: JudgeParts, inTurn: InTurn) {
  try {
    const { file, mode, threshold } = await readForm(request, parts.bytesMax ?? usualBytesMax)
    const seen = worstOf(await inTurn(() => look(file, parts)), mode)
    if (!seen) throw new UnreadableError('The video has no images')
    reply(response, 200, verdictOf(seen, mode, threshold))
  } catch (error) {
    if (error instanceof RefusedError) return refuse(response, error.status, error.message)
    if (error instanceof UnreadableError) return refuse(response, 422, error.message)
    return refuse(response, 500, 'The file could not be judged')
  }
}

async function look(file: File, { classify, framesOf, folder }: JudgeParts): Promise<Scores[]> {
  const own = join(folder, randomUUID())
  const path = join(own, 'file')
  await mkdir(own)
  try {
    await writeFile(path, Buffer.from(await file.arrayBuffer()))
    const images = file.type.startsWith('video/') ? await framesOf(path, own) : [path]
    const scores: Scores[] = []
    for (const image of images) scores.push(await classify(image))
    return scores
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function readForm(request: IncomingMessage, bytesMax: number) {
  const body = await readBody(request, bytesMax)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(body, { headers }).formData().catch(() => {
    throw new RefusedError(400, 'Please send multipart/form-data')
  })
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) throw new RefusedError(400, 'The file is missing')
  if (!/^(image|video|application\/octet-stream)/.test(file.type || 'image')) {
    throw new RefusedError(415, 'Only images and videos are judged')
  }
  const mode = judgeModes.find(known => known === String(form.get('moderation_mode') ?? 'basic'))
  const threshold = Number(form.get('threshold') ?? 0.4)
  if (!mode) throw new RefusedError(400, 'moderation_mode should be basic, strict or full')
  if (!(threshold >= 0 && threshold <= 1)) throw new RefusedError(400, 'threshold should be between 0 and 1')
  return { file, mode, threshold }
}

async function readBody(request: IncomingMessage, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new RefusedError(413, 'The file is too large')
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) throw tooLarge()
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function reply(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

function refuse(response: ServerResponse, status: number, error: string): void {
  response.shouldKeepAlive = false
  reply(response, status, { error })
}
