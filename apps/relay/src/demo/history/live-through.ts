import { randomBytes } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { createLogger } from '@hornets/server/process/logger'
import { readConfig } from '../../config.ts'
import { openContext } from '../../context.ts'
import { madeUpKey, makeAuthors } from './authors.ts'
import { chapters } from './chapters.ts'
import { madeUpRates } from './rates.ts'
import { type Chapter, dayMs, dayOf, StoryClock, type World } from './world.ts'

export interface StoryOptions {
  readonly until: number
  readonly days: number
  /** Whether the story's operator has claimed the relay. If not, any visitor can. */
  readonly claimed: boolean
  readonly subjects?: readonly Chapter[]
}

/** The store waits briefly to batch writes, so they are not made every day. */
const storedAtOnce = 100

/** An address for documentation (RFC 5737). */
const operatorAddress = '203.0.113.7'

/** With a simulated clock and the real services, so that counts and logs agree. No outgoing calls. */
export async function liveThrough(
  dataDir: string,
  { until, days, claimed, subjects = chapters }: StoryOptions,
): Promise<void> {
  const clock = new StoryClock(until - days * dayMs)
  const context = await openContext(readConfig({ DATA_DIR: dataDir, RATE_URL: '', LOG_LEVEL: 'error' }), {
    now: clock.now,
    logger: createLogger({ name: 'story', level: 'error' }),
    sandbox: { rates: madeUpRates(clock.now) },
  })
  try {
    const { pubkey } = madeUpKey('operator')
    const operator = { pubkey, address: operatorAddress }
    // Nobody signs in with it: the password is random and not kept.
    const password = `${randomBytes(32).toString('base64url')}aA1`
    const setupToken = context.setupToken.value
    const body = { npub: pubkey, password, confirmPassword: password, termOfUse: true, setupToken } as const
    if (claimed) await context.accounts.signup(body, { address: operatorAddress })
    const published: NostrEvent[] = []
    const publish = (event: NostrEvent) => void published.push(event)
    const world: World = { context, clock, authors: makeAuthors(days), operator, days, publish }
    const tellers = subjects.map(chapter => chapter(world))
    for (let index = 0; index < days; index++) {
      const day = dayOf(index, days, until)
      for (const tell of tellers) await tell(day)
      if (published.length < storedAtOnce && !day.isLast) continue
      clock.set(day.end)
      const events = published.splice(0)
      await Promise.all(events.map(event => context.events.save({ event, json: JSON.stringify(event) })))
    }
  } finally {
    await context.close()
  }
}
