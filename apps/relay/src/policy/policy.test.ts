import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { describe, expect, it } from 'vitest'
import { draft, hex } from '../../test/support/drafts.ts'
import { Policy } from './policy.ts'
import { difficultyOf } from './proof-of-work.ts'

const now = 1_700_000_000
const nobody = { authenticated: new Set<string>() }

function policyWith(changes: Partial<typeof relaySettingsDefaults> = {}, minimumDifficulty?: number) {
  const settings = { ...structuredClone(relaySettingsDefaults), ...changes }
  const blocked = new Set<string>()
  const isMaintained = { value: false }
  const policy = new Policy({
    relaySettings: { current: () => settings },
    access: { isBlocked: pubkey => blocked.has(pubkey) },
    relay: { pubkey: () => hex('relay'), isNamed: address => address === 'wss://relay.example' },
    maintenance: { current: () => (isMaintained.value ? {} : undefined) },
    now: () => now * 1000 + 999,
    ...(minimumDifficulty !== undefined && { minimumDifficulty }),
  })
  const reasonFor = (event: ReturnType<typeof draft>) => policy.judgeEvent(event, nobody)?.reason
  return { policy, settings, blocked, isMaintained, reasonFor }
}

describe('an event', () => {
  it('is refused when it has expired, and until then passes (NIP-40, POLICY-05)', () => {
    const { reasonFor } = policyWith()
    const expiring = (at: string) => draft({ created_at: now, tags: [['expiration', at]] })
    expect(reasonFor(expiring(`${now}`))).toMatch(/^invalid: .*expired/)
    expect(reasonFor(expiring(`${now + 1}`))).toBeUndefined()
    expect(reasonFor(expiring('soon'))).toBeUndefined()
  })

  it('is refused with a temporary error during maintenance', () => {
    const { policy, isMaintained } = policyWith()
    isMaintained.value = true
    expect(policy.judgeEvent(draft(), nobody)).toMatchObject({ reason: expect.stringMatching(/^error: /), status: 503 })
    expect(policy.judgeVanishRequest(draft({ kind: 62 }))?.status).toBe(503)
    isMaintained.value = false
    expect(policy.judgeEvent(draft(), nobody)).toBeNull()
  })

  it('can be exactly 15 minutes ahead (POLICY-06)', () => {
    const { reasonFor } = policyWith()
    expect(reasonFor(draft({ created_at: now + 901 }))).toBe('invalid: created_at is more than 15 minutes ahead')
    expect(reasonFor(draft({ created_at: now + 900 }))).toBeUndefined()
  })

  it('that is ephemeral can be exactly a minute old, except for gift wraps', () => {
    const { reasonFor } = policyWith()
    expect(reasonFor(draft({ kind: 20_001, created_at: now - 61 }))).toMatch(/^invalid: .*minute old/)
    expect(reasonFor(draft({ kind: 20_001, created_at: now - 60 }))).toBeUndefined()
    expect(reasonFor(draft({ kind: 20_001, created_at: now + 901 }))).toMatch(/^invalid: created_at/)
    expect(reasonFor(draft({ kind: 21_059, created_at: now - 100_000 }))).toBeUndefined()
    expect(reasonFor(draft({ kind: 30_000, created_at: now - 61 }))).toBeUndefined()
  })

  it.each([411, 555, 888, 10_411, 11_888, 19_841, 19_843])(
    'of kind %i is taken from the relay’s own key alone',
    kind => {
      const { reasonFor } = policyWith()
      expect(reasonFor(draft({ kind }))).toMatch(/^restricted: /)
      expect(reasonFor(draft({ kind, pubkey: hex('relay') }))).toBeUndefined()
    },
  )

  it('of a blocked author is refused (ACCESS-01)', () => {
    const { reasonFor, blocked } = policyWith()
    blocked.add(hex('alice'))
    expect(reasonFor(draft())).toBe('blocked: this public key is blocked here, ask the operator')
    expect(reasonFor(draft({ pubkey: hex('bob') }))).toBeUndefined()
  })

  it('of a kind outside the whitelist is refused, but an empty whitelist lets all in (ADMIT-01, ADMIT-02)', () => {
    const { reasonFor, settings } = policyWith({ mode: 'whitelist', KindWhitelist: ['kind1'] })
    expect(reasonFor(draft({ kind: 7 }))).toBe('blocked: kind 7 is not accepted here')
    expect(reasonFor(draft({ kind: 1 }))).toBeUndefined()
    settings.KindWhitelist = []
    expect(reasonFor(draft({ kind: 7 }))).toBeUndefined()
  })

  it('of an excluded kind is refused in blacklist mode, where the whitelist says nothing (ADMIT-04)', () => {
    const { reasonFor } = policyWith({ KindBlacklist: ['kind7'], KindWhitelist: ['kind7'] })
    expect(reasonFor(draft({ kind: 7 }))).toBe('blocked: kind 7 is not accepted here')
    expect(reasonFor(draft({ kind: 77 }))).toBeUndefined()
  })

  it('is judged in the order of the chain: the clock before the author, the author before the kind (POLICY-06, POLICY-07)', () => {
    const { reasonFor, blocked } = policyWith({ mode: 'whitelist', KindWhitelist: ['kind1'] })
    blocked.add(hex('alice'))
    expect(reasonFor(draft({ kind: 7, created_at: now + 5000 }))).toMatch(/^invalid: created_at/)
    expect(reasonFor(draft({ kind: 7 }))).toMatch(/public key is blocked/)
  })

  it('that is protected passes from its signed-in author alone (NIP-70)', () => {
    const { policy } = policyWith()
    const event = draft({ tags: [['-']] })
    const judge = (...pubkeys: string[]) => policy.judgeEvent(event, { authenticated: new Set(pubkeys) })?.reason
    expect(judge()).toMatch(/^auth-required: /)
    expect(policy.judgeEvent(event, nobody)?.status).toBe(401)
    expect(judge(hex('bob'))).toMatch(/^restricted: /)
    expect(judge(hex('bob'), event.pubkey)).toBeUndefined()
  })

  it('needs the required proof of work with a matching target (NIP-13, ACCESS-33, PROTO-12)', () => {
    const { reasonFor } = policyWith({}, 12)
    const worked = (id: string, target: string) => draft({ id, tags: [['nonce', '1', target]] })
    const twelve = `000${'f'.repeat(61)}`
    expect(reasonFor(worked(`001${'f'.repeat(61)}`, '12'))).toBe('pow: difficulty 11 is less than 12')
    expect(reasonFor(worked(twelve, '4'))).toMatch(/^pow: the nonce tag/)
    expect(reasonFor(draft({ id: twelve }))).toMatch(/^pow: the nonce tag/)
    expect(reasonFor(worked(twelve, '12'))).toBeUndefined()
    expect(policyWith().policy.minimumDifficulty).toBe(0)
    expect(policyWith({}, 1).reasonFor(draft({ id: 'f'.repeat(64) }))).toBe('pow: difficulty 0 is less than 1')
  })
})

