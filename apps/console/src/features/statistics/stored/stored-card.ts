import type { ReactNode } from 'react'

export interface StoredCardProps {
  readonly heightPx: number
  /** If the page says more than the card. */
  readonly description?: string
  /** To the right of the title. */
  readonly action?: ReactNode
}

export interface StoredMonthsProps extends StoredCardProps {
  readonly months: number
}
