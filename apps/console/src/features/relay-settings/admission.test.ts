import { offeredKinds } from '@hornets/contract'
import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { describe, expect, it } from 'vitest'
import {
  type Admission,
  acceptsKind,
  admissionOf,
  changedAdmission,
  chooseKinds,
  chooseMediaTypes,
  chosenKinds,
  chosenMediaTypes,
  fitAdmission,
  kindsToShow,
  lostKinds,
  modeOf,
} from './admission.ts'

const fresh = admissionOf(relaySettingsDefaults)
const whitelist: Admission = { ...fresh, mode: 'whitelist', KindWhitelist: ['kind1'], MimeTypeWhitelist: ['image/png'] }
const stored = [
  { kindNumber: 1, kindCount: 900 },
  { kindNumber: 7, kindCount: 1200 },
  { kindNumber: 40000, kindCount: 4 },
]

describe('relay mode', () => {
  it('MODE-02, R-50: treats any other value as the default, blacklist', () => {
    expect(fresh.mode).toBe('blacklist')
    expect(['whitelist', 'blacklist', 'unlimited', null, ''].map(modeOf)).toEqual([
      'whitelist',
      'blacklist',
      'blacklist',
      'blacklist',
      'blacklist',
    ])
  })

  it('MODE-04: kinds and media types are empty at first', () => {
    for (const mode of ['blacklist', 'whitelist'] as const)
      expect([chosenKinds({ ...fresh, mode }), chosenMediaTypes({ ...fresh, mode })]).toEqual([[], []])
  })

  it('MODE-07: in blacklist mode the whitelists stay as they were', () => {
    const inBlacklist: Admission = { ...whitelist, mode: 'blacklist' }
    const changed = chooseMediaTypes(chooseKinds(inBlacklist, [7], true), ['video/mp4'], true)
    expect(changed.KindWhitelist).toEqual(['kind1'])
    expect(changed.MimeTypeWhitelist).toEqual(['image/png'])
    expect([chosenKinds(changed), chosenMediaTypes(changed)]).toEqual([[7], ['video/mp4']])
  })

  it('MODE-06: in whitelist mode kinds and media types are chosen and taken back', () => {
    const more = chooseKinds(whitelist, [7, 1], true)
    expect(chosenKinds(more)).toEqual([1, 7])
    expect(chosenKinds(chooseKinds(more, [1], false))).toEqual([7])
    const moreTypes = chooseMediaTypes(whitelist, ['image/png', 'image/gif'], true)
    expect(chosenMediaTypes(moreTypes)).toEqual(['image/png', 'image/gif'])
    expect(chosenMediaTypes(chooseMediaTypes(moreTypes, ['image/png'], false))).toEqual(['image/gif'])
  })

  it('MODE-07: keeps both lists when the mode changes back and forth', () => {
    const there: Admission = { ...chooseKinds(fresh, [4], true), mode: 'whitelist' }
    expect(chosenKinds(there)).toEqual([])
    expect(chosenKinds({ ...there, mode: 'blacklist' })).toEqual([4])
  })
})

describe('accepted kinds', () => {
  it('an empty whitelist allows everything, as the relay does it', () => {
    expect(acceptsKind({ ...whitelist, KindWhitelist: [] }, 7)).toBe(true)
  })

  it('a whitelist allows what it names, a blacklist everything else', () => {
    expect([1, 7].map(kind => acceptsKind(whitelist, kind))).toEqual([true, false])
    expect([1, 7].map(kind => acceptsKind(chooseKinds(fresh, [1], true), kind))).toEqual([false, true])
  })

  it('counts only stored events of kinds accepted until now', () => {
    expect(lostKinds(fresh, whitelist, stored)).toEqual({ kinds: [7, 40000], events: 1204 })
    expect(lostKinds(whitelist, whitelist, stored)).toEqual({ kinds: [], events: 0 })
    expect(lostKinds(whitelist, fresh, stored)).toEqual({ kinds: [], events: 0 })
  })
})

describe('the page', () => {
  it('MODE-08, R-51: shows the eighteen kinds offered, and those in the store or in a list besides', () => {
    expect(kindsToShow(offeredKinds.keys(), [], fresh)).toEqual([
      0, 1, 3, 5, 6, 7, 8, 1984, 9372, 9373, 9735, 9802, 10000, 30000, 30008, 30009, 30023, 36810,
    ])
    const shown = kindsToShow(offeredKinds.keys(), stored, chooseKinds(fresh, [4], true))
    expect(shown).toContain(40000)
    expect(shown).toContain(4)
    expect(shown).toHaveLength(20)
  })

  it('MODE-01: is dirty by what has changed, not by the order in which it was clicked', () => {
    const twice = chooseKinds(chooseKinds(whitelist, [7], true), [1], false)
    expect(changedAdmission(whitelist, chooseKinds(chooseKinds(twice, [1], true), [7], false))).toEqual([])
    expect(changedAdmission(fresh, { ...whitelist, maxfilesize: 5 })).toEqual([
      'mode',
      'KindWhitelist',
      'MimeTypeWhitelist',
      'maxfilesize',
    ])
  })
})

it('restores only drafted fields that still exist and differ', () => {
  const kept = {
    mode: 'whitelist',
    KindWhitelist: ['kind1'],
    KindBlacklist: 'all',
    maxfilesize: fresh.maxfilesize,
    gone: 1,
  }
  expect(fitAdmission(fresh, kept)).toEqual({ mode: 'whitelist', KindWhitelist: ['kind1'] })
  expect(fitAdmission({ ...fresh, mode: 'whitelist', KindWhitelist: ['kind1'] }, kept)).toEqual({})
})
