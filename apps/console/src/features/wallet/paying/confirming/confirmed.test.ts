import type { NeededConfirmation } from '@hornets/contract/wallet/confirmations'
import { expect, test } from 'vitest'
import { confirmedOf, isGiven, nothingGiven, readNeeds } from './confirmed.ts'

const need = (kind: NeededConfirmation['need']): NeededConfirmation => ({ need: kind, reason: '', message: '' })

test('allows a payment only when every required value has been entered', () => {
  const needs = readNeeds([need('password'), need('fee_word'), need('repeat')])
  const whole = { password: 'secret', word: ' expensive', repeats: true }
  expect(isGiven(readNeeds(), nothingGiven)).toBe(true)
  expect(isGiven(needs, whole)).toBe(true)
  for (const missing of [{ password: '' }, { word: 'cheap' }, { repeats: false }])
    expect(isGiven(needs, { ...whole, ...missing })).toBe(false)
  expect(isGiven(readNeeds([need('fee_word')]), { ...whole, password: '' })).toBe(false)
  expect(isGiven(readNeeds([need('fee_word')], false), { ...whole, password: '' })).toBe(true)
})

test('sends no values that were not required', () => {
  const given = { password: 'secret', word: 'EXPENSIVE', repeats: true }
  expect(confirmedOf(readNeeds(), given)).toEqual({})
  expect(confirmedOf(readNeeds([need('repeat')]), given)).toEqual({ repeat: true })
  expect(confirmedOf(readNeeds([need('fee_word')]), given)).toEqual({ password: 'secret', fee_word: 'EXPENSIVE' })
})
