import type { NostrEvent } from '@hornets/contract'
import { contentFilter, nestFeeder, ollama } from '@hornets/contract/admin/settings'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { OutsideService } from '@hornets/server/outgoing/outside-service'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import type { EventStore } from '../events/event-store.ts'
import type { Settings } from '../settings/settings.ts'
import { ContentFilter } from './content-filter.ts'
import { FeederJudge } from './judging/feeder-judge.ts'
import type { Judge } from './judging/judge.ts'
import { OllamaJudge } from './judging/ollama-judge.ts'
import { VerdictCache } from './judging/verdict-cache.ts'
import { Verdicts } from './judging/verdicts.ts'
import { Preferences } from './preferences/preferences.ts'

export interface OpenContentFilterParts {
  readonly settings: Pick<Settings, 'get' | 'onChange'>
  readonly events: Pick<EventStore, 'query' | 'queryAtOnce'>
  readonly wayOut: Pick<WayOut, 'send'>
  readonly isServed: (pubkey: string) => boolean
  readonly now: Clock
  readonly log: Logger
}

export function openContentFilter({ settings, events, wayOut, isServed, now, log }: OpenContentFilterParts) {
  const preferences = new Preferences({ events, now, log })
  const byOllama = openJudging(new OllamaJudge(() => settings.get(ollama)), () => settings.get(contentFilter), {
    wayOut,
    now,
  })
  const byFeeder = openJudging(new FeederJudge(() => settings.get(nestFeeder)), () => settings.get(nestFeeder), {
    wayOut,
    now,
  })
  const isFeederOn = () => settings.get(nestFeeder).enabled
  const filter = new ContentFilter({
    settings,
    preferences,
    isServed,
    verdicts: () => (isFeederOn() ? byFeeder : byOllama).verdicts,
  })

  let since = now()
  const turn = (changed?: Judging) => {
    if (changed) changed.verdicts.forget()
    else since = now()
    const { enabled } = settings.get(contentFilter)
    byOllama.service.turn(enabled && !isFeederOn())
    byFeeder.service.turn(enabled && isFeederOn())
    byOllama.cache.trim()
    byFeeder.cache.trim()
  }
  turn()
  const stops = [
    settings.onChange(contentFilter, () => turn()),
    settings.onChange(ollama, () => turn(byOllama)),
    settings.onChange(nestFeeder, () => turn(byFeeder)),
  ]
  return {
    readerOf: filter.readerOf.bind(filter),
    note: (event: NostrEvent) => preferences.note(event),
    forget: (pubkey: string) => preferences.forget(pubkey),
    states: {
      content_filter: () => ({
        ...(isFeederOn() ? byFeeder : byOllama).state(),
        ...(settings.get(contentFilter).enabled ? {} : { state: 'off' as const, since: toTimestamp(since) }),
        queue: byOllama.verdicts.waiting + byFeeder.verdicts.waiting,
      }),
      ollama: byOllama.state,
      nest_feeder: byFeeder.state,
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}

type Judging = ReturnType<typeof openJudging>

function openJudging(
  judge: Judge,
  limits: ConstructorParameters<typeof VerdictCache>[0],
  { wayOut, now }: Pick<OpenContentFilterParts, 'wayOut' | 'now'>,
) {
  const service = new OutsideService({ wayOut, now })
  const cache = new VerdictCache(limits, now)
  const verdicts = new Verdicts({ judge, service, cache, now })
  const state = () => ({
    ...service.state(),
    queue: verdicts.waiting,
    unjudged: verdicts.unjudged,
    cache: cache.figures(),
  })
  return { service, cache, verdicts, state }
}
