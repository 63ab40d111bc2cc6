import { useNavigate } from '@tanstack/react-router'
import { ListFilter, Search } from 'lucide-react'
import { type ComponentType, type Ref, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { tooltip } from '../../ui/overlays/tooltip.tsx'
import { useOpening } from '../../ui/overlays/use-opening.ts'
import { lazy, whenIdle } from '../../ui/page/lazy.tsx'
import type { DetailsProps } from './details/transaction-dialog.tsx'
import type { Hit, Wanted } from './hits/hit.ts'
import { searchRequests } from './open-search.ts'
import { useOpenId } from './use-open-id.ts'

const parts = () => import('./parts.ts').then(loaded => loaded.loadParts())
const { Part: Palette, fetch: fetchPalette } = lazy(async () => (await parts()).Palette)
const { Part: FilterMenu } = lazy(async () => (await parts()).FilterMenu)
const { Part: EventDialog } = lazy(async () => (await parts()).EventDialog)
const { Part: TransactionDialog } = lazy(async () => (await parts()).TransactionDialog)

const isApple = /mac|iphone|ipad/i.test(navigator.platform)

interface SearchBoxProps {
  /** The wallet's addition to an open transaction. */
  readonly TransactionDetails: ComponentType<DetailsProps>
}

/** With its category filter (SHELL-24); a button on phones (SHELL-25). Results open from here. */
export function SearchBox({ TransactionDetails }: SearchBoxProps) {
  const palette = useOpening()
  const filter = useOpening()
  const filterButton = useRef<HTMLButtonElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<Wanted>('all')
  const event = useOpenId('event')
  const transaction = useOpenId('tx')
  const navigate = useNavigate()
  useEffect(() => whenIdle(fetchPalette), [])
  useSearchRequests(setWanted, palette.setOpen)
  const choose = ({ target }: Hit) => {
    palette.setOpen(false)
    if ('event' in target) event.open(target.event)
    else if ('tx' in target) transaction.open(target.tx)
    else if ('run' in target) target.run()
    else void navigate({ to: target.to, hash: target.hash, search: target.search as never })
  }
  return (
    <div ref={place} className="flex items-center">
      <OpenButton wanted={wanted} onOpen={() => palette.setOpen(true)} />
      <FilterButton ref={filterButton} wanted={wanted} isOpen={filter.open} onOpen={() => filter.setOpen(true)} />
      {filter.wasOpen && (
        <FilterMenu
          open={filter.open}
          onOpenChange={filter.setOpen}
          anchor={filterButton}
          container={place}
          wanted={wanted}
          onWanted={next => {
            setWanted(next)
            palette.setOpen(true)
          }}
        />
      )}
      {palette.wasOpen && (
        <Palette
          open={palette.open}
          onOpenChange={palette.setOpen}
          wanted={wanted}
          onWanted={setWanted}
          onChoose={choose}
        />
      )}
      {event.shown && <EventDialog id={event.shown} open={event.isOpen} onClose={event.close} />}
      {transaction.shown && (
        <TransactionDialog
          txid={transaction.shown}
          open={transaction.isOpen}
          onClose={transaction.close}
          Details={TransactionDetails}
        />
      )}
    </div>
  )
}

function useSearchRequests(onWanted: (wanted: Wanted) => void, onOpen: (open: boolean) => void): void {
  useEffect(
    () =>
      searchRequests.listen(category => {
        onWanted(category)
        onOpen(true)
      }),
    [onWanted, onOpen],
  )
}

interface OpenButtonProps {
  readonly wanted: Wanted
  readonly onOpen: () => void
}

/** Looks like a field on wide screens. */
function OpenButton({ wanted, onOpen }: OpenButtonProps) {
  const { t } = useTexts()
  const words = wanted === 'all' ? t('shell.search.open') : t(`search.in.${wanted}`)
  const keys = isApple ? '⌘K' : t('shell.search.key')
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      {...tooltip(t('shell.search.open'))}
      className="grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text lg:flex lg:w-56 lg:items-center lg:gap-2 lg:rounded-r-none lg:border lg:border-line-strong lg:border-r-0 lg:bg-surface lg:px-2.5 2xl:w-80"
    >
      <Search size={18} className="lg:size-4" />
      <span className="flex-1 truncate text-left text-faint text-small max-lg:sr-only">{words}</span>
      <kbd className="rounded-sm border border-line px-1 font-sans text-caption text-muted max-lg:hidden">{keys}</kbd>
    </button>
  )
}

interface FilterButtonProps extends OpenButtonProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly isOpen: boolean
}

function FilterButton({ ref, wanted, isOpen, onOpen }: FilterButtonProps) {
  const { t } = useTexts()
  return (
    <button
      ref={ref}
      type="button"
      onClick={onOpen}
      aria-label={t('shell.search.filter')}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      {...tooltip(t('shell.search.filter'))}
      className="grid size-9 place-items-center rounded-r-md border border-line-strong bg-surface text-muted hover:bg-sunken hover:text-text max-lg:hidden"
    >
      <ListFilter size={16} className={wanted === 'all' ? undefined : 'text-accent-text'} />
    </button>
  )
}
