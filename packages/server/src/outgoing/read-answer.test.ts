import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readAnswer, readAnswerStart } from './read-answer.ts'

const chunks = (...texts: string[]) => Readable.from(texts.map(text => Buffer.from(text)))

function silentAfter(text: string): PassThrough {
  const answer = new PassThrough()
  answer.write(text)
  return answer
}

test('an answer above the limit is refused and not read further', async () => {
  const answer = chunks('abc', 'de', 'never read')
  await expect(readAnswer(answer, { maxBytes: 4 })).rejects.toMatchObject({
    name: 'AnswerError',
    code: 'too_long',
    message: 'expected at most 4 bytes, got more',
  })
  expect(answer.destroyed).toBe(true)
})

test('an answer that does not end in time is refused, and the connection ends', async () => {
  const answer = silentAfter('abc')
  await expect(readAnswer(answer, { maxBytes: 100, timeoutMs: 20 })).rejects.toMatchObject({
    code: 'too_slow',
    message: 'expected an answer within 20 ms',
  })
  expect(answer.destroyed).toBe(true)
})

test('an answer that breaks off is refused with its cause', async () => {
  const answer = silentAfter('abc')
  const reading = readAnswer(answer, { maxBytes: 100 })
  const cause = new Error('connection reset')
  answer.destroy(cause)
  await expect(reading).rejects.toMatchObject({ code: 'broken_off', cause })
})

test('limits bytes inclusively, with characters split between chunks', async () => {
  const euro = Buffer.from('€')
  const answer = () => Readable.from([euro.subarray(0, 1), euro.subarray(1)])
  expect(await readAnswer(answer(), { maxBytes: 3, timeoutMs: 1000 })).toBe('€')
  await expect(readAnswer(answer(), { maxBytes: 2 })).rejects.toMatchObject({ code: 'too_long' })
})

test('the start of an answer is what comes within the limits', async () => {
  expect(await readAnswerStart(chunks('abc'), { maxBytes: 5 })).toBe('abc')
  const long = chunks('abc', 'defg', 'never read')
  expect(await readAnswerStart(long, { maxBytes: 5 })).toBe('abcde')
  expect(long.destroyed).toBe(true)
  const slow = silentAfter('abc')
  expect(await readAnswerStart(slow, { maxBytes: 5, timeoutMs: 20 })).toBe('abc')
  expect(slow.destroyed).toBe(true)
})
