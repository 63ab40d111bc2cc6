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

/** The content filter with the two services that can judge for it. */
export function openContentFilter({ settings, events, wayOut, isServed, now, log }: OpenContentFilterParts) {
  const preferences = new Preferences({ events, now, log })
  const ollamaService = new OutsideService({ wayOut, now })
  const feederService = new OutsideService({ wayOut, now })
  const ollamaCache = new VerdictCache(() => settings.get(contentFilter), now)
  const feederCache = new VerdictCache(() => settings.get(nestFeeder), now)
  const byOllama = new Verdicts({
    judge: new OllamaJudge(() => settings.get(ollama)),
    ...{ service: ollamaService, cache: ollamaCache, now },
  })
  const byFeeder = new Verdicts({
    judge: new FeederJudge(() => settings.get(nestFeeder)),
    ...{ service: feederService, cache: feederCache, now },
  })
  const isFeederOn = () => settings.get(nestFeeder).enabled
  const filter = new ContentFilter({
    ...{ settings, preferences, isServed },
    verdicts: () => (isFeederOn() ? byFeeder : byOllama),
  })

  let since = now()
  const turn = (changed?: Verdicts) => {
    if (changed) changed.forget()
    else since = now()
    const { enabled } = settings.get(contentFilter)
    ollamaService.turn(enabled && !isFeederOn())
    feederService.turn(enabled && isFeederOn())
    ollamaCache.trim()
    feederCache.trim()
  }
  turn()
  const stops = [
    settings.onChange(contentFilter, () => turn()),
    settings.onChange(ollama, () => turn(byOllama)),
    settings.onChange(nestFeeder, () => turn(byFeeder)),
  ]
  return {
    readerOf: filter.readerOf.bind(filter),
    /** An event was stored. */
    note: (event: NostrEvent) => preferences.note(event),
    forget: (pubkey: string) => preferences.forget(pubkey),
    /** How the filter and its services are doing. */
    states: {
      content_filter: () => ({
        ...(isFeederOn() ? feederService : ollamaService).state(),
        ...(settings.get(contentFilter).enabled ? {} : { state: 'off' as const, since: toTimestamp(since) }),
        queue: byOllama.waiting + byFeeder.waiting,
        unjudged: byOllama.unjudged + byFeeder.unjudged,
        cache: (isFeederOn() ? feederCache : ollamaCache).figures(),
      }),
      ollama: () => ({
        ...ollamaService.state(),
        queue: byOllama.waiting,
        unjudged: byOllama.unjudged,
        cache: ollamaCache.figures(),
      }),
      nest_feeder: () => ({
        ...feederService.state(),
        queue: byFeeder.waiting,
        unjudged: byFeeder.unjudged,
        cache: feederCache.figures(),
      }),
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}
