import { toPubkeyHex } from '../operators/pubkey.ts'
import type { Roster } from '../operators/roster.ts'

export interface CommandParts {
  readonly roster: Roster
  readonly say: (line: string) => void
  /** Asks without echo; null if cancelled. */
  readonly askSecret: (question: string) => Promise<string | null>
  /** False for a watch-only wallet. */
  readonly hasPassword: boolean
}

/** Wrong usage; the message explains it. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const usage = `npm run wallet -- <command>

  operators               lists the wallet’s operators and pending changes
  add-operator <npub>     adds an operator (wallet password; takes effect after 24 hours if the wallet holds money)
  remove-operator <npub>  the same
  cancel-operator <npub>  cancels a change that has not taken effect

Run it on the server, whether the wallet runs or not, with the wallet’s DATA_DIR.`

const local = { pubkey: null, address: null }

/** Throws CommandError, and ApiError if the wallet refuses. */
export async function runCommand([name, given]: readonly string[], parts: CommandParts): Promise<void> {
  const { roster, say } = parts
  switch (name) {
    case 'operators':
      break
    case 'add-operator':
    case 'remove-operator': {
      const pubkey = readKey(given)
      const password = await passwordFor(parts)
      await roster.change({ action: name === 'add-operator' ? 'add' : 'remove', pubkey, password }, local)
      break
    }
    case 'cancel-operator':
      roster.cancel(readKey(given), local)
      break
    default:
      say(usage)
      if (name !== undefined && name !== 'help' && !name.startsWith('-'))
        throw new CommandError(`There is no command "${name}".`)
      return
  }
  list(parts)
}

function list({ roster, say }: CommandParts): void {
  const { named, operators, told, changes } = roster.describe()
  if (named) say('The only operator is set by WALLET_OPERATOR_PUBKEY:')
  for (const pubkey of operators) say(`operator  ${pubkey}`)
  for (const { action, pubkey, due_at } of changes) say(`${action.padEnd(8)}  ${pubkey} at ${due_at}`)
  for (const pubkey of told) say(`named by the relay, not an operator  ${pubkey}`)
}

async function passwordFor({ hasPassword, askSecret }: CommandParts): Promise<string | undefined> {
  if (!hasPassword) return undefined
  const typed = await askSecret('Wallet password: ')
  if (typed === null || typed === '') throw new CommandError('Nothing was changed.')
  return typed
}

function readKey(given = ''): string {
  const pubkey = toPubkeyHex(given)
  if (pubkey === null) throw new CommandError('Give the key as an npub or as 64 hex characters.')
  return pubkey
}
