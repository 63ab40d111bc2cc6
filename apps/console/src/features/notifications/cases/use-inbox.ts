import {
  type CaseCause,
  caseCauses,
  getCase,
  listCases,
  type ModerationCase,
} from '@hornets/contract/admin/notifications/cases'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useHasTwoColumns } from '../../../ui/page/use-media.ts'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { useVerdicts } from './use-verdicts.ts'

interface CaseFilter {
  readonly cause?: CaseCause
  readonly escalated?: '1'
  readonly reporter?: string
  readonly image?: string
  readonly about?: string
}

const hex = /^[0-9a-f]{64}$/
const listed = 100

function readFilter({ cause, escalated, reporter, image, about }: Readonly<Record<string, unknown>>): CaseFilter {
  const known = caseCauses.find(one => one === cause)
  return {
    ...(known && { cause: known }),
    ...(String(escalated) === '1' && { escalated: '1' as const }),
    ...(hex.test(String(reporter)) && { reporter: String(reporter) }),
    ...(hex.test(String(image)) && { image: String(image) }),
    ...(hex.test(String(about)) && { about: String(about) }),
  }
}

/** The queue, the open case and its actions. Each action shows the next case before the relay has answered. */
export function useInbox() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [parameters] = useUrlParameters()
  const filter = readFilter(parameters)
  const { case: asked } = useParams({ strict: false }) as { case?: string }
  const inPath = Number(asked ?? 0)
  const query = useQuery(apiQuery(listCases, { query: { ...filter, limit: listed } }))
  /** Decided here, and perhaps not yet by the server. */
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set())
  const cases = (query.data?.cases ?? []).filter(({ id }) => !decided.has(id))
  const place = cases.findIndex(({ id }) => id === inPath)
  // Beside the queue, the first case is open. Where there is no room, its keys would decide a case that nobody sees.
  const first = useHasTwoColumns() ? cases[0]?.id : undefined
  const current = inPath > 0 ? inPath : (first ?? 0)
  const next = cases[place + 1]?.id ?? cases.find(({ id }) => id !== current)?.id

  useEffect(() => {
    if (next !== undefined) void client.prefetchQuery(apiQuery(getCase, { params: { id: next } }))
  }, [client, next])

  const open = (id: number | undefined) =>
    void navigate({
      to: (id === undefined ? '/moderation' : `/moderation/${id}`) as never,
      search: ((now: object) => now) as never,
      replace: inPath > 0,
      resetScroll: false,
    })
  const step = (by: 1 | -1) => {
    const at =
      Math.max(
        0,
        cases.findIndex(({ id }) => id === current),
      ) + by
    open(cases[(at + cases.length) % Math.max(1, cases.length)]?.id)
  }
  const hide = (ids: readonly number[] | 'none', isHidden = true) =>
    setDecided(before => {
      if (ids === 'none') return new Set()
      return isHidden ? new Set([...before, ...ids]) : new Set([...before].filter(id => !ids.includes(id)))
    })

  const { give, undo, hold } = useVerdicts({
    hide,
    onGiven: ids => open((cases.slice(Math.max(0, place)).find(isOther(ids)) ?? cases.find(isOther(ids)))?.id),
  })
  return {
    query,
    filter,
    cases,
    counts: query.data?.counts,
    current,
    isChosen: inPath > 0,
    open,
    step,
    give,
    undo,
    hold,
  }
}

const isOther =
  (ids: readonly number[]) =>
  ({ id }: ModerationCase) =>
    !ids.includes(id)

export type Inbox = ReturnType<typeof useInbox>
