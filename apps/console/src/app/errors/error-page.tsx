import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/texts.ts'

interface ErrorPageProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  /** The corresponding HTTP status. */
  readonly status: number
  /** Below the text. */
  readonly children?: ReactNode
  /** Replaces the link home. */
  readonly action?: ReactNode
}

export function ErrorPage({ icon: Icon, title, text, status, children, action }: ErrorPageProps) {
  const { t } = useTexts()
  return (
    <section className="grid min-h-[60vh] content-center justify-items-center gap-2 px-4 py-10 text-center">
      <Icon size={40} className="stroke-1 text-faint" aria-hidden />
      <p className="text-muted text-small tabular-nums">{status}</p>
      <h1 className="font-semibold text-title">{title}</h1>
      <p className="max-w-120 text-balance text-muted">{text}</p>
      {children}
      <div className="mt-4">
        {action ?? (
          <Link to="/" className={homeLink}>
            {t('errorPages.home')}
          </Link>
        )}
      </div>
    </section>
  )
}

const homeLink =
  'inline-flex h-9 items-center rounded-md border border-accent bg-accent px-4 font-semibold text-accent-ink transition-colors duration-150 hover:border-accent-hover hover:bg-accent-hover'
