import type { AccountsByCommand } from '../accounts/by-command.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'

export interface CommandParts {
  readonly dataDir: string
  readonly socksProxy?: URL | undefined
  /** Names of databases that were missing before the command. */
  readonly missing?: readonly string[]
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly accounts: AccountsByCommand
  /** ACCOUNTS_DATABASE_URL. */
  readonly accountsDatabase?: string | undefined
  /** The console's public address, if set (CONSOLE_URL). */
  readonly consoleUrl?: string | undefined
  /** EVENTS_DATABASE_URL. */
  readonly eventsDatabase?: string | undefined
  readonly say: (line: string) => void
  /** Asks without echo; undefined without a terminal. */
  readonly askSecret: ((question: string) => Promise<string>) | undefined
}

interface NamedCommand {
  readonly name: string
  readonly takes: string
  readonly summary: string
  readonly wordsMax: number
  /** Creates `admin.db` if it is missing beside other databases; all other commands refuse then. */
  readonly createsDatabase?: boolean
}

/** Returns the exit status; throws CommandError for errors the user can act on. */
type Run<Parts> = (parts: Parts, words: readonly string[]) => Promise<number>

export type PartsAlone = Pick<CommandParts, 'dataDir' | 'accountsDatabase' | 'socksProxy' | 'say' | 'askSecret'>

export interface Command extends NamedCommand {
  readonly run: Run<CommandParts>
}

export interface LoneCommand extends NamedCommand {
  readonly runAlone: Run<PartsAlone>
}

export type AnyCommand = Command | LoneCommand
