import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { receiveUpload } from './receive-upload.ts'

const megabyte = 2 ** 20
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receive-upload-'))
})
afterEach(() => rm(folder, { recursive: true }))

function bodyOf(chunks: number) {
  const read = { chunks: 0 }
  async function* body() {
    for (; read.chunks < chunks; read.chunks++) yield Buffer.alloc(megabyte / 2, read.chunks)
  }
  return { read, body: body() }
}

async function receive(
  body: AsyncIterator<Uint8Array>,
  takeRoom: () => boolean,
  signal = new AbortController().signal,
) {
  const slot = { signal, progress: () => {} }
  await using file = await open(join(folder, 'file'), 'w')
  return await receiveUpload(body, file, {
    bytesMax: 100 * megabyte,
    idleMs: 1000,
    bytesPerSecondMin: 1,
    takeRoom,
    slot,
  })
}

it('a body that the disk has no room for any more is given up, though it never said how long it is', async () => {
  const { read, body } = bodyOf(40)
  let asked = 0
  const takeRoom = () => ++asked < 3
  await expect(receive(body, takeRoom)).rejects.toMatchObject({ code: 'unavailable' })
  expect(asked).toBe(3)
  expect(read.chunks * (megabyte / 2)).toBeLessThanOrEqual(3 * megabyte)
})

it('a body is taken whole and hashed as it comes', async () => {
  const { body } = bodyOf(5)
  const received = await receive(body, () => true)
  const content = Buffer.concat(Array.from({ length: 5 }, (_, at) => Buffer.alloc(megabyte / 2, at)))
  expect(received).toMatchObject({ bytes: content.length, hash: createHash('sha256').update(content).digest('hex') })
})

it('ends a silent upload whose slot others need, and releases its body', async () => {
  const controller = new AbortController()
  let released = false
  const silent: AsyncIterator<Uint8Array> = {
    next: () => new Promise(() => {}),
    return: async () => {
      released = true
      return { done: true, value: undefined }
    },
  }
  const receiving = receive(silent, () => true, controller.signal)
  controller.abort(new Error('others need its slot'))
  await expect(receiving).rejects.toThrow('others need its slot')
  expect(released).toBe(true)
})
