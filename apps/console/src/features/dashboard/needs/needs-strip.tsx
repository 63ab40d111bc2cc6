import { getNeeds, type Need } from '@hornets/contract/admin/operation/needs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { ChevronDown, CircleCheck } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { needPlace } from './need-place.ts'
import { needText } from './need-text.ts'

const pollMs = 60_000

export function NeedsStrip() {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery({ ...apiQuery(getNeeds), refetchInterval: pollMs })
  if (data && data.needs.length > 0) return <Needs needs={data.needs} />
  return (
    <Frame>
      {data ? (
        <p className="flex h-8 items-center gap-2 text-muted text-small">
          <CircleCheck size={16} className="flex-none text-ok" />
          {t('desk.needs.none')}
        </p>
      ) : error ? (
        <div role="alert" className="flex h-8 items-center gap-3 text-small">
          <span className="truncate text-bad">{failureText(error)}</span>
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      ) : (
        <div role="status" className="flex h-8 items-center">
          <span className="sr-only">{t('ui.loading')}</span>
          <Skeleton className="h-5 w-64 max-w-full" />
        </div>
      )}
    </Frame>
  )
}

function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts()
  return (
    <section
      aria-label={t('desk.needs.label')}
      className="flex min-w-0 items-start gap-3 rounded-md border border-line bg-surface px-4 py-1.5"
    >
      {children}
    </section>
  )
}

/** Those that do not fit into one line are shown on demand. */
function Needs({ needs }: { readonly needs: readonly Need[] }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const isCut = useCut(list, needs)
  const count = needs.length
  return (
    <Frame>
      <h2 className="flex h-8 flex-none items-center font-semibold text-small max-sm:sr-only">
        {t('desk.needs.count', { count })}
      </h2>
      <ul
        ref={list}
        className={clsx('flex min-w-0 flex-1 flex-wrap gap-x-2 gap-y-1.5 py-0.5', !isOpen && 'h-8 overflow-hidden')}
      >
        {needs.map(need => (
          <li key={JSON.stringify({ ...need, count: 0 })} className="min-w-0 max-w-full">
            <NeedLink need={need} />
          </li>
        ))}
      </ul>
      {(isCut || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex h-8 flex-none items-center gap-1 rounded-sm px-1 text-muted text-small hover:text-text"
        >
          {isOpen ? t('desk.needs.less') : t('desk.needs.all', { count })}
          <ChevronDown size={14} className={clsx('transition-transform', isOpen && 'rotate-180')} />
        </button>
      )}
    </Frame>
  )
}

const looks = { high: 'bg-bad-soft text-bad', medium: 'bg-warn-soft text-warn', low: 'bg-sunken text-muted' } as const

function NeedLink({ need }: { readonly need: Need }) {
  const { t } = useTexts()
  return (
    <Link
      {...needPlace(need)}
      className={clsx(
        'flex h-7 max-w-full items-center rounded-sm px-2 font-semibold text-small underline-offset-2 hover:underline',
        looks[need.urgency],
      )}
    >
      <span className="truncate">{needText(need, t)}</span>
    </Link>
  )
}

/** Whether the list is longer than the line it has. */
function useCut(list: { readonly current: HTMLUListElement | null }, needs: readonly Need[]): boolean {
  const [isCut, setCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries can need more room
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const lineHeight = 40
    const measure = () => setCut(element.scrollHeight > lineHeight)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [list, needs])
  return isCut
}
