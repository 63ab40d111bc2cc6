import { messages } from '@hornets/contract'
import { blockPubkey, unblockPubkey } from '@hornets/contract/admin/access'
import {
  type AccessEntry,
  type AccessList,
  putAccessEntries,
  removeAccessEntries,
} from '@hornets/contract/admin/access-lists'
import { type AccessRights, saveAccess } from '@hornets/contract/admin/access-rights'
import { type OwnRule, saveAccessRules } from '@hornets/contract/admin/refusals/own-rules'
import { type AccessChangeMade, undoAccessChange, undoHours } from '@hornets/contract/admin/refusals/undo'
import { type PostedRelaySettings, saveRelaySettings } from '@hornets/contract/admin/relay-settings'
import { isAtLeast, type Role } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import pLimit from 'p-limit'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AuditReader } from '../audit/audit-reader.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { RelaySettingsService } from '../settings/relay-settings-service.ts'
import type { AccessService, Blocker } from './access-service.ts'
import type { EntryRevert, ListsService } from './lists/lists-service.ts'
import type { RightsService } from './rights/rights-service.ts'
import { revisionOf } from './rules/revision.ts'
import type { RulesService } from './rules/rules-service.ts'
import type { SavedEntries, Undoable } from './undoable.ts'

export interface UndoParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly auditReader: Pick<AuditReader, 'page'>
  readonly access: AccessService
  readonly lists: ListsService
  readonly rights: RightsService
  readonly own: RulesService
  readonly relaySettings: RelaySettingsService
  readonly others: readonly Undoable[]
  readonly now: Clock
}

/** Actions that are saved in one go, by what is undone together. */
const families: Readonly<Record<string, string>> = {
  [saveAccess.audit]: 'rights',
  [saveAccessRules.audit]: 'rules',
  [saveRelaySettings.audit]: 'relay-settings',
  [putAccessEntries.audit.add]: 'entries',
  [putAccessEntries.audit.update]: 'entries',
  [removeAccessEntries.audit]: 'removed-entries',
  [blockPubkey.audit.block]: 'blocks',
  [unblockPubkey.audit]: 'unblocks',
}

const entriesMax = 5000
/** Entries of one save are written one after the other. */
const togetherMs = 100

type Entry = SavedEntries[0]

interface Change {
  readonly family: string
  readonly entries: SavedEntries
  readonly undoable: Undoable | undefined
}

/** Undoes what was saved in the last day, as the audit log has it: also after a restart. */
export class UndoService {
  readonly #parts: UndoParts
  readonly #undos = pLimit(1)
  readonly #others: ReadonlyMap<string, Undoable>

  constructor(parts: UndoParts) {
    this.#parts = parts
    this.#others = new Map(parts.others.flatMap(one => one.actions.map(action => [action, one])))
  }

  async list(role: Role): Promise<AccessChangeMade[]> {
    const touched = new Set<string>()
    const rules = revisionOf(this.#parts.own.rules())
    return (await this.#changes()).flatMap(({ family, entries, undoable }) => {
      const [{ id, at, actor, actorName, action, target, after }] = entries
      const touching = entries.flatMap(undoable?.touches ?? touchedBy)
      const own = undoable?.needs ? entries.flatMap(undoable.needs) : touching
      // Rules are undone from what the change left, also if they came back to it since.
      const can_undo = family === 'rules' ? revisionOf(rulesOf(after)) === rules : !own.some(name => touched.has(name))
      for (const name of touching) touched.add(name)
      if (!isAtLeast(role, undoable?.least ?? 'operator')) return []
      return [{ id, at, actor, actor_name: actorName, action, target, count: entries.length, can_undo }]
    })
  }

