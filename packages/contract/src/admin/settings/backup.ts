import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { backupMessages } from './backup-messages.ts'

/** Backups of everything, on a schedule, and their restore tests. */
const session = { tag: 'Backup', access: 'session' } as const

export const backupSchedules = ['off', 'six_hours', 'daily', 'weekly'] as const
export const backupEncryptions = ['none', 'recipient', 'passphrase'] as const
const keptMax = 100
/** A private key of 8192 bits fits in. */
export const placeMax = 12_000
const passphraseMin = 12

const kept = z.int().check(z.minimum(0), z.maximum(keptMax))

const chosen = {
  schedule: z.enum(backupSchedules),
  /** Of the day or of Mondays, UTC, for daily and weekly backups. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  encryption: z.enum(backupEncryptions),
  /** For how many days, weeks and months one backup each is kept. */
  keep: z.object({ daily: kept, weekly: kept, monthly: kept }),
  /** Restores each scheduled backup for a test; not with somebody else's key. */
  tests: z.boolean(),
}

export const backupPlan = z.object({
  ...chosen,
  /** A folder, or an S3 or SFTP address without its secrets. Empty: none is set. */
  place: z.string(),
  is_remote: z.boolean(),
  /** The age key that backups are encrypted for; empty without encryption. */
  recipient: z.string(),
})
export type BackupPlan = z.infer<typeof backupPlan>

const run = z.object({
  id: z.int(),
  kind: z.enum(['backup', 'test']),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Who started it, hex; null: the schedule or a command on the server. */
  by: z.nullable(hex64),
  /** RFC 3339, UTC. */
  began_at: z.string(),
  ended_at: z.nullable(z.string()),
  /** Of the backup; null until it is known. */
  snapshot: z.nullable(z.string()),
  files: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
  /** Why it failed; null otherwise. */
  error: z.nullable(z.string()),
})
export type BackupRun = z.infer<typeof run>

const snapshot = z.object({
  name: z.string(),
  created_at: z.string(),
  version: z.string(),
  is_encrypted: z.boolean(),
  files: z.int(),
  bytes: z.int(),
  /** What it stored that earlier backups did not have. */
  new_bytes: z.int(),
})
export type BackupSnapshot = z.infer<typeof snapshot>

export const backupSteps = ['databases', 'files', 'rotation', 'restore', 'comparison'] as const

const state = z.object({
  plan: backupPlan,
  runs: z.array(run),
  /** How far the running one is; null while none runs or it has not begun. `total` is 0 while it is not known. */
  progress: z.nullable(z.object({ step: z.enum(backupSteps), done: z.int(), total: z.int() })),
  /** When the next scheduled backup begins, RFC 3339; null without a schedule. */
  next_at: z.nullable(z.string()),
})
export type BackupState = z.infer<typeof state>

export const getBackup = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/backup',
  summary: 'How backups are made, the last ones, and how far the running one is',
  role: 'operator',
  answers: { 200: state },
  errors: [],
})

export const listSnapshots = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/backup/snapshots',
  summary: 'The complete backups at the destination, newest first',
  role: 'operator',
  answers: { 200: z.object({ snapshots: z.array(snapshot) }) },
  errors: ['unavailable'],
})

export const saveBackupPlan = defineEndpoint({
  ...session,
  method: 'PUT',
  path: '/api/backup',
  summary: 'Set when, where and how backups are made',
  role: 'owner',
  stepUp: true,
  audit: 'backup.plan',
  body: z.strictObject({
    ...chosen,
    /**
     * An absolute path, https://access-key:secret@server/bucket/prefix, or sftp://user:secret@server/path#SHA256:… with
     * the server's host key; its secret, percent-encoded, is a password or a private key. Missing: as before.
     */
    place: z.optional(z.string().check(z.maxLength(placeMax))),
    /** `age1…`; for encryption with a public key. */
    recipient: z.optional(z.string().check(z.maxLength(4000))),
    passphrase: z.optional(
      z.string().check(z.minLength(passphraseMin, backupMessages.passphraseShort), z.maxLength(1000)),
    ),
  }),
  answers: { 200: state },
  errors: ['invalid_fields', 'conflict', 'password_needed'],
})

export const askBackupHost = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/backup/host-key',
  summary: 'The host key that an SFTP server shows now; nothing secret is sent to it',
  role: 'owner',
  audit: null,
  body: z.strictObject({ place: z.string().check(z.maxLength(1000)) }),
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  answers: { 200: z.object({ host_key: z.string() }) },
  errors: ['invalid_fields', 'unavailable'],
})

export const startBackup = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/backup/runs',
  summary: 'Begin a backup now',
  role: 'operator',
  audit: 'backup.start',
  answers: { 202: state },
  errors: ['conflict'],
})

export const testBackup = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/backup/tests',
  summary: 'Restore the newest backup into a temporary folder and compare',
  role: 'owner',
  audit: 'backup.test',
  body: z.strictObject({
    /** An age key or the passphrase; needed if the relay does not have the key. Never kept. */
    key: z.optional(z.string().check(z.maxLength(4000))),
  }),
  answers: { 202: state },
  errors: ['invalid_fields', 'conflict'],
})

export const linkSnapshot = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/backup/downloads',
  summary: 'A link, valid once and for five minutes, to an encrypted backup as a tar archive',
  role: 'owner',
  stepUp: true,
  audit: 'backup.download',
  body: z.strictObject({ name: z.string().check(z.maxLength(100)) }),
  answers: { 200: z.object({ path: z.string(), bytes: z.number() }) },
  errors: ['not_found', 'conflict', 'unavailable', 'password_needed'],
})

export const getSnapshotArchive = defineEndpoint({
  tag: session.tag,
  access: 'public',
  method: 'GET',
  path: '/api/backup/download',
  summary: 'A backup as a tar archive, read while it is sent, for the link from POST',
  query: z.object({ key: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answers: { 200: null },
  produces: 'application/x-tar',
  errors: ['not_found', 'unavailable'],
})

export const cancelBackup = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/backup/cancel',
  summary: 'Cancel the running backup or test; what earlier backups have stays',
  role: 'operator',
  audit: 'backup.cancel',
  answers: { 200: state },
  errors: ['conflict'],
})
