import type { ReactNode } from 'react'

/** What the page decides on which a card of what is stored stands. */
export interface StoredCardProps {
  readonly heightPx: number
  /** Where the page says more than the card does by itself. */
  readonly description?: string
  /** At the right of the title. */
  readonly action?: ReactNode
}

export interface StoredMonthsProps extends StoredCardProps {
  /** So many months up to now are drawn. */
  readonly months: number
}
