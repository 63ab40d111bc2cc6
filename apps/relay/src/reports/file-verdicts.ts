import type { Actor } from '../audit/audit-log.ts'

/** Carries out verdicts on files. */
export interface FileVerdicts {
  /** Resolves with the number of files that moved to the trash. */
  readonly trash: (hashes: readonly string[], actor: Actor) => Promise<number>
  /** A file that is near a banned one stays. False if that was decided before. */
  readonly allow: (hash: string, actor: Actor) => Promise<boolean>
}
