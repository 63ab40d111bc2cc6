import { expect, it } from 'vitest'
import { ClockCheck } from './clock-check.ts'

const url = new URL('https://rates.example')
const at = Date.parse('2026-11-26T12:00:00Z')

function checkWith(date: string | undefined, given: URL | undefined) {
  const clock = { now: at }
  const asked: string[] = []
  const send = async (to: URL) => {
    asked.push(to.href)
    return { status: 200, headers: { date }, text: '' }
  }
  const wayOut = { send } as unknown as ConstructorParameters<typeof ClockCheck>[0]['wayOut']
  return { clock, asked, check: new ClockCheck({ url: given, wayOut, now: () => clock.now }) }
}

it('compares the clock with another server, once an hour', async () => {
  const { clock, asked, check } = checkWith('Thu, 26 Nov 2026 11:59:30 GMT', url)
  expect(check.offsetMs()).toBeNull()
  await check.look()
  expect(check.offsetMs()).toBe(29_500)
  clock.now += 3_599_999
  check.offsetMs()
  expect(asked).toHaveLength(1)
  clock.now += 1
  check.offsetMs()
  expect(asked).toHaveLength(2)
})

it('says nothing without a server, or without a date in its answer', async () => {
  for (const { check, asked } of [checkWith(undefined, url), checkWith('Thu, 26 Nov 2026 11:59:30 GMT', undefined)]) {
    await check.look()
    expect([check.offsetMs(), asked.length <= 1]).toEqual([null, true])
  }
})
