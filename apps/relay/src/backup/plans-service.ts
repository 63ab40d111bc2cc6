import { randomUUID } from 'node:crypto'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { type BackupPlan, saveBackupPlan } from '@hornets/contract/admin/settings/backup'
import { backupMessages } from '@hornets/contract/admin/settings/backup-messages'
import type { BodyOf } from '@hornets/contract/endpoint'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { SecretBox } from '../database/secret-box.ts'
import { BackupStore, type PlanRow } from './backup-store.ts'
import { shownRemote } from './destinations/open-destination.ts'
import { isSftp } from './destinations/sftp-address.ts'
import { cipherFor, type KeyPair, makeKeyPair, sealKey } from './set/cipher.ts'

export interface OpenPlan {
  readonly plan: BackupPlan
  readonly place: string
  readonly relay: string
  readonly identity: string | null
  /** Base64. */
  readonly sealedKey: string | null
  readonly changedAt: number
}

export interface PlansParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly box: SecretBox
  readonly dataDir: string
  readonly now: Clock
  /** Of scrypt for passphrases, as a power of two; age's own if undefined. */
  readonly workFactor?: number
}

type Kept = Omit<BackupPlan, 'place' | 'is_remote'>
type Input = BodyOf<typeof saveBackupPlan>

export const noPlan: BackupPlan = {
  schedule: 'off',
  hour: 3,
  encryption: 'none',
  place: '',
  is_remote: false,
  recipient: '',
  tests: false,
  keep: { daily: 7, weekly: 4, monthly: 12 },
}

export class PlansService {
  readonly #parts: PlansParts
  readonly #store: BackupStore

  constructor(parts: PlansParts) {
    this.#parts = parts
    this.#store = new BackupStore(parts.database.reads)
  }

  async find(): Promise<OpenPlan | undefined> {
    const row = await this.#store.findPlan()
    return row && this.#open(row)
  }

  /** Throws ApiError('invalid_fields'). */
  async save(input: Input, actor: Actor): Promise<OpenPlan> {
    const { database, audit, now } = this.#parts
    const before = await this.find()
    const place = this.#readPlace(input.place, before)
    const isRemote = shownRemote(place) !== null
    if (isRemote && input.encryption === 'none') throw invalid({ encryption: backupMessages.remoteUnencrypted })
    const keys = await this.#readKeys(input, before)
    if (input.tests && input.encryption === 'recipient') throw invalid({ tests: backupMessages.testsNeedKey })
    const { schedule, hour, encryption, keep, tests } = input
    const kept: Kept = { schedule, hour, encryption, keep, tests, recipient: keys.recipient }
    const row = {
      relay: before?.relay ?? randomUUID(),
      plan: JSON.stringify(kept),
      place: this.#parts.box.seal(place, 'backup.place'),
      identity: keys.identity && this.#parts.box.seal(keys.identity, 'backup.identity'),
      sealed_key: keys.sealedKey,
      changed_at: now(),
    }
    const after = this.#open({ id: 1, ...row })
    await database.transact(async tx => {
      await this.#store.putPlan(tx, row)
      const entry = { actor, action: saveBackupPlan.audit, target: saveBackupPlan.path }
      await audit.recordChange(tx, { ...entry, before: before?.plan, after: after.plan })
    })
    return after
  }

  #open({ plan, place, relay, identity, sealed_key, changed_at }: PlanRow): OpenPlan {
    const { box } = this.#parts
    const opened = box.unseal(place, 'backup.place')
    const remote = shownRemote(opened)
    return {
      plan: { ...(JSON.parse(plan) as Kept), place: remote ?? opened, is_remote: remote !== null },
      place: opened,
      relay,
      identity: identity && box.unseal(identity, 'backup.identity'),
      sealedKey: sealed_key,
      changedAt: changed_at,
    }
  }

  #readPlace(given: string | undefined, before: OpenPlan | undefined): string {
    const place = given?.trim() || before?.place
    if (!place) throw invalid({ place: backupMessages.placeMissing })
    if (shownRemote(place) !== null) return place
    if (isSftp(place)) throw invalid({ place: backupMessages.sftpInvalid })
    if (!isAbsolute(place)) throw invalid({ place: backupMessages.placeInvalid })
    const outward = relative(this.#parts.dataDir, resolve(place))
    if (!isAbsolute(outward) && outward.split(sep)[0] !== '..') throw invalid({ place: backupMessages.placeInside })
    return resolve(place)
  }

  async #readKeys(input: Input, before: OpenPlan | undefined): Promise<Omit<KeyPair, 'identity'> & Keys> {
    if (input.encryption === 'none') return { recipient: '', identity: null, sealedKey: null }
    if (input.encryption === 'recipient') {
      const recipient = input.recipient?.trim() ?? ''
      if (!isRecipient(recipient)) throw invalid({ recipient: backupMessages.recipientInvalid })
      return { recipient, identity: null, sealedKey: null }
    }
    const { passphrase } = input
    if (passphrase === undefined) {
      if (!before?.identity) throw invalid({ passphrase: backupMessages.passphraseMissing })
      return { recipient: before.plan.recipient, identity: before.identity, sealedKey: before.sealedKey }
    }
    // A new key for each passphrase: what an old one opens stays as it is.
    const { identity, recipient } = await makeKeyPair()
    const sealed = await sealKey(identity, passphrase, this.#parts.workFactor)
    return { identity, recipient, sealedKey: Buffer.from(sealed).toString('base64') }
  }
}

interface Keys {
  readonly identity: string | null
  readonly sealedKey: string | null
}

function isRecipient(text: string): boolean {
  try {
    cipherFor(text)
    return true
  } catch {
    return false
  }
}

const invalid = (fields: Readonly<Record<string, string>>) =>
  new ApiError('invalid_fields', Object.values(fields)[0] ?? '', { fields })
