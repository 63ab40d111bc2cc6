import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { getToken } from 'nostr-tools/nip98'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'
import { person, png, sha256 } from './media-world.ts'

let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay({ config: { publicUrl: 'wss://relay.example' } })
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())

const atOnce = 4
const ann = person()
const publicPort = () => Number(new URL(relay.publicUrl).port)
const adminPort = () => Number(new URL(relay.adminUrl).port)

const filesLeft = () =>
  readdirSync(join(relay.dataDir, 'media'), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => name)

/** Whole, it is accepted: what was cut off was not refused for another reason. */
async function sendWhole(request: Request): Promise<void> {
  const socket = connect(request.port(), '127.0.0.1')
  socket.write(await bytesOf(request))
  const [answer] = await once(socket, 'data')
  socket.destroy()
  expect(String(answer)).toMatch(/^HTTP\/1\.1 20[01] /)
  const { media, relayDatabase } = relay.context
  await media.thumbnails.settled()
  for (const { hash } of await relayDatabase.reads.selectFrom('files').select('hash').execute())
    await media.service.remove(hash)
}

afterEach(async () => {
  await expect.poll(filesLeft).toEqual([])
  const { relayDatabase } = relay.context
  expect(await relayDatabase.reads.selectFrom('files').selectAll().execute()).toEqual([])
  expect(await relayDatabase.reads.selectFrom('file_owner_totals').selectAll().execute()).toEqual([])
})

interface Request {
  readonly port: () => number
  /** Of the same length for each connection, which may need a signature of its own. */
  readonly head: string | (() => Promise<string>)
  readonly body: Buffer
}

const bytesOf = async ({ head, body }: Request) =>
  Buffer.concat([Buffer.from(typeof head === 'string' ? head : await head()), body])

async function cutAt(cuts: readonly number[], request: Request): Promise<void> {
  const semaphore = pLimit(atOnce)
  const leave = async (cut: number, way: 'end' | 'resetAndDestroy') => {
    const whole = await bytesOf(request)
    const socket = connect(request.port(), '127.0.0.1').resume()
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    socket.write(whole.subarray(0, cut), () => setImmediate(() => socket[way]()))
    await closed
  }
  await Promise.all(
    cuts.flatMap(cut => (['end', 'resetAndDestroy'] as const).map(way => semaphore(() => leave(cut, way)))),
  )
}

const headOf = (line: string, headers: Readonly<Record<string, string>>) =>
  `${line} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

const everyByte = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, at) => from + at * step)

it('an upload by Blossom that is cut off at any byte leaves nothing', async () => {
  const file = png(96)
  const common = { Host: 'relay.example', Authorization: ann.header('upload', [sha256(file)]) }
  const withLength = headOf('PUT /upload', { ...common, 'Content-Length': '96' })
  const plain = { port: publicPort, head: withLength, body: file }
  await cutAt(everyByte(withLength.length, withLength.length + 96), plain)
  await cutAt(everyByte(1, withLength.length, 23), plain)
  await sendWhole(plain)

  const chunked = headOf('PUT /upload', { ...common, 'Transfer-Encoding': 'chunked' })
  const parts = [file.subarray(0, 40), file.subarray(40)].map(part =>
    Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
  )
  const body = Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
  const inChunks = { port: publicPort, head: chunked, body }
  await cutAt(everyByte(chunked.length, chunked.length + body.length), inChunks)
  await sendWhole(inChunks)
})

it('nor does one by NIP-96, wherever its form is cut off', async () => {
  const file = png(64)
  const form = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="caption"\r\n\r\nA bee\r\n'),
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
    file,
    Buffer.from('\r\n--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\nBee\r\n--x--\r\n'),
  ])
  const head = async () => {
    const secret = generateSecretKey()
    // A signature works once, and a cut upload has used it.
    const signature = await getToken('https://relay.example/nip96', 'POST', event => finalizeEvent(event, secret), true)
    return headOf('POST /nip96', {
      Host: 'relay.example',
      Authorization: signature,
      'Content-Length': String(form.length),
      'Content-Type': 'multipart/form-data; boundary=x',
    })
  }
  const request = { port: publicPort, head, body: form }
  const { length } = await head()
  await cutAt(everyByte(length, length + form.length, 3), request)
  await sendWhole(request)
})

const notes = () => relay.context.relayDatabase.reads.selectFrom('file_notes').selectAll().execute()

it("does not log an operator's aborted upload, stored as is or optimised first", async () => {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  for (const [type, file] of [
    ['text/plain', Buffer.from('just some words of an operator')],
    ['image/jpeg', picture],
  ] as const) {
    const head = headOf('PUT /api/files/upload?name=a&note=1', {
      Host: `127.0.0.1:${adminPort()}`,
      Authorization: `Bearer ${token}`,
      'Content-Type': type,
      'Content-Length': String(file.length),
    })
    const cuts = [0, 1, 3, 20, Math.floor(file.length / 2), file.length - 2, file.length - 1]
    const request = { port: adminPort, head, body: file }
    await cutAt(
      cuts.map(cut => head.length + cut),
      request,
    )
    expect(await notes()).toEqual([])
    await sendWhole(request)
    await expect.poll(notes).toEqual([])
  }
})
