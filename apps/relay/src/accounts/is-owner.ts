import type { Logger } from '@hornets/server/process/logger'
import type { Accounts } from './accounts.ts'

type Owners = Pick<Accounts, 'owners' | 'onChange'>

/** Recognises owners' keys without waiting, from a list that is reread after every change of the accounts. */
export async function isOwnerOf(accounts: Owners, logger: Logger): Promise<(pubkey: string) => boolean> {
  let owners = new Set(await accounts.owners())
  const look = async () => {
    owners = new Set(await accounts.owners())
  }
  accounts.onChange(() => void look().catch(err => logger.error({ err }, 'could not read the owners')))
  return pubkey => owners.has(pubkey)
}
