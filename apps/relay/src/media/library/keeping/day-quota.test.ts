import type { PersonQuota } from '@hornets/contract/admin/accounts/people'
import type { UploaderStatus } from '@hornets/contract/admin/relay-settings'
import { describe, expect, it } from 'vitest'
import { DayQuota } from './day-quota.ts'

function open(fileMegabytesMax = 1) {
  const clock = { now: Date.UTC(2026, 10, 24, 13) }
  const statuses = new Map<string, UploaderStatus>([
    ['paid', 'paid'],
    ['admin', 'member'],
  ])
  const own = new Map<string, PersonQuota>()
  const quota = new DayQuota({
    limits: { perKey: 2 * 2 ** 20, perAddress: 5 * 2 ** 20 },
    ownQuotaOf: pubkey => own.get(pubkey) ?? null,
    fileBytesMax: () => fileMegabytesMax * 2 ** 20,
    statusOf: pubkey => statuses.get(pubkey) ?? 'free',
    now: () => clock.now,
  })
  const upload =
    (pubkey: string, megabytes: number, address = '203.0.113.7') =>
    () =>
      quota.claim(pubkey, address, megabytes * 2 ** 20)
  return { clock, own, upload }
}

describe('the daily quota of files', () => {
  it('limits each key until midnight', () => {
    const { clock, upload } = open()
    upload('alice', 2)()
    expect(upload('alice', 0.1)).toThrow('this key can upload 2 MB a day, which reset at 2026-11-25 00:00 UTC')
    expect(upload('bob', 2)).not.toThrow()
    clock.now += 11 * 3_600_000
    expect(upload('alice', 2)).not.toThrow()
  })

  it('limits each address, an IPv6 customer as one, but not this machine', () => {
    const { upload } = open()
    for (const key of ['a', 'b']) upload(key, 2, '2001:db8:0:1200::1')()
    expect(upload('c', 2, '2001:db8:0:12ff::2')).toThrow('your address can upload 5 MB a day')
    expect(upload('c', 1, '2001:db8:0:12ff::2')).not.toThrow()
    for (const key of ['d', 'e', 'f']) expect(upload(key, 2, '127.0.0.1')).not.toThrow()
  })

  it('lets each key upload one file of the largest size', () => {
    const { upload } = open(9)
    upload('alice', 9)()
    expect(upload('alice', 0.1)).toThrow('this key can upload 9 MB a day')
  })

  it('limits neither subscribers nor members', () => {
    const { upload } = open()
    for (const key of ['paid', 'admin']) expect(upload(key, 100)).not.toThrow()
  })

  it('limits a key that has a quota by that alone, except an admin', () => {
    const { own, upload } = open()
    const quota = (files_day: number | null) => ({ events_day: 0, files_day, files_total: 0 })
    for (const [key, most] of Object.entries({ less: 2 ** 20, more: 9 * 2 ** 20, none: 0, usual: null, paid: 2 ** 20 }))
      own.set(key, quota(most))
    own.set('admin', quota(0))
    upload('less', 1)()
    expect(upload('less', 0.1)).toThrow('this key can upload 1 MB a day')
    upload('more', 9, '203.0.113.8')
    expect(upload('more', 9, '203.0.113.8')).not.toThrow()
    expect(upload('more', 0.1, '203.0.113.9')).toThrow('this key can upload 9 MB a day')
    expect(upload('none', 0.1)).toThrow('this key can upload 0 bytes a day')
    expect(upload('usual', 2.1)).toThrow('this key can upload 2 MB a day')
    expect(upload('paid', 1.1)).toThrow('this key can upload 1 MB a day')
    expect(upload('admin', 100)).not.toThrow()
  })

  it('gives back what was not stored', () => {
    const { upload } = open()
    for (let at = 0; at < 3; at++) upload('alice', 2)()()
    expect(upload('alice', 2)).not.toThrow()
  })
})
