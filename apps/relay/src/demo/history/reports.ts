import { madeUpKey } from './authors.ts'
import { Dice } from './dice.ts'
import { momentOf } from './notes.ts'
import { spam } from './phrases.ts'
import { signEvent } from './signed-event.ts'
import type { Chapter } from './world.ts'

const perDay = 0.12
const reporters = 5
const types = ['spam', 'spam', 'spam', 'illegal', 'impersonation', 'nudity', 'other']
const words = ['', '', 'Same text everywhere', 'Please look at this', 'This is not who they say they are']

/** Spam now and then, and those who report it (NIP-56). */
export const reports: Chapter = ({ authors, publish, context, clock }) => {
  const dice = new Dice('reports')
  return async day => {
    const here = authors.filter(author => author.joins < day.index)
    if (here.length === 0 || !dice.chance(perDay * day.busyness)) return
    const spammer = madeUpKey(`spammer ${dice.between(0, 11)}`)
    const posted = momentOf(day, dice)
    const note = signEvent({ kind: 1, content: dice.pick(spam), tags: [], created_at: posted }, spammer)
    publish(note)
    const type = dice.pick(types)
    const telling = new Set(Array.from({ length: dice.between(1, reporters) }, () => dice.pick(here)))
    clock.set(day.end)
    for (const reporter of telling) {
      const tags = [
        ['e', note.id, type],
        ['p', note.pubkey],
      ]
      const created_at = Math.min(posted + dice.between(60, 7200), Math.floor(day.end / 1000))
      const report = signEvent({ kind: 1984, content: dice.pick(words), tags, created_at }, reporter)
      publish(report)
      context.reports.take(report)
    }
    await context.reports.settled()
  }
}
