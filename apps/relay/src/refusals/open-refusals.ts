import type { Rounds } from '@hornets/server/rounds'
import { RefusalLog, type RefusalLogParts } from './refusal-log.ts'
import { RefusalsService } from './refusals-service.ts'

const writeEveryMs = 1000
const tidyEveryMs = 60_000

export function openRefusals({ rounds, ...parts }: RefusalLogParts & { readonly rounds: Rounds }) {
  const log = new RefusalLog(parts)
  const opened = [
    rounds.open({ name: 'refusals', everyMs: writeEveryMs, work: () => log.write() }),
    rounds.open({ name: 'old_refusals', everyMs: tidyEveryMs, work: () => log.tidy() }),
  ]
  return {
    log,
    service: new RefusalsService({ reads: parts.database.reads, log, now: parts.now }),
    close: async () => {
      for (const round of opened) await round.close()
      await log.write()
    },
  }
}
