import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { type SettingsSection, settingsSections } from './history.ts'

/** Changes that could lock somebody out: put back by the relay itself unless somebody keeps them in time. */

const session = { tag: 'Settings history', access: 'session', role: 'operator' } as const

/** Keys whose changes can lock out admins or clients. */
export const riskySettings: Readonly<Partial<Record<SettingsSection, readonly string[]>>> = {
  general: ['port', 'proxy', 'web'],
  relay_info: ['relayaddresses'],
  access: ['write', 'read', 'min_pow'],
}

export const isRisky = (section: string, keys: readonly string[]): boolean =>
  keys.some(key => riskySettings[section as SettingsSection]?.includes(key))

export const keepSeconds = 60
/** After the restart that a change waits for, the console has to be found again. */
export const keepSecondsAfterRestart = 300

const provisional = z.object({
  section: z.enum(settingsSections),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  by: z.nullable(hex64),
  /** RFC 3339, UTC; null: it counts from the next start of the relay. */
  ends_at: z.nullable(z.string()),
  /** Until then, in seconds, since clocks differ. */
  left_seconds: z.nullable(z.int()),
})
export type ProvisionalChange = z.infer<typeof provisional>

export const getProvisional = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/provisional-settings',
  summary: 'The change that is put back unless it is kept; null if there is none',
  staleOn: ['settings', 'relay_settings', 'access'],
  answers: { 200: z.object({ change: z.nullable(provisional) }) },
  errors: [],
})

export const beginProvisional = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/provisional-settings',
  summary:
    'Have the next save of a section by this admin put back unless it is kept: in 60 s, or 300 s after the restart that a key waits for',
  demo: 'plays',
  audit: 'settings.try',
  body: z.strictObject({
    section: z.enum(settingsSections),
    keys: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100)),
  }),
  answers: { 200: z.object({ success: z.literal(true) }) },
  errors: ['conflict'],
})

export const keepProvisional = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/provisional-settings/keep',
  summary: 'Keep the change',
  demo: 'plays',
  audit: 'settings.keep',
  body: z.strictObject({}),
  answers: { 200: z.object({ success: z.literal(true) }) },
  errors: ['conflict'],
})

export const putBackProvisional = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/provisional-settings/put-back',
  summary: 'Put the change back now',
  demo: 'plays',
  audit: 'settings.put-back',
  body: z.strictObject({}),
  answers: { 200: z.object({ success: z.literal(true) }) },
  errors: ['conflict'],
})
