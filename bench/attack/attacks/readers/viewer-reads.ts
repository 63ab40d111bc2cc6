import { randomBytes, randomUUID } from 'node:crypto'
import { admitViewer } from '../../../fuzz/doors/admit-viewer.ts'
import { writer } from '../../../nostr/signed-event.ts'
import type { Attack, Stage } from '../../attack.ts'
import { call } from '../../call.ts'
import { sellTo } from '../../selling-relay.ts'
import { isTaken } from '../../tactics.ts'

const token = 'viewer'.repeat(7)
const subscriber = writer('a subscriber whom a viewer looks for')
const kinds = [4, 1059, 1060]
const moneyCalls = [
  '/api/paid-subscriber-profiles',
  '/api/subscribers',
  `/api/subscribers/${subscriber.pubkey}`,
  '/api/earnings',
  '/api/payments',
  '/api/payment/notifications',
  '/api/balance/usd',
  '/api/addresses',
  '/api/audit',
]

/** A role below owner once found whole private messages, and who pays. */
export const viewerReads: Attack = {
  name: 'a viewer reads',
  tries: 'reads private messages, subscribers and money with the session of a viewer',
  async prepare(folder) {
    const undo = await sellTo(folder, subscriber.pubkey)
    await admitViewer(folder, token)
    return undo
  },
  async run(stage) {
    const [word, sha256] = [`w${randomUUID().replaceAll('-', '')}`, randomBytes(32).toString('hex')]
    const messages = await publish(stage, word, sha256)
    if (!messages) return { seen: 'events were refused', held: false }
    const ask = (path: string) =>
      call(stage, { path, headers: { authorization: `Bearer ${token}` }, port: stage.endpoint.port + 1 })
    const seen: string[] = []
    const paths = [`/api/search?q=${word}`, `/api/search?q=${subscriber.pubkey}`, `/api/files/${sha256}/events`]
    for (const path of [...paths, ...messages.map(({ id }) => `/api/search?q=${id}`)]) {
      const { body } = await ask(path)
      if (messages.some(({ secret }) => body.includes(secret))) seen.push(path)
    }
    for (const { id, kind } of messages)
      if ((await ask(`/api/events/${id}`)).status === 200) seen.push(`kind ${kind} by id`)
    for (const path of moneyCalls) if ((await ask(path)).status !== 403) seen.push(path)
    // Otherwise it would hold against nobody.
    const isIn = (await ask(`/api/search?q=${word}`)).body.includes(`in public ${word}`)
    const held = isIn && seen.length === 0
    return { seen: seen.length > 0 ? `read: ${seen.join(', ')}` : isIn ? 'only public notes' : 'no session', held }
  },
}

/** A public note, and private messages with the same word and file. Undefined if any is refused. */
async function publish(stage: Stage, word: string, sha256: string) {
  const line = await stage.open(0)
  if (!line) return undefined
  const author = writer(`writes what a viewer reads ${word}`)
  const url = `https://files.example/${sha256}.png`
  const messages = kinds.map(kind => {
    const secret = `secret ${kind}`
    const content = `${secret} ${word} ${url}`
    const json = author.write({
      kind,
      tags: [
        ['p', subscriber.pubkey],
        ['x', sha256],
      ],
      content,
    })
    return { kind, secret, json, id: json.slice(7, 71) }
  })
  const jsons = [...messages.map(({ json }) => json), author.write({ content: `in public ${word} ${url}` })]
  for (const json of jsons) if (!(await isTaken(line, json))) return undefined
  line.close()
  return messages
}
