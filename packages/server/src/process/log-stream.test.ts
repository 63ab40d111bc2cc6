import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fileOutput, LogStream } from './log-stream.ts'

function slowReader() {
  const taken: string[] = []
  const dones: ((error?: Error) => void)[] = []
  const stream = new LogStream((text, done) => {
    taken.push(text)
    dones.push(done)
  }, 1000)
  return { stream, taken, answer: (error?: Error) => dones.shift()?.(error) }
}

const line = `${'x'.repeat(99)}\n`

it('keeps a bounded queue for a stalled reader, and drops and counts further lines', () => {
  const { stream, taken, answer } = slowReader()
  for (let count = 0; count < 1_000_000; count++) stream.write(line)
  expect(taken).toEqual([line])
  answer()
  expect(taken[1]).toBe(line.repeat(9) + taken[1]?.slice(900))
  expect(JSON.parse(taken[1]?.slice(900) ?? '')).toMatchObject({ dropped: 999_990, msg: 'log lines were dropped' })
})

it('drops lines on a full disk without throwing, and reports it later', () => {
  const { stream, taken, answer } = slowReader()
  stream.write(line)
  answer(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
  stream.write(line)
  answer()
  expect(JSON.parse(taken[2] ?? '')).toMatchObject({ dropped: 1 })
})

it('flushing ends when all is written, and when the time is up', async () => {
  const { stream, answer } = slowReader()
  stream.write(line)
  await stream.flush(30)
  const flushed = stream.flush(10_000)
  answer()
  await flushed
})

it('writes a file in order, whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'log-stream-'))
  const file = await open(join(folder, 'log'), 'w')
  const stream = new LogStream(fileOutput(file.fd))
  const lines = Array.from({ length: 1000 }, (_, at) => `${at} ü\n`)
  for (const one of lines) stream.write(one)
  await stream.flush(10_000)
  expect(await readFile(join(folder, 'log'), 'utf8')).toBe(lines.join(''))
  await file.close()
  await rm(folder, { recursive: true })
})

it.runIf(process.platform === 'linux')('a device that is always full ends nothing', async () => {
  const full = await open('/dev/full', 'w')
  const stream = new LogStream(fileOutput(full.fd))
  stream.write(line)
  await stream.flush(10_000)
  await full.close()
})
