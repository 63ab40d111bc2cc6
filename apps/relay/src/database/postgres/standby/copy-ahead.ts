import { rename, rm } from 'node:fs/promises'
import type { Logger } from '@hornets/server/process/logger'
import type { ClientBase } from 'pg'
import { connect } from './session.ts'
import { fetchParts } from './snapshot-parts.ts'
import { schema } from './sql.ts'
import type { Copy } from './stored-copy.ts'

export interface CopyAheadParts {
  readonly url: string
  /** Of `relay.db`. */
  readonly path: string
  readonly log: Logger
}

type Stored = Pick<Copy, 'lineage' | 'snapshotAt' | 'snapshotBytes'>

/** Fetches each whole copy while this machine waits: a takeover fetches only the changes after it. */
export class CopyAhead {
  readonly #parts: CopyAheadParts
  readonly #path: string
  #fetched: Stored | undefined
  #fetching: Promise<void> | undefined

  constructor(parts: CopyAheadParts) {
    this.#parts = parts
    this.#path = `${parts.path}.ahead`
  }

  /** Begins if there is another one than it has. */
  async look(client: ClientBase): Promise<void> {
    const { rows } = await client.query(`SELECT lineage, position, bytes FROM ${schema}.snapshot`)
    const [row] = rows
    if (!row || this.#fetching) return
    const stored = { lineage: row.lineage, snapshotAt: Number(row.position), snapshotBytes: Number(row.bytes) }
    if (this.#isFetched(stored)) return
    this.#fetching = this.#fetch(stored)
      .catch(err => this.#parts.log.warn({ err }, 'could not fetch the copy of relay.db; the next look tries again'))
      .finally(() => {
        this.#fetching = undefined
      })
  }

  /** When nothing is being fetched any more. */
  async settled(): Promise<void> {
    await this.#fetching
  }

  async moveTo(path: string, copy: Copy): Promise<boolean> {
    await this.settled()
    if (!this.#isFetched(copy)) return false
    this.#fetched = undefined
    await rename(this.#path, path)
    return true
  }

  async close(): Promise<void> {
    await this.settled()
    await rm(this.#path, { force: true })
  }

  async #fetch(stored: Stored): Promise<void> {
    this.#fetched = undefined
    const client = await connect(this.#parts.url)
    try {
      const bytes = await fetchParts(client, this.#path, stored.snapshotAt)
      // Otherwise the next one has replaced it meanwhile.
      if (bytes === stored.snapshotBytes) this.#fetched = stored
    } finally {
      await client.end().catch(() => {})
    }
  }

  #isFetched({ lineage, snapshotAt }: Stored): boolean {
    return this.#fetched?.lineage === lineage && this.#fetched.snapshotAt === snapshotAt
  }
}
