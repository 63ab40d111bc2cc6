import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { addWebhook, kindsFor, saveDelivery } from './delivery.ts'

const channels = { payments: ['push', 'webhook'], reports: [], health: ['mail'], security: ['nostr'] }

it("money is for operators and owners, reports for moderators too, and one's own security for all", () => {
  expect(kindsFor('viewer')).toEqual(['security'])
  expect(kindsFor('moderator')).toEqual(['reports', 'security'])
  expect(kindsFor('operator')).toEqual(['payments', 'reports', 'health', 'security'])
  expect(kindsFor('owner')).toEqual(['payments', 'reports', 'health', 'security'])
})

it('accepts quiet hours over midnight, and an onion address, which is encrypted itself', () => {
  const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Berlin' }
  expect(z.safeParse(saveDelivery.body, { channels, quiet }).success).toBe(true)
  expect(z.safeParse(addWebhook.body, { url: `http://${'a'.repeat(56)}.onion/hook` }).success).toBe(true)
})

it.each(['http://hook.example/', 'https://bee:secret@hook.example/', 'ftp://hook.example', 'hook'])(
  'the address %s of a webhook is refused',
  url => {
    expect(z.safeParse(addWebhook.body, { url }).success).toBe(false)
  },
)

it.each([
  { from: '22:00', to: '22:00', zone: 'UTC' },
  { from: '24:00', to: '07:00', zone: 'UTC' },
  { from: '22:00', to: '07:00', zone: 'Mars/Olympus' },
])('quiet hours %j are refused', quiet => {
  expect(z.safeParse(saveDelivery.body, { channels, quiet }).success).toBe(false)
})
