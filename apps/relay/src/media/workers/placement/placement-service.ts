import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { type FileStore, setFileTarget } from '@hornets/contract/admin/files/file-stores'
import { type StoreName, storeNames } from '@hornets/contract/admin/files/store-names'
import { ApiError } from '@hornets/server/api-error'
import { toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Actor, AuditLog } from '../../../audit/audit-log.ts'
import type { AdminDatabase } from '../../../database/admin-database.ts'
import { assertShared } from '../../library/stores/assert-shared.ts'
import type { FileStores } from '../../library/stores/file-stores.ts'
import { S3Error } from '../../library/stores/s3-client.ts'
import { sentenceFor } from '../../library/stores/s3-trial.ts'
import type { PlacementStore } from './placement-store.ts'

export interface PlacementParts {
  readonly stores: FileStores
  readonly placements: PlacementStore
  readonly audit: AuditLog
  readonly adminDatabase: AdminDatabase
  readonly onChange: () => void
  /** Files must be where another machine finds them. */
  readonly hasStandby?: boolean
  readonly logger: Logger
  readonly testMs?: number
}

const probeBytes = 1000
const usualTestMs = 10_000

export class FilePlacement {
  readonly #parts: PlacementParts

  constructor(parts: PlacementParts) {
    this.#parts = parts
  }

  async show(): Promise<{ stores: FileStore[]; target: StoreName }> {
    const { stores, placements } = this.#parts
    const amounts = new Map((await placements.amounts()).map(({ store, ...amount }) => [store, amount]))
    const isSetUp = (name: StoreName) => stores.names().includes(name)
    const { target } = stores
    const shown = storeNames.filter(name => isSetUp(name) || amounts.has(name) || name === target)
    return {
      stores: shown.map(name => ({
        name,
        isSetUp: isSetUp(name),
        place: name === 's3' ? (stores.s3?.place ?? '') : '',
        ...(name === 's3' && stores.s3?.downSince !== undefined && { downSince: toTimestamp(stores.s3.downSince) }),
        ...(amounts.get(name) ?? { files: 0, bytes: 0 }),
      })),
      target,
    }
  }

  /** Writes, reads and deletes a small file, within 10 s. Throws ApiError('unavailable') that says what the operator can mend. */
  async test(store: StoreName): Promise<{ milliseconds: number }> {
    const started = performance.now()
    const { stores, testMs = usualTestMs } = this.#parts
    try {
      await Promise.race([this.#probe(stores, store), late(testMs)])
    } catch (error) {
      this.#parts.logger.warn({ err: error, store }, 'the test of a file store failed')
      throw explained(error)
    }
    return { milliseconds: Math.ceil(performance.now() - started) }
  }

  /** Throws ApiError('unavailable') if its test fails: nothing changes then. */
  async setTarget(store: StoreName, actor: Actor): Promise<StoreName> {
    const { stores, audit, adminDatabase, onChange } = this.#parts
    const before = stores.target
    if (store === before) return store
    assertShared(store, this.#parts.hasStandby)
    await this.test(store)
    await stores.setTarget(store)
    const entry = { actor, action: setFileTarget.audit, target: store, before: { store: before }, after: { store } }
    await adminDatabase.transact(tx => audit.recordChange(tx, entry))
    onChange()
    return store
  }

  async #probe(stores: FileStores, name: StoreName): Promise<void> {
    if (name === 's3') await stores.s3?.lookAgain()
    const store = stores.of(name)
    const bytes = randomBytes(probeBytes)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const incoming = await stores.receive()
    try {
      await incoming.handle.writeFile(bytes)
      await store.put(incoming, hash)
      const content = await store.open(hash)
      const span = { first: 1, last: probeBytes - 1 }
      const read = content && (await buffer(await content.stream(span)))
      if (!read?.equals(bytes.subarray(1))) throw new ApiError('unavailable', fileMessages.storeDiffers)
      // The listing finds what a crash leaves.
      await store.list().next()
    } finally {
      await stores.discard(incoming)
      await store.remove(hash)
    }
  }
}

async function late(ms: number): Promise<never> {
  await wait(ms, undefined, { ref: false })
  throw new ApiError('unavailable', fileMessages.s3Unreachable)
}

function explained(error: unknown): unknown {
  const cause = error instanceof ApiError ? error.cause : undefined
  return cause instanceof S3Error ? new ApiError('unavailable', sentenceFor(cause), { cause }) : error
}
