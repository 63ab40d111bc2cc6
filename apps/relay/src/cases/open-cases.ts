import type { Rounds } from '@hornets/server/rounds'
import pLimit from 'p-limit'
import { type CaseDetailsParts, CaseDetailsService } from './case-details-service.ts'
import { type CaseVerdictsParts, CaseVerdictsService } from './case-verdicts-service.ts'
import { type CasesParts, CasesService } from './cases-service.ts'
import { WordCases, type WordCasesParts } from './word-cases.ts'

type Parts = Omit<CasesParts, 'turns'> &
  Omit<CaseVerdictsParts, 'cases' | 'turns' | 'access' | 'events'> &
  Omit<CaseDetailsParts, 'cases' | 'canWarn'> & {
    readonly events: CasesParts['events'] & CaseVerdictsParts['events']
    readonly access: CaseVerdictsParts['access'] & { onChange(listener: () => void): () => void }
    readonly inboxes: readonly { onChange(listener: () => void): () => void }[]
    readonly rounds: Rounds
    readonly words: Pick<WordCasesParts, 'events' | 'lists' | 'reports'>
  }

const roundMs = 10_000

export function openCases(parts: Parts) {
  const turns = pLimit(1)
  const cases = new CasesService({ ...parts, turns })
  const caseVerdicts = new CaseVerdictsService({ ...parts, cases, turns })
  const details = new CaseDetailsService({ ...parts, cases, canWarn: parts.publisher !== undefined })
  const stops = [...parts.inboxes, parts.access].map(part => part.onChange(() => cases.follow()))
  const wordCases = new WordCases({ ...parts, ...parts.words })
  stops.push(wordCases.start())
  cases.follow()
  const round = parts.rounds.open({ name: 'moderation_inbox', everyMs: roundMs, work: () => caseVerdicts.round() })
  const close = async () => {
    for (const stop of stops) stop()
    await wordCases.settled()
    await round.close()
    await cases.settle()
  }
  return { cases, caseVerdicts, details, wordCases, close }
}
