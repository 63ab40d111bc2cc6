import { describe, expect, it } from 'vitest'
import { EventBatch } from '../../event-batch.ts'
import { BatchBuilder } from './batch-builder.ts'
import { Chunks, chunkBytes } from './chunks.ts'

const margins = { before: 7, after: 2 }
const event = (text: string, length: number) => Buffer.from(text.repeat(length))
const textsIn = ({ bytes, ends }: { bytes: Uint8Array; ends: Uint32Array }) => [
  ...new EventBatch(bytes, ends, margins).texts(),
]
const allOf = (chunks: Chunks): number[] => {
  const taken: number[] = []
  for (let number = chunks.take(); number !== null; number = chunks.take()) taken.push(number)
  return taken
}

describe('a batch in shared memory', () => {
  it('has its events between margins, and takes one chunk until it is given back', () => {
    const chunks = Chunks.of(2)
    const builder = new BatchBuilder({ margins, chunks })
    const texts = ['ä'.repeat(500), 'b'.repeat(30), 'c'.repeat(4000)]
    for (const text of texts) builder.add(Buffer.from(text))
    const batch = builder.take()
    expect(textsIn(batch)).toEqual(texts)
    expect(batch.bytes.length).toBe(1000 + 30 + 4000 + 3 * (margins.before + margins.after))
    expect(batch.chunk).toBe(0)
    expect(batch.bytes.buffer).toBe(chunks.memory)
    expect(allOf(chunks)).toEqual([1])
    chunks.giveBack(0)
    expect(allOf(chunks)).toEqual([0])
  })

  it('moves to separate memory when it outgrows its chunk, and frees the chunk', () => {
    const chunks = Chunks.of(1)
    const builder = new BatchBuilder({ margins, chunks })
    const texts = ['a'.repeat(1000), 'b'.repeat(chunkBytes)]
    for (const text of texts) builder.add(Buffer.from(text))
    const batch = builder.take()
    expect(textsIn(batch)).toEqual(texts)
    expect(batch.chunk).toBeNull()
    expect(allOf(chunks)).toEqual([0])
  })

  it('starts in separate memory for an event larger than a chunk, or without free chunks', () => {
    const chunks = Chunks.of(1)
    const large = new BatchBuilder({ margins, chunks })
    large.add(event('x', chunkBytes))
    expect(large.take().chunk).toBeNull()
    const [first, second] = [new BatchBuilder({ margins, chunks }), new BatchBuilder({ margins, chunks })]
    for (const builder of [first, second]) builder.add(event('x', 100))
    expect(first.take().chunk).toBe(0)
    const { chunk, ...rest } = second.take()
    expect(chunk).toBeNull()
    expect(textsIn(rest)).toEqual(['x'.repeat(100)])
  })

  it('returns its chunk when it is no longer needed', () => {
    const chunks = Chunks.of(1)
    const builder = new BatchBuilder({ margins, chunks })
    builder.add(event('x', 100))
    builder.drop()
    expect(allOf(chunks)).toEqual([0])
    expect(builder.take()).toEqual({ bytes: new Uint8Array(0), ends: new Uint32Array(0), chunk: null })
  })
})
