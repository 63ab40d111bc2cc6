import { expect, test } from 'vitest'
import { Nip05Marks } from './nip05-marks.ts'

const [alice, mallory] = ['a'.repeat(64), 'b'.repeat(64)]

function openMarks() {
  const clock = { now: 0 }
  const asked: string[] = []
  const findName = async (name: string) => {
    asked.push(name)
    if (name === 'silent@example.com') throw new Error('no answer')
    return name === 'alice@example.com' ? alice : null
  }
  return { clock, asked, marks: new Nip05Marks({ findName, now: () => clock.now }) }
}

test('marks a name only once its server has named the key, and asks it once a day (PEOPLE-06)', async () => {
  const { clock, asked, marks } = openMarks()
  expect(marks.isRight(alice, 'alice@example.com')).toBe(false)
  await expect.poll(() => marks.isRight(alice, 'alice@example.com')).toBe(true)
  expect(marks.isRight(alice, 'Alice@Example.com')).toBe(true)
  expect(asked).toEqual(['alice@example.com'])
  clock.now += 86_400_001
  expect(marks.isRight(alice, 'alice@example.com')).toBe(true)
  await expect.poll(() => asked.length).toBe(2)
})

test('marks neither the name of another key, nor one whose server does not answer, nor an empty one (PEOPLE-06)', async () => {
  const { asked, marks } = openMarks()
  for (const name of ['alice@example.com', 'silent@example.com']) await marks.check(mallory, name)
  expect(asked).toHaveLength(2)
  for (const name of ['alice@example.com', 'silent@example.com', ''])
    expect([name, marks.isRight(mallory, name)]).toEqual([name, false])
  expect(asked).toHaveLength(2)
})
