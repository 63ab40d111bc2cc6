import { expect, it } from 'vitest'
import { levelOff } from '../judges/thirds.ts'

it.each([
  ['not at all', [200, 200, 200, 200, 200, 200], true],
  ['less and less', [220, 210, 205, 200, 195, 190], true],
  ['as much as two runs differ', [200, 200, 200, 200, 203, 203], true],
  ['half as much in each third', [160, 160, 200, 200, 220, 220], true],
  ['more than half as much in each third', [160, 160, 200, 200, 221, 221], false],
  ['steadily', [100, 110, 120, 130, 140, 150], false],
  ['late', [100, 100, 100, 100, 150, 150], false],
])('tells whether memory levels off when it grows %s', (_how, values, isLevel) => {
  expect(levelOff(values).isLevel).toBe(isLevel)
})

it('takes the medians of the last three equal parts', () => {
  expect(levelOff([1000, 1, 2, 900, 4, 5, 6, 7, 8, 9]).thirds).toEqual([2, 5, 8])
  expect(() => levelOff([1, 2])).toThrow('three values')
})
