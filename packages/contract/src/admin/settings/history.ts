import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'

const session = { tag: 'Settings history', access: 'session' } as const

/** The groups, the relay settings and who can write and read. */
export const settingsSections = [
  'image_moderation',
  'content_filter',
  'nest_feeder',
  'ollama',
  'relay_info',
  'wallet',
  'general',
  'query_cache',
  'xnostr',
  'email',
  's3',
  'outgoing',
  'relay_settings',
  'access',
] as const
export type SettingsSection = (typeof settingsSections)[number]

const values = z.record(z.string(), z.unknown())
const section = z.enum(settingsSections)

export const settingsVersion = z.object({
  id: z.int(),
  section,
  /** RFC 3339, UTC. */
  at: z.string(),
  /** Public key, hex; null: a command on the server, or the relay itself. */
  actor: z.nullable(hex64),
  actor_name: z.string(),
  /** What it changed. A missing key did not exist; a secret is only said to be changed. */
  before: values,
  after: values,
  /** The settings are still as it left them. */
  is_newest: z.boolean(),
})
export type SettingsVersion = z.infer<typeof settingsVersion>

export const listSettingsVersions = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/settings-history',
  summary: 'What was saved, newest first, of one section or of all',
  role: 'operator',
  staleOn: ['settings', 'relay_settings', 'access'],
  query: z.object({
    section: z.optional(section),
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30),
  }),
  answers: { 200: z.object({ versions: z.array(settingsVersion), has_more: z.boolean() }) },
  errors: [],
})

const params = z.object({ id: z.coerce.number().check(z.int(), z.minimum(1)) })
/** The settings as this save left them, or as they were before it. */
const side = z.enum(['before', 'after'])

const difference = z.object({
  section,
  /** The changed keys: their values now and then. A missing key does not exist. */
  now: values,
  restored: values,
  /** Secrets that were changed since: they stay as they are now. */
  secrets: z.array(z.string()),
  newest: z.int(),
})
export type SettingsDifference = z.infer<typeof difference>

export const compareSettingsVersion = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/settings-history/:id',
  summary: 'What restoring a version would change',
  role: 'operator',
  params,
  query: z.object({ side: z._default(side, 'after') }),
  answers: { 200: difference },
  errors: ['not_found'],
})

export const restoreSettingsVersion = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/settings-history/:id/restore',
  summary: 'Save a version again, with the checks of any save; a conflict if something was saved since `newest`',
  role: 'operator',
  demo: 'plays',
  audit: 'settings.restore',
  params,
  body: z.strictObject({ side, newest: z.int() }),
  answers: { 200: z.object({ changed: z.array(z.string()) }) },
  errors: ['not_found', 'conflict', 'invalid_fields', 'password_needed'],
})

export const settingsFileFormat = 'hornets-settings'

export const settingsFile = z.object({
  format: z.literal(settingsFileFormat),
  version: z.literal(1),
  software: z.optional(z.string().check(z.maxLength(100))),
  made_at: z.optional(z.string().check(z.maxLength(40))),
  /** By section; a missing one or a missing key stays as it is. */
  settings: z.partialRecord(section, values),
  /** Secrets that are set here, and the relay's own key: `section.key`. */
  left_out: z.optional(z.array(z.string()).check(z.maxLength(100))),
})
export type SettingsFile = z.infer<typeof settingsFile>

export const exportSettings = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/settings-file',
  summary: 'All settings as a file, without secrets',
  role: 'operator',
  answers: { 200: settingsFile },
  errors: [],
})

const sectionChange = z.object({ section, now: values, restored: values })

export const compareSettingsFile = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/settings-file/comparison',
  summary: 'What importing a file would change; nothing is saved',
  role: 'operator',
  demo: 'plays',
  audit: null,
  body: z.strictObject({ file: settingsFile }),
  answers: { 200: z.object({ changes: z.array(sectionChange) }) },
  errors: ['invalid_fields'],
})

export const importSettings = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/settings-file',
  summary: 'Save the chosen sections of a file; all are checked before the first is saved',
  role: 'operator',
  demo: 'plays',
  audit: 'settings.import',
  body: z.strictObject({
    file: settingsFile,
    sections: z.array(section).check(z.minLength(1), z.maxLength(settingsSections.length)),
  }),
  answers: { 200: z.object({ saved: z.array(section) }) },
  errors: ['invalid_fields', 'password_needed'],
})
