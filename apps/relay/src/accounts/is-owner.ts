import type { Logger } from '@hornets/server/process/logger'
import type { Accounts } from './accounts.ts'

type Keys = Pick<Accounts, 'onChange'>

/** Recognises owners' keys without waiting, from a list that is reread after every change of the accounts. */
export function isOwnerOf(accounts: Keys & Pick<Accounts, 'owners'>, logger: Logger) {
  return isAmong(accounts, () => accounts.owners(), logger)
}

export function isAdminOf(accounts: Keys & Pick<Accounts, 'admins'>, logger: Logger) {
  return isAmong(accounts, () => accounts.admins(), logger)
}

async function isAmong(
  accounts: Keys,
  read: () => Promise<string[]>,
  logger: Logger,
): Promise<(pubkey: string) => boolean> {
  let keys = new Set(await read())
  const look = async () => {
    keys = new Set(await read())
  }
  accounts.onChange(() => void look().catch(err => logger.error({ err }, 'could not read the admins')))
  return pubkey => keys.has(pubkey)
}