describe('a request to vanish (NIP-62)', () => {
  const request = (...tags: string[][]) => draft({ kind: 62, created_at: now, tags })

  it('that names another relay or none is refused', () => {
    const { policy } = policyWith()
    for (const tags of [[], [['relay']], [['relay', 'wss://other.example']], [['r', 'ALL_RELAYS']]]) {
      expect(policy.judgeVanishRequest(request(...tags))?.reason).toMatch(/^invalid: /)
    }
  })

  it('is obeyed for blocked keys and excluded kinds too, but not while the clock is wrong', () => {
    const { policy, blocked } = policyWith({ mode: 'whitelist', KindWhitelist: ['kind1'] })
    blocked.add(hex('alice'))
    expect(policy.judgeVanishRequest(request(['relay', 'ALL_RELAYS']))).toBeNull()
    expect(
      policy.judgeVanishRequest(request(['relay', 'wss://other.example'], ['relay', 'wss://relay.example'])),
    ).toBeNull()
    const ahead = draft({ kind: 62, created_at: now + 901, tags: [['relay', 'ALL_RELAYS']] })
    expect(policy.judgeVanishRequest(ahead)?.reason).toMatch(/^invalid: created_at/)
  })
})

describe('difficulty (NIP-13)', () => {
  it.each([
    ['f'.repeat(64), 0],
    [`7${'f'.repeat(63)}`, 1],
    ['000000000e9d97a1ab09fc381030b346cdd7a142ad57e6df0b46dc9bef6c7e2d', 36],
    ['0'.repeat(64), 256],
  ])('of %s is %i', (id, bits) => {
    expect(difficultyOf(id)).toBe(bits)
  })
})

describe('a file', () => {
  const file = { mime: 'image/png', bytes: 1024, pubkey: hex('alice') }

  it('of a blocked author is refused with 403 (ACCESS-02, ACCESS-05)', () => {
    const { policy, blocked } = policyWith()
    blocked.add(file.pubkey)
    expect(policy.judgeFile(file)?.status).toBe(403)
    expect(policy.judgeReader(file.pubkey)?.reason).toMatch(/^blocked: /)
    expect(policy.judgeReader(hex('bob'))).toBeNull()
  })

  it('of a type that is not accepted is refused with 415, by whole types and by groups (ADMIT-03, ADMIT-05)', () => {
    const white = policyWith({ mode: 'whitelist', MimeTypeWhitelist: ['video/*', 'image/jpeg'] }).policy
    expect(white.judgeFile(file)).toEqual({
      cause: 'media-type',
      reason: 'blocked: files of type image/png are not accepted here',
      status: 415,
    })
    expect(white.judgeFile({ ...file, mime: 'video/mp4' })).toBeNull()
    expect(white.judgeFile({ ...file, mime: 'image/jpeg' })).toBeNull()
    for (const mime of ['image/jpe', 'image/jpegs', 'videos/mp4', 'video'])
      expect(white.judgeFile({ ...file, mime })?.status).toBe(415)
    const { policy, settings } = policyWith({ mode: 'whitelist', MimeTypeWhitelist: ['image/jpeg'] })
    expect(policy.judgeFile(file)?.status).toBe(415)
    settings.MimeTypeWhitelist = []
    expect(policy.judgeFile(file)).toBeNull()
    const black = policyWith({ MimeTypeBlacklist: ['image/*'], MimeTypeWhitelist: ['image/png'] }).policy
    expect(black.judgeFile(file)?.status).toBe(415)
    expect(black.judgeFile({ ...file, mime: 'audio/ogg' })).toBeNull()
  })

  it('one byte over the limit is refused with 413', () => {
    const { policy } = policyWith({ maxfilesize: 2, maxfilesizeunit: 'KB' })
    expect(policy.judgeFile({ ...file, bytes: 2049 })?.status).toBe(413)
    expect(policy.judgeFile({ ...file, bytes: 2048 })).toBeNull()
    const most = { KB: 1024, MB: 1_048_576, GB: 1_073_741_824 } as const
    for (const unit of ['KB', 'MB', 'GB'] as const) {
      const { policy } = policyWith({ maxfilesize: 1, maxfilesizeunit: unit })
      expect(policy.judgeFile({ ...file, bytes: most[unit] })).toBeNull()
      expect(policy.judgeFile({ ...file, bytes: most[unit] + 1 })?.status).toBe(413)
    }
  })
})
