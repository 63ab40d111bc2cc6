import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getToken } from 'nostr-tools/nip98'
import sharp from 'sharp'
import { expect } from 'vitest'
import { openMediaWorld, person, sha256 } from '../media-world.ts'

const alice = person()
export const [bob, judge] = [person(), { pubkey: person().pubkey, address: null }]
export const banned = [403, 'This file is banned on this relay']
export const alike = [403, 'This image looks the same as one that is banned on this relay']

export async function openBansWorld() {
  const world = await openMediaWorld({ maxKb: 4096, allowsAddress: () => true })
  const put = (bytes: Buffer, owner = alice) => world.put(bytes, owner.header('upload', [sha256(bytes)]))
  return Object.assign(world, {
    alice,
    bans: () => world.media.manager.bans,
    lists: () => world.media.manager.hashLists,
    send: put,
    isServed: async (bytes: Buffer) => (await fetch(`${world.url}/${sha256(bytes)}`, { method: 'HEAD' })).ok,
    async keep(bytes: Buffer, owner = alice): Promise<string> {
      expect((await put(bytes, owner)).ok).toBe(true)
      await world.media.thumbnails.settled()
      return sha256(bytes)
    },
    mirror: (bytes: Buffer) => mirror(world.url, bytes),
    sendForm: (bytes: Buffer) => sendForm(world.url, bytes),
  })
}
export type BansWorld = Awaited<ReturnType<typeof openBansWorld>>

export async function told(answer: Promise<Response>) {
  const { status, headers } = await answer
  return [status, headers.get('x-reason')]
}

/** A picture with 12 × 12 spots, whose places and shades follow from the seed. */
export function picture(seed: number, { width = 600, quality = 90 } = {}): Promise<Buffer> {
  let state = seed
  const spots = Buffer.from(
    Array.from({ length: 144 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return state >>> 24
    }),
  )
  return sharp(spots, { raw: { width: 12, height: 12, channels: 1 } })
    .resize(width, width, { kernel: 'cubic' })
    .jpeg({ quality })
    .toBuffer()
}
/** A chat: the same bubbles on each screenshot, other words, whose lengths follow from the seed. */
export function screenshot(seed: number): Promise<Buffer> {
  let state = seed * 7919
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
  const words = (left: number, top: number, ink: string) => {
    let [marks, x] = ['', left]
    while (x < left + 320) {
      const length = 8 + next() * 28
      marks += `<rect x="${x}" y="${top}" width="${length}" height="8" fill="${ink}"/>`
      x += length + 6
    }
    return marks
  }
  const bubbles = Array.from({ length: 6 }, (_, at) => {
    const [x, y, fill] = [at % 2 ? 230 : 20, 66 + at * 68, at % 2 ? '#2b6cb0' : '#e8ebf0']
    const ink = at % 2 ? '#9bc' : '#888'
    return `<rect x="${x}" y="${y}" width="390" height="58" rx="14" fill="${fill}"/>${words(x + 16, y + 14, ink)}${words(x + 16, y + 34, ink)}`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="52" fill="#e8ebf0"/>${bubbles.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** A letter in a disc of this colour: logos of the same form. */
export const logo = (colour: string, size = 480) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480"><rect width="100%" height="100%" fill="#fff"/><circle cx="240" cy="240" r="150" fill="${colour}"/><path d="M170 340 L225 140 H255 L310 340 H280 L265 285 H215 L200 340 Z M222 258 H258 L240 185 Z" fill="#fff" fill-rule="evenodd"/><rect x="100" y="430" width="210" height="14" fill="#222"/></svg>`,
    ),
  )
    .resize(size)
    .png()
    .toBuffer()

export const flat = (shade: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: shade } })
    .png()
    .toBuffer()

/** Has the relay fetch these bytes from another server. */
async function mirror(url: string, bytes: Buffer): Promise<Response> {
  const server = createServer((_request, reply) => reply.setHeader('content-type', 'image/jpeg').end(bytes))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    return await fetch(`${url}/mirror`, {
      method: 'PUT',
      body: JSON.stringify({ url: `http://127.0.0.1:${port}/a.jpg` }),
      headers: { authorization: alice.header('upload', [sha256(bytes)]) },
    })
  } finally {
    server.close()
  }
}

/** Uploads as older clients do (NIP-96): status, reason and what the body says. */
async function sendForm(origin: string, bytes: Buffer) {
  const url = `${origin}/nip96`
  const form = new FormData()
  form.append('file', new Blob([bytes as Buffer<ArrayBuffer>], { type: 'image/jpeg' }), 'a.jpg')
  const authorization = await getToken(url, 'POST', event => alice.signer(event), true)
  const answer = await fetch(url, { method: 'POST', headers: { authorization }, body: form })
  const { status, message } = (await answer.json()) as { status: string; message: string }
  return [answer.status, answer.headers.get('x-reason'), { status, message }]
}
