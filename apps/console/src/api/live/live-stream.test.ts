import type { LiveEvent } from '@hornets/contract/admin/live'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { backOffMs, type ConnectionState, followLiveStream, parseLiveEvent } from './live-stream.ts'

const text = (value: string) => new Response(value, { headers: { 'content-type': 'text/event-stream' } })
const changed = 'event: changed\ndata: {"what":"settings"}\n\n'

let asked: unknown[] = []
/** Follows a stream with these answers in turn; ends after the last. */
async function follow(
  answers: readonly (() => Response)[],
  token: () => string = () => 'secret',
  signsInAgain = false,
) {
  const stop = new AbortController()
  const seen = { states: [] as ConnectionState[], events: [] as LiveEvent[], waits: [] as number[], farewells: 0 }
  let next = 0
  await followLiveStream(
    {
      token,
      fetch: async (address, init) => {
        asked = [address, init?.redirect]
        expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${token()}`)
        return (answers[next++] ?? text)('')
      },
      onEvent: event => seen.events.push(event),
      onState: state => seen.states.push(state),
      onUnauthorized: async () => {
        if (!signsInAgain) seen.farewells += 1
        return signsInAgain
      },
      wait: async milliseconds => {
        seen.waits.push(milliseconds)
        if (next >= answers.length) stop.abort()
      },
    },
    stop.signal,
  )
  return seen
}

const refuse = (status: number) => () => new Response('', { status })
const breakDown = (): Response => {
  throw new TypeError('fetch failed')
}

describe('the live stream', () => {
  it('asks the entered server with its token, and follows it nowhere else (FAMILY-01)', async () => {
    const entered = JSON.stringify({ admin: 'https://relay.example', wallet: '' })
    vi.stubGlobal('localStorage', { getItem: () => entered })
    onTestFinished(() => void vi.unstubAllGlobals())
    await follow([() => text(changed)])
    expect(asked).toEqual(['https://relay.example/api/live', 'error'])
  })

  it('AUTH-48: ends the session at a 401 and tries no more', async () => {
    const seen = await follow([refuse(401), () => text(changed)])
    expect(seen).toEqual({ states: [], events: [], waits: [], farewells: 1 })
  })

  it('continues with the new token if the refused user has signed in again meanwhile', async () => {
    let token = 'before'
    const refuseAndRenew = () => {
      token = 'anew'
      return new Response('', { status: 401 })
    }
    const seen = await follow([refuseAndRenew, () => text(changed)], () => token)
    expect([seen.farewells, seen.events.length]).toEqual([0, 1])
  })

  it('continues once the user has signed in over the page', async () => {
    const seen = await follow([refuse(401), () => text(changed)], undefined, true)
    expect([seen.farewells, seen.events.length]).toEqual([0, 1])
  })

  it('is called offline after three failures in a row, and waits longer each time', async () => {
    const seen = await follow([breakDown, refuse(503), breakDown, breakDown])
    expect(seen.states).toEqual(['reconnecting', 'reconnecting', 'offline', 'offline'])
    expect(seen.waits).toEqual([1000, 2000, 4000, 8000])
  })

  it('starts counting again once a connection was open', async () => {
    const seen = await follow([breakDown, breakDown, () => text(changed), () => text('')])
    expect(seen.states).toEqual(['reconnecting', 'reconnecting', 'live', 'reconnecting', 'live', 'reconnecting'])
    expect(seen.waits).toEqual([1000, 2000, 1000, 1000])
  })

  it('hands on what the contract knows and passes over the rest', async () => {
    const seen = await follow([
      () => text(`: still here\n\nevent: news\ndata: {}\n\nevent: changed\ndata: {"what":"all"}\n\n${changed}`),
    ])
    expect(seen.events).toEqual([{ name: 'changed', data: { what: 'settings' } }])
  })
})

it('never waits longer than half a minute', () => {
  expect([1, 5, 6, 60].map(backOffMs)).toEqual([1000, 16_000, 30_000, 30_000])
})

it.each([
  [undefined, '{}'],
  ['status', '{'],
  ['status', '{}'],
  ['toString', '{}'],
])('ignores an event %s with %s', async (name, data) => {
  expect(await parseLiveEvent(name, data)).toBeUndefined()
})