  /** All or nothing. Throws ApiError: 'not_found' (unknown, older than a day), 'conflict' if changed again since. */
  undo(id: number, by: Blocker): Promise<{ undone: number }> {
    return this.#undos(async () => {
      const change = (await this.#changes()).find(({ entries }) => entries[0].id === id)
      if (!change) throw new ApiError('not_found', messages.changeTooOld)
      if (!isAtLeast(by.role, change.undoable?.least ?? 'operator'))
        throw new ApiError('forbidden', messages.roleTooLow)
      await (change.undoable?.revert(change.entries, by) ?? this.#revert(change, by))
      const { database, audit } = this.#parts
      const entry = { actor: by.actor, action: undoAccessChange.audit, target: String(id) }
      await database.transact(tx => audit.recordChange(tx, entry))
      return { undone: change.entries.length }
    })
  }

  async #revert({ family, entries }: Change, by: Blocker): Promise<void> {
    const { access, lists, rights, own, relaySettings } = this.#parts
    const { actor } = by
    const [{ before, after }] = entries
    if (family === 'rights') {
      await rights.save(before as AccessRights, actor, after as AccessRights)
    } else if (family === 'rules') {
      await own.save(rulesOf(before), revisionOf(rulesOf(after)), actor)
    } else if (family === 'relay-settings') {
      await relaySettings.save(before as PostedRelaySettings, actor, after as PostedRelaySettings)
    } else if (family === 'blocks') {
      const keys = entries.map(({ target }) => target)
      if (!keys.every(key => access.isBlocked(key))) throw changed()
      await access.unblockMany(keys, actor)
    } else if (family === 'unblocks') {
      const blocks = entries.map(({ target, before: block }) => {
        const { reason, expires_at } = block as { reason: string; expires_at: string | null }
        return { pubkey: target, reason, expiresAt: expires_at === null ? null : Date.parse(expires_at) }
      })
      if (blocks.some(({ pubkey }) => access.isBlocked(pubkey))) throw changed()
      await access.blockMany(blocks, by, true)
    } else {
      await lists.revert(listIn(entries[0]), entries.map(revertOf), actor)
    }
  }

  async #changes(): Promise<Change[]> {
    const from = this.#parts.now() - undoHours * 3_600_000
    const { entries } = await this.#parts.auditReader.page({ from, outcome: 'done' }, { limit: entriesMax })
    const changes: (Change & { entries: [Entry, ...Entry[]] })[] = []
    for (const entry of entries) {
      const undoable = this.#others.get(entry.action)
      const family = undoable ? entry.action : families[entry.action]
      if (!family) continue
      const last = changes.at(-1)
      if (last && last.family === family && isTogether(last.entries.at(-1) ?? entry, entry)) last.entries.push(entry)
      else changes.push({ family, entries: [entry], undoable })
    }
    return changes
  }
}

const rulesOf = (noted: unknown) => (noted as { rules: readonly OwnRule[] }).rules

const changed = () => new ApiError('conflict', messages.changedSince)

/** Whether an entry was written just before another one, by the same save. */
const isTogether = (later: Entry, entry: Entry) =>
  later.id === entry.id + 1 &&
  later.actor === entry.actor &&
  later.target !== entry.target &&
  Date.parse(later.at) - Date.parse(entry.at) <= togetherMs &&
  listIn(later) === listIn(entry)

function touchedBy({ action, target, after }: Entry): string[] {
  if (action === saveRelaySettings.audit) return Object.keys(after as object).map(key => `${target} ${key}`)
  return [target]
}

/** Empty for blocked authors. */
const listIn = ({ target }: Entry) => target.slice(0, Math.max(0, target.indexOf(':'))) as AccessList

function revertOf({ action, target, before, after }: Entry): EntryRevert {
  const value = target.slice(target.indexOf(':') + 2)
  const [from, to] = [after, before] as (Omit<AccessEntry, 'created_by_name'> | null)[]
  // An entry that had expired is not brought back.
  const isNew = action === putAccessEntries.audit.add
  return { value, from: from ?? null, to: isNew ? null : (to ?? null) }
}
