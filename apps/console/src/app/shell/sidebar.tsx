import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useTexts } from '../../i18n/texts.ts'
import { BrandMark } from '../../ui/theme/brand-mark.tsx'
import { RelayPages } from './relay-pages.tsx'

/** 260 px with labels, 80 px without (SHELL-10). Stays in place while the content scrolls. */
export function Sidebar({ expanded }: { readonly expanded: boolean }) {
  return (
    <aside className="print:hidden sticky top-0 flex h-dvh flex-col gap-2 overflow-y-auto overflow-x-hidden border-line border-r bg-surface px-3 py-4">
      <Brand expanded={expanded} />
      <RelayPages expanded={expanded} />
    </aside>
  )
}

export function Brand({ expanded = true }: { readonly expanded?: boolean }) {
  const { t } = useTexts()
  return (
    <Link
      to="/"
      className={clsx(
        'flex min-h-10 flex-none min-w-0 items-center gap-2.5 rounded-md',
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
