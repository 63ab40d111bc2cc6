import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailsLink } from './details-link.tsx'
import { shownMonths, useCardHeight } from './measures.ts'

const names = ['storage', 'content', 'protocols', 'activity'] as const

interface ChartProps {
  readonly months: number
  readonly heightPx: number
  readonly action: ReactNode
}
export type ChartCards = Readonly<Record<(typeof names)[number], ComponentType<ChartProps>>>

/** The charts of what is stored, each with the way to its details. */
export function Charts({ cards }: { readonly cards: ChartCards }) {
  const { t } = useTranslation()
  const heightPx = useCardHeight()
  return names.map(name => {
    const Card = cards[name]
    const action = <DetailsLink to="/nostr-stats" of={t(`chart.${name}.title`)} />
    return <Card key={name} months={shownMonths} heightPx={heightPx} action={action} />
  })
}
