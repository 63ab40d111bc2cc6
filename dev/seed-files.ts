import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { finalizeEvent } from 'nostr-tools'

export interface SeedFile {
  readonly type: string
  readonly bytes: Buffer<ArrayBuffer>
}

/** Small pictures, sounds and texts, each of them another. */
export function makeFiles(count: number): SeedFile[] {
  const makers = [makePicture, makePicture, makeSound, makeText]
  return Array.from({ length: count }, (_, index) => (makers[index % makers.length] as typeof makePicture)(index))
}

/** Blossom's upload with its signed permission (BUD-01, BUD-02); answers the status. */
export async function uploadFile(
  origin: string,
  { type, bytes }: SeedFile,
  secretKey: Uint8Array,
  nowSeconds: number,
): Promise<number> {
  const tags = [
    ['t', 'upload'],
    ['x', createHash('sha256').update(bytes).digest('hex')],
    ['expiration', String(nowSeconds + 300)],
  ]
  const permission = finalizeEvent(
    { kind: 24242, content: 'Upload a seed file', tags, created_at: nowSeconds },
    secretKey,
  )
  const authorization = `Nostr ${Buffer.from(JSON.stringify(permission)).toString('base64')}`
  const answer = await fetch(`${origin}/upload`, {
    method: 'PUT',
    headers: { authorization, 'content-type': type },
    body: bytes,
  })
  await answer.arrayBuffer()
  return answer.status
}

/** A PNG with a gradient of its own. */
function makePicture(seed: number): SeedFile {
  const [width, height] = [160, 120]
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: width }, (_, x) => [(x + seed * 20) % 256, (y * 2) % 256, (seed * 60) % 256]).flat(),
    ]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const body = deflateSync(Buffer.concat(rows))
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', body), pngChunk('IEND', Buffer.alloc(0))]
  return { type: 'image/png', bytes: Buffer.concat([signature, ...chunks]) }
}

function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** A second of a tone, as WAV with 8 bits. */
function makeSound(seed: number): SeedFile {
  const rate = 8000
  const samples = Buffer.from(
    Array.from(
      { length: rate },
      (_, index) => 128 + Math.round(60 * Math.sin((index / rate) * 2 * Math.PI * (220 + seed * 40))),
    ),
  )
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return { type: 'audio/wav', bytes: Buffer.concat([header, samples]) }
}

function makeText(seed: number): SeedFile {
  const text = Array.from({ length: 40 }, (_, line) => `Line ${line + 1} of seed file ${seed}.`).join('\n')
  return { type: 'text/plain', bytes: Buffer.from(text) }
}
