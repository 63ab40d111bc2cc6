import { describe, expect, it } from 'vitest'
import { StorageQuotas } from './storage-quotas.ts'

const mebibyte = 1024 * 1024

function open() {
  const world = { now: Date.UTC(2026, 10, 22, 13), free: 100 * mebibyte }
  const own = new Map<string, number>()
  const quotas = new StorageQuotas({
    limits: { storedBytesPerKeyDayMax: 2 * mebibyte, storedBytesPerAddressDayMax: 5 * mebibyte },
    room: {
      hasRoomFor: bytes => world.free - bytes >= 10 * mebibyte,
      note: bytes => {
        world.free -= bytes
      },
    },
    ownOf: pubkey => own.get(pubkey) ?? null,
    isOwner: pubkey => pubkey === 'owner',
    now: () => world.now,
  })
  const store = (pubkey: string, bytes: number, address: string | null = '203.0.113.7', isDeletion = false) => {
    const answer = quotas.claim({ pubkey, address, bytes, isDeletion })
    return 'refusal' in answer ? answer.refusal.reason : 'stored'
  }
  return { world, own, quotas, store }
}

describe('storage for strangers', () => {
  it('is bounded by key and day, and the refusal says until when', () => {
    const { world, store } = open()
    expect([store('alice', mebibyte), store('alice', mebibyte)]).toEqual(['stored', 'stored'])
    expect(store('alice', 1)).toBe(
      'rate-limited: this key has used its 2 MB for today, which reset at 2026-11-23 00:00 UTC',
    )
    expect(store('bob', 1)).toBe('stored')
    world.now += 11 * 3_600_000
    expect(store('alice', mebibyte)).toBe('stored')
  })

  it('is limited by address across all keys, except for shared addresses', () => {
    const { store } = open()
    for (let key = 0; key < 5; key++) expect(store(`key ${key}`, mebibyte)).toBe('stored')
    expect(store('one more', mebibyte)).toMatch(/^rate-limited: your address has used its 5 MB for today/)
    expect(store('one more', mebibyte, '203.0.113.8')).toBe('stored')
    expect(store('another', mebibyte, null)).toBe('stored')
  })

  it('is bounded by the quota of a key where it has one, except for owners', () => {
    const { own, store } = open()
    for (const [key, most] of Object.entries({ less: mebibyte, more: 9 * mebibyte, none: 0, owner: 0 }))
      own.set(key, most)
    expect([store('less', mebibyte), store('less', 1)]).toEqual(['stored', expect.stringMatching(/used its 1 MB/)])
    expect([store('more', 9 * mebibyte), store('more', 1)]).toEqual(['stored', expect.stringMatching(/used its 9 MB/)])
    expect(store('none', 1)).toMatch(/^rate-limited: this key has used its 0 bytes/)
    expect(store('owner', 9 * mebibyte)).toBe('stored')
  })

  it('leaves the reserve of the disk free, for owners too', () => {
    const { world, store } = open()
    world.free = 10 * mebibyte + 100
    expect(store('owner', 101)).toBe("error: the relay's disk is full, please try again later")
    expect(store('alice', 60)).toBe('stored')
    expect(store('alice', 60)).toMatch(/^error: the relay's disk/)
    expect(store('alice', 60, null, true)).toBe('stored')
    world.free = 100 * mebibyte
    for (let at = 0; at < 10; at++) expect(store('owner', mebibyte)).toBe('stored')
  })

  it('counts deletions like everything else', () => {
    const { store } = open()
    expect(store('alice', 2 * mebibyte, null, true)).toBe('stored')
    expect(store('alice', 1, null, true)).toMatch(/^rate-limited: this key/)
  })

  it('does not count what was not stored after all', () => {
    const { quotas, store } = open()
    for (let at = 0; at < 10; at++) {
      const answer = quotas.claim({ pubkey: 'alice', address: '203.0.113.7', bytes: 2 * mebibyte, isDeletion: false })
      if ('release' in answer) answer.release()
    }
    expect(store('alice', 2 * mebibyte)).toBe('stored')
  })
})
