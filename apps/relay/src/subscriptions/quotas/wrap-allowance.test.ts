import { describe, expect, it } from 'vitest'
import { WrapAllowance } from './wrap-allowance.ts'

const open = () => {
  const clock = { now: Date.UTC(2026, 10, 24, 13) }
  const wraps = new WrapAllowance(() => clock.now, { perRecipient: 100, perRecipientAndAddress: 40 })
  const send = (recipient: string, address: string | null, bytes: number) => {
    const answer = wraps.claim(recipient, address, bytes)
    return 'refusal' in answer ? answer.refusal.reason : 'stored'
  }
  return { clock, wraps, send }
}

describe('the allowance for wrapped messages', () => {
  it('limits an address to its share of a recipient', () => {
    const { send } = open()
    expect([send('alice', 'one', 40), send('alice', 'one', 1)]).toEqual([
      'stored',
      expect.stringMatching(
        /^rate-limited: this recipient takes .* from your address, which reset at 2026-11-25 00:00 UTC$/,
      ),
    ])
    expect([send('alice', 'two', 40), send('bob', 'one', 40)]).toEqual(['stored', 'stored'])
  })

  it('limits a recipient whatever the addresses, until midnight', () => {
    const { clock, send } = open()
    for (const address of ['one', 'two']) expect(send('alice', address, 40)).toBe('stored')
    expect([send('alice', 'three', 20), send('alice', 'four', 1)]).toEqual(['stored', expect.stringMatching(/^rate/)])
    expect(send('alice', null, 1)).toMatch(/^rate/)
    clock.now += 11 * 3_600_000
    expect(send('alice', 'four', 1)).toBe('stored')
  })

  it('does not count messages that were not stored', () => {
    const { wraps, send } = open()
    for (let at = 0; at < 3; at++) {
      const answer = wraps.claim('alice', 'one', 40)
      if ('release' in answer) answer.release()
    }
    expect(send('alice', 'one', 40)).toBe('stored')
  })
})
