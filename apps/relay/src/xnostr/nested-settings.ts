import type { ValuesOf, xnostr } from '@hornets/contract/admin/settings'

export interface NitterSettings {
  readonly instances: readonly { readonly url: string; readonly priority: number }[]
  readonly requests_per_minute: number
  readonly failure_threshold: number
  readonly recovery_threshold: number
}

interface Intervals {
  readonly full_verification_interval_days: number
  readonly follower_update_interval_days: number
  readonly max_verification_attempts: number
}

/** The groups within the settings, whose fields the schema checks and its type does not name. */
export function nestedIn({ nitter, verification_intervals }: ValuesOf<typeof xnostr>) {
  return { nitter, intervals: verification_intervals } as unknown as {
    readonly nitter: NitterSettings
    readonly intervals: Intervals
  }
}
