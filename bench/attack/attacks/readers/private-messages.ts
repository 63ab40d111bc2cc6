import { writer } from '../../../nostr/signed-event.ts'
import type { Attack } from '../../attack.ts'
import { askOnce, isTaken, readBack } from '../../tactics.ts'

const author = writer('private messages')
const recipient = writer('recipient of private messages')

export const privateMessages: Attack = {
  name: 'private messages',
  tries: 'reads, counts and follows direct messages and gift wraps (4, 1059) without signing in',
  async run(stage) {
    const sender = await stage.open(0)
    const reader = await stage.open(1)
    if (!sender || !reader) return { seen: 'refused' }
    const seen: string[] = []
    for (const kind of [4, 1059]) {
      const json = author.write({ kind, tags: [['p', recipient.pubkey]], content: `secret ${Math.random()}` })
      await isTaken(sender, json)
      const id = json.slice(7, 71)
      const filters = [{ ids: [id] }, { kinds: [kind] }, { '#p': [recipient.pubkey] }, { authors: [author.pubkey] }]
      for (const filter of filters) {
        const { events } = await readBack(reader, filter)
        if (events.some(event => event.includes(id))) seen.push(`${kind} by ${Object.keys(filter)[0]}`)
      }
      const name = `"c${kind}"`
      const answer = await askOnce(
        reader,
        `["COUNT",${name},{"kinds":[${kind}]}]`,
        `["COUNT",${name}`,
        `["CLOSED",${name}`,
      )
      const [word, , body] = JSON.parse(answer ?? '[]')
      if (word === 'COUNT' && body.count > 0) seen.push(`${kind} counted`)
    }
    sender.close()
    reader.close()
    return { seen: seen.length > 0 ? `read: ${seen.join(', ')}` : 'nothing', held: seen.length === 0 }
  },
}
