import type { AccountsByCommand } from '../accounts/by-command.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'

/** What commands work with; the relay may be running meanwhile. */
export interface CommandParts {
  /** Where the relay keeps everything. */
  readonly dataDir: string
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly accounts: AccountsByCommand
  /** Where people reach the console, if that has been said (CONSOLE_URL). */
  readonly consoleUrl?: string | undefined
  /** Writes a line for whoever typed the command. */
  readonly say: (line: string) => void
  /** Asks without showing what is typed; undefined where nobody sits at a terminal. */
  readonly askSecret: ((question: string) => Promise<string>) | undefined
}

/** One of `npm run admin -- <name>`. */
export interface Command {
  readonly name: string
  /** What follows the name, for the list of commands. */
  readonly takes: string
  readonly summary: string
  /** How many words may follow. */
  readonly wordsMax: number
  /** Answers the exit status; throws CommandError for what can be acted on. */
  readonly run: (parts: CommandParts, words: readonly string[]) => Promise<number>
}
