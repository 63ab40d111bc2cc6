import type { Logger } from '@hornets/server/process/logger'
import type { Round, Rounds } from '@hornets/server/rounds'
import type { AdminReads } from '../database/admin-database.ts'
import { MaintenanceStore } from './maintenance-store.ts'

export const maintenanceTakenUpMs = 1000

export interface MaintenanceNotice {
  readonly reason: string
}

export interface MaintenanceState {
  current(): MaintenanceNotice | undefined
}

export interface MaintenanceOptions {
  readonly reads: AdminReads
  readonly isForced: boolean
  readonly rounds: Rounds
  readonly logger: Logger
}

/** Maintenance as written by `npm run admin -- maintenance`; read once a second, however often it is asked for. */
export class Maintenance implements MaintenanceState {
  readonly #options: MaintenanceOptions
  readonly #rows: MaintenanceStore
  readonly #round: Round<void>
  #said: MaintenanceNotice | undefined
  #failing = false

  private constructor(options: MaintenanceOptions) {
    this.#options = options
    this.#rows = new MaintenanceStore(options.reads)
    this.#round = options.rounds.open({ name: 'maintenance', everyMs: maintenanceTakenUpMs, work: () => this.#look() })
  }

  static async open(options: MaintenanceOptions): Promise<Maintenance> {
    const maintenance = new Maintenance(options)
    await maintenance.#round.run()
    return maintenance
  }

  current(): MaintenanceNotice | undefined {
    return this.#said ?? (this.#options.isForced ? { reason: '' } : undefined)
  }

  /** By MAINTENANCE=on. */
  get isForced(): boolean {
    return this.#options.isForced
  }

  async renew(): Promise<void> {
    await this.#look()
  }

  close(): Promise<void> {
    return this.#round.close()
  }

  async #look(): Promise<void> {
    const { logger } = this.#options
    try {
      const row = await this.#rows.findMaintenance()
      if ((row !== undefined) !== (this.#said !== undefined))
        logger.warn(row ? { reason: row.reason } : {}, row ? 'maintenance has begun' : 'maintenance is over')
      this.#said = row && { reason: row.reason }
      this.#failing = false
    } catch (err) {
      if (!this.#failing) logger.error({ err }, 'could not read the maintenance state')
      this.#failing = true
    }
  }
}
