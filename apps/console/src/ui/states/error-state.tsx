import clsx from 'clsx'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../buttons/button.tsx'

export interface ErrorStateProps {
  /** What happened, in the user's language. */
  readonly message: string
  readonly title?: string
  /** Set if it replaces a page or part of one: its title is then that heading. */
  readonly heading?: 'h1' | 'h2'
  readonly onRetry?: () => void
  readonly retrying?: boolean
  readonly className?: string
}

export function ErrorState({ message, title, heading, onRetry, retrying, className }: ErrorStateProps) {
  const { t } = useTexts()
  const Title = heading ?? 'p'
  return (
    <div role="alert" className={clsx('grid place-items-center content-center gap-1 px-4 py-8 text-center', className)}>
      <TriangleAlert size={28} className="mb-1 text-bad" />
      <Title className="font-semibold">{title ?? t('ui.couldNotLoad')}</Title>
      <p className="max-w-100 text-balance text-muted text-small">{message}</p>
      {onRetry && (
        <Button size="small" icon={RotateCw} onClick={onRetry} loading={retrying} className="mt-3">
          {t('ui.tryAgain')}
        </Button>
      )}
    </div>
  )
}
