import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { mediaLimits } from '../../library/limits.ts'
import { UploadSlots } from '../../library/uploads/upload-slots.ts'
import { OptimisedUploads, type OptimisedUploadsParts } from './optimised-uploads.ts'

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function openUploads() {
  const folder = await mkdtemp(join(tmpdir(), 'optimised-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const stored = new Map<string, Buffer>()
  const originals: string[] = []
  const fileOf = (content: Buffer) => ({ hash: hashOf(content), bytes: content.length })
  const service = {
    admit: async () => ({ pubkey: 'a', allows: () => true }),
    assertAllowed: async () => {},
    find: async (hash: string) => stored.get(hash) ?? null,
    async open(hash: string) {
      const content = stored.get(hash)
      return content ? { file: fileOf(content), content: { stream: async () => Readable.from([content]) } } : null
    },
    async uploadFor(_uploader: unknown, _offer: unknown, body: AsyncIterator<Uint8Array>) {
      const content = await buffer({ [Symbol.asyncIterator]: () => body })
      const created = !stored.has(hashOf(content))
      stored.set(hashOf(content), content)
      return { file: fileOf(content), created }
    },
  }
  const uploads = await OptimisedUploads.open({
    folder: join(folder, 'optimising'),
    service: service as unknown as OptimisedUploadsParts['service'],
    slots: new UploadSlots(mediaLimits),
    limits: () => ({ ...mediaLimits, bytesMax: 1000, takeRoom: () => true }),
    async optimise(from, to) {
      originals.push(from)
      await writeFile(to, 'smaller')
      return { mime: 'image/png', width: 1, height: 1 }
    },
  })
  const upload = (text: string, address = '192.0.2.1') => {
    const body = Readable.from([Buffer.from(text)])[Symbol.asyncIterator]()
    const offer = { hash: null, mime: 'image/png', bytes: null, authorization: undefined, host: undefined }
    return uploads.upload(offer as unknown as Parameters<typeof uploads.upload>[0], body, address)
  }
  return { upload, stored, originals }
}

it('optimises an original once for concurrent uploads, and again when its copy was deleted', async () => {
  const { upload, stored, originals } = await openUploads()
  const [one, other] = await Promise.all([upload('original'), upload('original', '192.0.2.2')])
  expect(one.file.hash).toBe(other.file.hash)
  expect([one.created, other.created].sort()).toEqual([false, true])
  expect(originals).toHaveLength(1)
  await upload('another original')
  expect(originals).toHaveLength(2)
  stored.clear()
  expect((await upload('original')).created).toBe(true)
  expect(originals).toHaveLength(3)
})
