import { type Refusal, refuse } from './refusal.ts'

/** The current maintenance state. */
export interface MaintenanceSource {
  current(): object | undefined
}

/** Writes during maintenance could be lost: clients should keep the event and retry (NIP-01: `error:`). */
export function checkMaintenance(maintenance: MaintenanceSource | undefined): Refusal | null {
  return maintenance?.current() ? refuse('error: the relay is under maintenance, please try again later', 503) : null
}
