import { defaultsOf, outgoing, type ValuesOf } from '@hornets/contract/admin/settings'
import { createLogger } from '@hornets/server/process/logger'
import type { AdminDatabase } from '../database/admin-database.ts'
import { SecretBox } from '../database/secret-box.ts'
import { proxyOf } from './outgoing-settings.ts'
import { SettingsStore } from './settings-store.ts'
import { fromRows } from './stored-values.ts'

export class ProxyByCommand {
  readonly #rows: SettingsStore
  readonly #dataDir: string

  constructor(database: AdminDatabase, dataDir: string) {
    this.#rows = new SettingsStore(database.reads)
    this.#dataDir = dataDir
  }

  async find(): Promise<URL | undefined> {
    const rows = (await this.#rows.listSettings()).filter(({ group_name }) => group_name === outgoing.name)
    if (rows.length === 0) return undefined
    const logger = createLogger({ name: 'admin', level: 'fatal' })
    const stored = fromRows(rows, await SecretBox.open(this.#dataDir), logger)
    return proxyOf({ ...defaultsOf(outgoing), ...stored.get(outgoing.name) } as ValuesOf<typeof outgoing>)
  }
}
