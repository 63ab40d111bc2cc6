import { servedNips } from '@hornets/contract'
import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { defaultsOf, relayInfo as group } from '@hornets/contract/admin/settings'
import { describe, expect, it } from 'vitest'
import { limitationOf, nostrLimits } from '../fairness/limits.ts'
import { RelayInfo } from './relay-info.ts'

function documentWith(values: Partial<ReturnType<typeof defaultsOf<typeof group>>>, settings = relaySettingsDefaults) {
  return new RelayInfo({
    settings: { get: () => ({ ...defaultsOf(group), ...values }) },
    relaySettings: { current: () => settings },
    limitation: limitationOf(nostrLimits, 0),
  }).document()
}

describe('the NIP-11 document', () => {
  it('never claims a NIP that the relay does not serve', () => {
    const { supported_nips } = documentWith({ relaysupportednips: [42, 26, 1, 1, 9999] })
    expect(supported_nips).toEqual([1, 42])
    expect(documentWith({}).supported_nips).toEqual([...servedNips])
  })

  it('leaves out what the operator left empty', () => {
    const document = documentWith({ relaycontact: '', relaydescription: 'Ours' })
    expect(document).toMatchObject({ description: 'Ours' })
    expect(document).not.toHaveProperty('contact')
    expect(document).not.toHaveProperty('icon')
  })

  it('tells the limits that are enforced, and that writing is restricted once kinds are listed', () => {
    expect(documentWith({}).limitation).toMatchObject({ max_message_length: 512 * 1024, restricted_writes: false })
    const listed = { ...relaySettingsDefaults, mode: 'whitelist' as const, KindWhitelist: ['kind1'] }
    expect(documentWith({}, listed).limitation).toMatchObject({ restricted_writes: true })
  })
})
