import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useTexts } from '../../i18n/texts.ts'
import { BrandMark } from '../../ui/theme/brand-mark.tsx'
import { RelayPages, RelaySwitch } from './relay-pages.tsx'

/** 260 px with labels, 80 px without (SHELL-10). Stays in place while the content scrolls. */
export function Sidebar({ expanded }: { readonly expanded: boolean }) {
  return (
    <aside className="print:hidden sticky top-0 flex h-dvh flex-col gap-2 overflow-y-auto overflow-x-hidden border-line border-r bg-surface px-3 py-4">
      <div className={clsx('flex items-center justify-between', !expanded && 'flex-col')}>
        <Brand expanded={expanded} />
        <RelayChoice />
      </div>
      <RelayPages expanded={expanded} />
    </aside>
  )
}

/** As large as the button before it comes, so that nothing moves. */
export const RelayChoice = () => (
  <div className="mb-2 size-8 flex-none">
    <RelaySwitch />
  </div>
)

export function Brand({ expanded = true }: { readonly expanded?: boolean }) {
  const { t } = useTexts()
  return (
    <Link
      to="/"
      className={clsx(
        'mb-2 flex min-h-10 min-w-0 items-center gap-2.5 rounded-md',
        expanded ? 'px-2' : 'justify-center',
      )}
    >
      <BrandMark />
      <span className={clsx('whitespace-nowrap', !expanded && 'sr-only')}>
        <span className="block font-semibold text-small tracking-[0.06em]">{t('shell.brand')}</span>{' '}
        <span className="block text-caption text-muted">{t('shell.brandSub')}</span>
      </span>
    </Link>
  )
}
