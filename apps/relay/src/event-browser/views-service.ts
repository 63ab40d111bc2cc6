import { type EventView, viewsMax } from '@hornets/contract/admin/events/browse'
import { eventMessages } from '@hornets/contract/admin/events/event-messages'
import { ApiError } from '@hornets/server/api-error'
import type { AdminDatabase } from '../database/admin-database.ts'
import { readFilter } from './read-filter.ts'
import { type ViewRow, ViewsStore } from './views-store.ts'

export class ViewsService {
  readonly #database: AdminDatabase
  readonly #store: ViewsStore

  constructor(database: AdminDatabase) {
    this.#database = database
    this.#store = new ViewsStore(database.reads)
  }

  async list(pubkey: string): Promise<EventView[]> {
    return (await this.#store.listViews(pubkey)).map(toWire)
  }

  async save(pubkey: string, name: string, filter: Readonly<Record<string, unknown>>): Promise<EventView> {
    readFilter(filter)
    return this.#database.transact(async tx => {
      const views = await this.#store.listViews(pubkey, tx)
      const isNew = views.every(view => view.name !== name)
      if (isNew && views.length >= viewsMax) throw new ApiError('conflict', eventMessages.tooManyViews)
      return toWire(await this.#store.putView(tx, { pubkey, name, filter: JSON.stringify(filter) }))
    })
  }

  async remove(pubkey: string, id: number): Promise<void> {
    const isGone = await this.#database.transact(tx => this.#store.deleteView(tx, pubkey, id))
    if (!isGone) throw new ApiError('not_found', eventMessages.viewUnknown)
  }
}

const toWire = ({ id, name, filter }: ViewRow): EventView => ({ id, name, filter: JSON.parse(filter) })
