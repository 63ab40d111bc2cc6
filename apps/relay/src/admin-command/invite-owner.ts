import { invitationPath } from '../accounts/admins/make-invitation.ts'
import type { Command } from './command.ts'

export const inviteOwner: Command = {
  name: 'invite-owner',
  takes: '',
  summary: 'creates an owner invitation, in case the only owner lost their key',
  wordsMax: 0,
  async run({ accounts, consoleUrl, say }) {
    const { token, expiresAt } = await accounts.inviteOwner()
    say('Opening this link makes someone an owner, with their own key and password. It is shown only once:')
    say(`${consoleUrl ?? '<address of the console>'}${invitationPath(token)}`)
    say(`It works once, until ${new Date(expiresAt).toISOString()}. An owner can revoke it in the security settings.`)
    return 0
  },
}
