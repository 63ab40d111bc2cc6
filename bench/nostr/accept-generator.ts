import { randomUUID } from 'node:crypto'
import { checkEvent } from '../../apps/relay/src/nostr/verification/check-event.ts'
import { loadBestTier } from '../../apps/relay/src/nostr/verification/schnorr.ts'
import { draftEvent } from '../../apps/relay/test/support/burst-events.ts'
import { publishBurst } from './burst-client.ts'
import { writer } from './signed-event.ts'

// Signs everything first, then follows commands: publish the next round, or count one core's checks.

const [roundsText = '5', sizeText = '6000'] = process.argv.slice(2)
const rounds = Number(roundsText)
const size = Number(sizeText)
const clients = 8
const inFlight = 128

const authors = Array.from({ length: 500 }, () => writer(randomUUID()))
const now = Math.floor(Date.now() / 1000)
const events = Array.from({ length: rounds * size }, (_, index) => {
  const author = authors[index % authors.length] ?? writer(randomUUID())
  const json = author.write(draftEvent(index, now - Math.floor(((rounds * size - index) / size) * 10), authors))
  const { id } = JSON.parse(json) as { readonly id: string }
  return { id, json, message: `["EVENT",${json}]` }
})
const { tier, verify } = await loadBestTier()

let round = 0
process.on('message', async (order: { type: 'verify' } | { type: 'publish'; url: string }) => {
  if (order.type === 'verify') process.send?.({ tier, checksPerSecond: countChecks() })
  else {
    const part = events.slice(round * size, (round + 1) * size)
    round += 1
    process.send?.(await publishBurst(order.url, part, { clients, inFlight }))
  }
})
process.send?.('ready')

function countChecks(): number {
  const start = performance.now()
  let checks = 0
  for (; performance.now() - start < 700; checks++) {
    const event = events[checks % events.length]
    if (event && checkEvent(event.json, verify) !== 'plain') throw new Error('an event of ours was found wrong')
  }
  return (checks / (performance.now() - start)) * 1000
}
