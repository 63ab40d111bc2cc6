import { madeUpKey } from './authors.ts'
import { Dice } from './dice.ts'
import { momentOf } from './notes.ts'
import { signEvent } from './signed-event.ts'
import type { Chapter } from './world.ts'

const zapsPerDay = 2.2
const reportsPerDay = 0.09

/** Zap receipts as signed by a lightning wallet (NIP-57), and reports (NIP-56). */
export const zaps: Chapter = ({ authors, publish }) => {
  const dice = new Dice('zaps')
  const wallet = madeUpKey('the wallet that signs zap receipts')
  return async day => {
    const here = authors.filter(author => author.joins < day.index)
    if (here.length < 2) return
    for (let count = dice.howMany(zapsPerDay * day.busyness); count > 0; count--) {
      const [giver, taker] = [dice.pick(here), dice.pick(here)]
      const created_at = momentOf(day, dice)
      const sats = dice.pick([21, 21, 100, 210, 500, 1000, 2100, 5000])
      const request = signEvent(
        {
          kind: 9734,
          content: '',
          tags: [
            ['p', taker.pubkey],
            ['amount', `${sats * 1000}`],
          ],
          created_at,
        },
        giver,
      )
      const tags = [
        ['p', taker.pubkey],
        ['P', giver.pubkey],
        ['description', JSON.stringify(request)],
        ['preimage', dice.hex(32)],
      ]
      publish(signEvent({ kind: 9735, content: '', tags, created_at: created_at + 4 }, wallet))
    }
    for (let count = dice.howMany(reportsPerDay * day.busyness); count > 0; count--) {
      const tags = [['p', dice.pick(here).pubkey, dice.pick(['spam', 'nudity', 'impersonation', 'other'])]]
      publish(signEvent({ kind: 1984, content: '', tags, created_at: momentOf(day, dice) }, dice.pick(here)))
    }
  }
}
