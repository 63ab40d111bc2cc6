import { messages } from '@hornets/contract'
import { newPassword } from '@hornets/contract/admin/accounts/auth'
import { npubEncode } from 'nostr-tools/nip19'
import { CommandError, makePassword } from '../accounts/by-command.ts'
import type { Command } from './command.ts'

export const resetPassword: Command = {
  name: 'reset-password',
  takes: '[npub]',
  summary: 'sets a new password, typed or generated, and ends all sessions of that admin',
  wordsMax: 1,
  async run({ accounts, say, askSecret }, [whose]) {
    const account = await accounts.find(whose)
    say(`Admin ${npubEncode(account.pubkey)}, ${account.role}`)
    const typed = askSecret && (await askNewPassword(askSecret))
    const password = typed || makePassword()
    const ended = await accounts.setPassword(account, password)
    say(typed ? 'The password has been changed.' : `The new password, shown only once: ${password}`)
    say(`Sessions ended: ${ended}. As before, signing in also needs the key in the Nostr extension.`)
    return 0
  },
}

/** An empty answer asks for a generated one. Throws CommandError. */
async function askNewPassword(askSecret: (question: string) => Promise<string>): Promise<string> {
  const password = await askSecret('New password (leave empty to generate one): ')
  if (password === '') return ''
  if (!newPassword.safeParse(password).success) throw new CommandError(`${messages.passwordRule}.`)
  if ((await askSecret('Once more: ')) !== password) throw new CommandError(messages.passwordsDiffer)
  return password
}
