import type { Command } from './command.ts'

export const twoFactorOff: Command = {
  name: 'two-factor-off',
  takes: '[npub]',
  summary: 'turns off two-factor authentication after losing both app and recovery codes',
  wordsMax: 1,
  async run({ accounts, say }, [whose]) {
    const done = await accounts.switchTwoFactorOff(await accounts.find(whose))
    say(done ? 'Two-factor authentication is off.' : 'Two-factor authentication was already off.')
    return 0
  },
}
