import type { Author } from './authors.ts'
import { Dice } from './dice.ts'
import { momentOf } from './notes.ts'
import { type Draft, signEvent } from './signed-event.ts'
import type { Chapter } from './world.ts'

/** People join, follow each other and complete their profiles over time. */
export const profiles: Chapter = ({ authors, publish }) => {
  const dice = new Dice('profiles')
  return async day => {
    const here = authors.filter(author => author.joins <= day.index)
    const tell = (author: Author, draft: Draft) => publish(signEvent(draft, author))
    for (const author of here) {
      const changes = [author.joins, author.lightningFrom, author.dhtFrom].includes(day.index)
      const created_at = momentOf(day, dice)
      if (changes) tell(author, { kind: 0, content: profileOf(author, day.index), tags: [], created_at })
      if (author.joins === day.index) {
        const tags = [['r', 'wss://relay.example']]
        tell(author, { kind: 10002, content: '', tags, created_at })
      }
      if (author.joins === day.index || dice.chance(0.01)) {
        const tags = here.filter(other => other !== author && dice.chance(0.4)).map(other => ['p', other.pubkey])
        tell(author, { kind: 3, content: '', tags, created_at })
      }
    }
  }
}

function profileOf({ name, handle, topic, pubkey, lightningFrom, dhtFrom }: Author, day: number): string {
  return JSON.stringify({
    name: handle,
    display_name: name,
    about: `Mostly ${topic.name}. Opinions are borrowed.`,
    nip05: `${handle}@people.example`,
    ...(lightningFrom !== undefined && lightningFrom <= day && { lud16: `${handle}@wallet.example` }),
    ...(dhtFrom !== undefined && dhtFrom <= day && { 'dht-key': pubkey }),
  })
}
