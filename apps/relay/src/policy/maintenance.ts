import { type Refusal, refuse } from './refusal.ts'

/** Does the operator work on the server now? */
export interface MaintenanceSource {
  current(): object | undefined
}

/** What came in now might be lost by the work on the server: clients are to keep it and come again (NIP-01: `error:`). */
export function checkMaintenance(maintenance: MaintenanceSource | undefined): Refusal | null {
  return maintenance?.current() ? refuse('error: the relay is under maintenance, please try again later', 503) : null
}
