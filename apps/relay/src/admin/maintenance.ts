import type { Logger } from '@hornets/server/process/logger'
import type { AdminReads } from '../database/admin-database.ts'
import { findMaintenance } from './maintenance-store.ts'

/** How soon a running relay does what was said at the command line. */
export const maintenanceTakenUpMs = 1000

/** While the operator works on the server: why, in their words. */
export interface MaintenanceNotice {
  /** Empty where they gave none. */
  readonly reason: string
}

/** Is the relay under maintenance? Asked for every call and event, so that it is known without looking. */
export interface MaintenanceState {
  current(): MaintenanceNotice | undefined
}

export interface MaintenanceOptions {
  readonly reads: AdminReads
  /** By MAINTENANCE=on: whatever the command line says. */
  readonly isForced: boolean
  readonly logger: Logger
}

/** Maintenance as `npm run admin -- maintenance` writes it into the database: looked up once a second, whoever asks how often. */
export class Maintenance implements MaintenanceState {
  readonly #options: MaintenanceOptions
  readonly #looking: NodeJS.Timeout
  #said: MaintenanceNotice | undefined
  #failing = false

  private constructor(options: MaintenanceOptions) {
    this.#options = options
    this.#looking = setInterval(() => void this.#look(), maintenanceTakenUpMs).unref()
  }

  static async open(options: MaintenanceOptions): Promise<Maintenance> {
    const maintenance = new Maintenance(options)
    await maintenance.#look()
    return maintenance
  }

  current(): MaintenanceNotice | undefined {
    return this.#said ?? (this.#options.isForced ? { reason: '' } : undefined)
  }

  close(): void {
    clearInterval(this.#looking)
  }

  async #look(): Promise<void> {
    const { reads, logger } = this.#options
    try {
      const row = await findMaintenance(reads)
      if ((row !== undefined) !== (this.#said !== undefined))
        logger.warn(row ? { reason: row.reason } : {}, row ? 'maintenance begins' : 'maintenance is over')
      this.#said = row && { reason: row.reason }
      this.#failing = false
    } catch (err) {
      // Said once, not every second.
      if (!this.#failing) logger.error({ err }, 'whether there is maintenance could not be read')
      this.#failing = true
    }
  }
}
