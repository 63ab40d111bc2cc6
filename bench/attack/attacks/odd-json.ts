import { writer } from '../../nostr/signed-event.ts'
import type { Attack } from '../attack.ts'
import { isTaken, readBack } from '../tactics.ts'

const author = writer('odd JSON')

/** Round numbers, which an exponent shortens: the saved bytes pay for an escape or a repeated member. */
const plain = () =>
  author.write({ kind: 30_000, created_at: 1_000_000_000, tags: [['d', String(Math.random())]], content: 'A' })
const short = (json: string) => json.replace(':30000,', ':3e4,').replace(':1000000000,', ':1e9,')

/** Spellings of an event that a parser reads like the plain one; the last two have exactly its length. */
const spellings: Readonly<Record<string, (json: string) => string>> = {
  'a member twice': json => json.replace('"content":', '"content":"x","content":'),
  'a letter escaped': json => json.replace('"content":"A', '"content":"\\u0041'),
  'another member': json => json.replace('"content":', '"extra":"x","content":'),
  'white space': json => json.replace('"content":', '"content" :\n'),
  'escapes as long as exponents are short': json =>
    short(json).replace('"content":"A"', '"content":"\\u0041"').replace('"tags":', '"tags":    '),
  'a member twice, as long as exponents are short': json => short(json).replace('"kind":', '"kind":1,"kind":'),
}

/** Bytes that other clients must never receive. */
export const oddJson: Attack = {
  name: 'odd JSON',
  tries: 'writes right events with doubled members, escapes, exponents and white space, and reads them back',
  async run(stage) {
    const line = await stage.open(0)
    if (!line) return { seen: 'refused', held: true }
    const served: string[] = []
    for (const [name, spell] of Object.entries(spellings)) {
      const json = plain()
      if (!(await isTaken(line, spell(json)))) continue
      const { events } = await readBack(line, { ids: [json.slice(7, 71)] })
      const [back = ''] = events
      if (JSON.stringify(JSON.parse(back)) !== back || Object.keys(JSON.parse(back)).length !== 7) served.push(name)
    }
    line.close()
    return {
      seen: served.length > 0 ? `served as sent: ${served.join(', ')}` : 'none served as sent',
      held: served.length === 0,
    }
  },
}
