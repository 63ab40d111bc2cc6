import { writer } from '../../nostr/signed-event.ts'
import type { Attack } from '../attack.ts'
import { isTaken } from '../tactics.ts'

/** Forwards a signature made for another site. */
export const forgedHost: Attack = {
  name: 'forged Host',
  tries: 'names another site in the Host header and signs in with what was signed for that site (NIP-42)',
  async run(stage) {
    const line = await stage.open(0, { host: 'evil.example' })
    if (!line) return { seen: 'the handshake is refused', held: true }
    const challenge = Promise.withResolvers<string>()
    line.onMessage = payload => {
      const message = JSON.parse(payload.toString())
      if (message[0] === 'AUTH') challenge.resolve(message[1])
    }
    const tags = [
      ['relay', 'wss://evil.example'],
      ['challenge', await challenge.promise],
    ]
    const event = writer('forged host').write({ kind: 22_242, tags })
    const heard = Promise.withResolvers<boolean>()
    line.onMessage = payload => {
      if (payload.toString().startsWith('["OK"')) heard.resolve(JSON.parse(payload.toString())[2])
    }
    line.onClose = () => heard.resolve(false)
    line.send(`["AUTH",${event}]`)
    const accepted = await heard.promise
    const another = await isTaken(line, writer('forged host').write({ content: 'after', tags: [['-']] }))
    line.close()
    return {
      seen: `sign-in ${accepted ? 'accepted' : 'refused'}, protected event ${another ? 'accepted' : 'refused'}`,
      held: !accepted,
    }
  },
}
