import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draft } from '../../test/support/drafts.ts'
import { checkOwnRules } from './own-rules.ts'
import { openRules } from './write-rules.ts'

test('compares the size of an event of odd characters with a limit exactly', () => {
  const text = fc
    .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 40 })
    .map(codes => String.fromCharCode(...codes))
  fc.assert(
    fc.property(text, fc.array(fc.array(text, { maxLength: 4 }), { maxLength: 4 }), (content, tags) => {
      const event = { ...draft({ content, tags }), id: 'a'.repeat(64), sig: 'b'.repeat(128) }
      const bytes = Buffer.byteLength(JSON.stringify(event))
      const answers: boolean[] = []
      const ownRule = ({ isAbove }: { isAbove: (limit: number) => boolean }) => {
        for (const limit of [bytes + 5000, bytes, bytes - 1, 1]) answers.push(isAbove(limit))
        return undefined
      }
      checkOwnRules(event, undefined, { ...openRules(0), ownRule })
      expect(answers).toEqual([false, false, true, true])
    }),
  )
})
