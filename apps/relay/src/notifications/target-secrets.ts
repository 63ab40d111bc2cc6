import type { AdminDatabase } from '../database/admin-database.ts'
import type { SecretBox } from '../database/secret-box.ts'
import { DeliveryError } from './channels/channel.ts'
import { makeVapidKeys, type VapidKeys } from './channels/vapid.ts'
import { TargetsStore } from './targets-store.ts'

const vapidName = 'vapid'

/** Secrets of delivery, sealed: those of devices and webhooks, and the relay's keys for push services. */
export class TargetSecrets {
  readonly #database: AdminDatabase
  readonly #box: SecretBox
  readonly #rows: TargetsStore

  constructor({ database, box }: { readonly database: AdminDatabase; readonly box: SecretBox }) {
    this.#database = database
    this.#box = box
    this.#rows = new TargetsStore(database.reads)
  }

  seal({ id }: { readonly id: string }, secret: string): string {
    return this.#box.seal(secret, `target:${id}`)
  }

  unseal({ id, sealed }: { readonly id: string; readonly sealed: string }): string {
    try {
      return this.#box.unseal(sealed, `target:${id}`)
    } catch {
      // A database that was restored without its key file.
      throw new DeliveryError({ code: 'failed', text: 'sealed with another key' }, { isTransient: false })
    }
  }

  /** Made once. Keys that cannot be opened any more are an error: browsers have subscribed with them. */
  async vapidKeys(): Promise<VapidKeys> {
    const sealed = await this.#rows.findKey(vapidName)
    if (sealed !== undefined) return JSON.parse(this.#box.unseal(sealed, vapidName)) as VapidKeys
    const keys = makeVapidKeys()
    await this.#database.transact(tx =>
      this.#rows.putKey(tx, vapidName, this.#box.seal(JSON.stringify(keys), vapidName)),
    )
    return keys
  }
}
