import { expect, it } from 'vitest'
import { Mirrors } from './mirrors.ts'

function open(settings: object = {}) {
  const clock = { ms: 1_000_000_000_000 }
  const nitter = {
    instances: [
      { url: 'https://second.example', priority: 2 },
      { url: 'https://first.example', priority: 1 },
    ],
    requests_per_minute: 100,
    failure_threshold: 3,
    recovery_threshold: 2,
    ...settings,
  }
  const mirrors = new Mirrors(
    () => nitter,
    () => clock.ms,
  )
  const take = (...except: string[]) =>
    mirrors.take(new Set(except.map(name => `https://${name}.example`)))?.slice(8, -8)
  const note = (name: string, isFailure: boolean) => mirrors.note(`https://${name}.example`, isFailure)
  return { take, note, clock }
}

it('asks mirrors in the order of their priority, each at most so often a minute (XNOSTR-02, XNOSTR-03)', () => {
  const { take, clock } = open({ requests_per_minute: 2 })
  expect([take(), take('first'), take(), take(), take()]).toEqual(['first', 'second', 'first', 'second', undefined])
  clock.ms += 59_000
  expect(take()).toBeUndefined()
  clock.ms += 1000
  expect([take(), take(), take()]).toEqual(['first', 'first', 'second'])
})

it('pauses a mirror after so many failures in a row, until so many successes (XNOSTR-04)', () => {
  const { take, note, clock } = open()
  for (const isFailure of [true, true, false, true, true]) note('first', isFailure)
  expect(take()).toBe('first')
  note('first', true)
  expect(take()).toBe('second')
  clock.ms += 60_000
  expect([take(), take()]).toEqual(['first', 'second'])
  note('first', false)
  expect(take()).toBe('second')
  clock.ms += 60_000
  expect(take()).toBe('first')
  note('first', false)
  expect([take(), take()]).toEqual(['first', 'first'])
})

it('pauses and brings back a mirror by the thresholds of the settings (XNOSTR-04)', () => {
  const { take, note, clock } = open({ failure_threshold: 2, recovery_threshold: 3 })
  note('first', true)
  expect(take()).toBe('first')
  note('first', true)
  expect(take()).toBe('second')
  for (const pauses of [1, 2]) {
    note('first', false)
    expect([pauses, take()]).toEqual([pauses, 'second'])
  }
  note('first', false)
  expect(take()).toBe('first')
  clock.ms += 1
  expect(take()).toBe('first')
})
