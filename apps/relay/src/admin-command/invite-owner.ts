import { invitationPath } from '../accounts/admins/make-invitation.ts'
import type { Command } from './command.ts'

export const inviteOwner: Command = {
  name: 'invite-owner',
  takes: '',
  summary: 'a link by which somebody becomes an owner, where the key of the only one is lost',
  wordsMax: 0,
  async run({ accounts, consoleUrl, say }) {
    const { token, expiresAt } = await accounts.inviteOwner()
    say('Whoever opens this link becomes an owner, with a key and a password of their own. It is shown this once:')
    say(`${consoleUrl ?? '<address of the console>'}${invitationPath(token)}`)
    say(
      `It works once, until ${new Date(expiresAt).toISOString()}. An owner can take it back in the security settings.`,
    )
    return 0
  },
}
