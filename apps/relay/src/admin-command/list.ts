import { npubEncode } from 'nostr-tools/nip19'
import type { Command } from './command.ts'

export const list: Command = {
  name: 'list',
  takes: '',
  summary: 'lists the admins of this relay',
  wordsMax: 0,
  async run({ accounts, say }) {
    const admins = await accounts.list()
    if (admins.length === 0) say('This relay has no admin yet.')
    for (const { pubkey, name, role, twoFactor, lastUsedAt } of admins) {
      const seen = lastUsedAt === null ? 'never seen' : `seen ${new Date(lastUsedAt).toISOString()}`
      // Names are user input: control characters are removed before they reach the terminal.
      const plainName = name.replace(/\p{C}+/gu, ' ').trim()
      const facts = [role, twoFactor ? 'two-factor on' : 'two-factor off', seen, ...(plainName ? [plainName] : [])]
      say(`${npubEncode(pubkey)}  ${facts.join(', ')}`)
    }
    return 0
  },
}
