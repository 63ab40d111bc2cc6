import { describe, expect, it } from 'vitest'
import { chooseAsked, readWords, wrongAnswers } from './quiz.ts'

describe('the words of a new wallet', () => {
  it('asks for three different positions in ascending order', () => {
    for (let round = 0; round < 200; round++) {
      const asked = chooseAsked(12)
      expect(asked).toHaveLength(3)
      expect(new Set(asked).size).toBe(3)
      expect(asked).toEqual(asked.toSorted((one, other) => one - other))
      expect(asked.every(place => place >= 0 && place < 12)).toBe(true)
    }
    expect(chooseAsked(24, () => 0)).toEqual([0, 1, 2])
    expect(chooseAsked(24, () => 0.999)).toEqual([21, 22, 23])
  })

  it('are wrong where another one was shown; case and spaces do not matter', () => {
    const words = ['abandon', 'ability', 'able', 'about']
    expect(wrongAnswers(words, [0, 1, 3], [' Abandon', 'able', ''])).toEqual([1, 3])
    expect(wrongAnswers(words, [0, 1, 3], ['abandon', 'ability ', 'ABOUT'])).toEqual([])
  })
})

it('accepts pasted words separated by spaces or commas', () => {
  expect(readWords(' Abandon ability,\n able\t')).toEqual(['abandon', 'ability', 'able'])
  expect(readWords('  ')).toEqual([])
})
