import type { NostrEvent } from '@hornets/contract'
import type { Author } from './authors.ts'
import { Dice } from './dice.ts'
import { reactions, replies } from './phrases.ts'
import { type Draft, signEvent } from './signed-event.ts'
import type { Chapter, Day } from './world.ts'
import { writeArticle, writeNote } from './writing.ts'

const perDay = { notes: 9, replies: 3.2, reactions: 8, reposts: 1.3, articles: 0.22, messages: 0.9, deletions: 0.05 }
const remembered = 60

interface Written {
  readonly event: NostrEvent
  readonly author: Author
}

/** What people write: notes, replies, reactions, reposts, articles, encrypted messages, sometimes a deletion. */
export const notes: Chapter = ({ authors, publish }) => {
  const dice = new Dice('notes')
  const recent: Written[] = []

  return async day => {
    const here = authors.filter(author => author.joins < day.index)
    if (here.length === 0) return
    const ballot = here.flatMap(author => Array<Author>(Math.ceil(author.weight * 14)).fill(author))
    const tell = (author: Author, draft: Draft) => {
      const event = signEvent(draft, author)
      publish(event)
      return event
    }
    const times = (mean: number) => Array.from({ length: dice.howMany(mean * day.busyness) })
    const someTime = () => momentOf(day, dice)
    const someNote = () => (recent.length > 0 ? dice.pick(recent) : undefined)

    for (const _ of times(perDay.notes)) {
      const author = dice.pick(ballot)
      const content = writeNote(author.topic, dice)
      const tags = content.includes('#') ? [['t', author.topic.name]] : []
      const event = tell(author, { kind: 1, content, tags, created_at: someTime() })
      recent.push({ event, author })
    }
    for (const _ of times(perDay.articles)) {
      const author = dice.pick(ballot)
      tell(author, { kind: 30023, ...article(author, day, dice), created_at: someTime() })
    }
    for (const _ of times(perDay.messages)) {
      const tags = [['p', dice.pick(ballot).pubkey]]
      const content = Buffer.from(dice.hex(dice.between(60, 240)), 'hex').toString('base64')
      tell(dice.pick(ballot), { kind: 1059, content, tags, created_at: someTime() })
    }
    for (const [kind, mean] of [
      [1, perDay.replies],
      [7, perDay.reactions],
      [6, perDay.reposts],
    ] as const)
      for (const _ of times(mean)) {
        const about = someNote()
        if (!about) continue
        const content = contentAbout(kind, about.event, dice)
        tell(dice.pick(ballot), { kind, content, tags: tagsAbout(about.event), created_at: later(about, day, dice) })
      }
    for (const _ of times(perDay.deletions)) {
      const about = someNote()
      if (!about) continue
      const tags = [
        ['e', about.event.id],
        ['k', '1'],
      ]
      tell(about.author, { kind: 5, content: 'written too soon', tags, created_at: later(about, day, dice) })
      recent.splice(recent.indexOf(about), 1)
    }

    recent.splice(0, Math.max(0, recent.length - remembered))
  }
}

/** Unix seconds: people write more in the evening than at night. */
export function momentOf(day: Day, dice: Dice): number {
  const hour = Math.min(23.9, Math.max(0, 24 * ((dice.next() + dice.next() + dice.next()) / 3) ** 0.8))
  const midnight = Math.ceil(day.start / 86_400_000) * 86_400_000
  const moment = midnight + hour * 3_600_000
  return Math.floor((moment > day.end ? moment - 86_400_000 : moment) / 1000)
}

function article({ topic }: Author, day: Day, dice: Dice) {
  const { title, text } = writeArticle(topic, dice)
  const d = `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${day.index}`
  return { content: text, tags: Object.entries({ d, title, t: topic.name }) }
}

function contentAbout(kind: 1 | 6 | 7, event: NostrEvent, dice: Dice): string {
  if (kind === 1) return dice.pick(replies)
  return kind === 7 ? dice.pick(reactions) : JSON.stringify(event)
}

const tagsAbout = ({ id, pubkey }: NostrEvent) => [
  ['e', id],
  ['p', pubkey],
]

function later({ event }: Written, day: Day, dice: Dice): number {
  const earliest = Math.max(event.created_at + 30, Math.floor(day.start / 1000))
  return Math.min(earliest + dice.between(0, 40_000), Math.floor(day.end / 1000))
}
