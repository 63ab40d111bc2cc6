/** Filter for entries; times in milliseconds, `from` inclusive, `to` exclusive. */
export interface AuditFilter {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly outcome?: 'done' | 'refused' | undefined
  readonly text?: string | undefined
  /** Targets that are these people's keys match too. */
  readonly keys?: readonly string[] | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}
