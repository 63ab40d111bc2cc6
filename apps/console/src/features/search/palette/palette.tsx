import { Dialog } from '@base-ui/react/dialog'
import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { readSession } from '../../../api/session/session.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { backdrop } from '../../../ui/overlays/dialog-box.ts'
import { WaitIcon } from '../../../ui/states/wait-icon.tsx'
import type { Hit, Wanted } from '../hits/hit.ts'
import { HitList, optionId } from '../hits/hit-list.tsx'
import { keepRecent } from '../hits/recent.ts'
import { useHits } from '../hits/use-hits.ts'
import { useWantable } from '../use-wantable.ts'
import { CategoryChips } from './category-chips.tsx'
import { SearchNote } from './search-note.tsx'

export interface PaletteProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly wanted: Wanted
  readonly onWanted: (wanted: Wanted) => void
  readonly onChoose: (hit: Hit) => void
}

/** The search: under the header on wide screens, full-screen on phones (SHELL-25). */
export function Palette({ open, onOpenChange, ...search }: PaletteProps) {
  const { t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={next => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup
          initialFocus={input}
          className="fixed inset-0 z-50 flex flex-col overflow-hidden bg-raised text-text shadow-float outline-none transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0 md:inset-x-0 md:top-[10vh] md:bottom-auto md:mx-auto md:max-h-[75vh] md:w-[720px] md:rounded-md md:border md:border-line"
        >
          <Dialog.Title className="sr-only">{t('search.title')}</Dialog.Title>
          <Found input={input} {...search} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface FoundProps extends Pick<PaletteProps, 'wanted' | 'onWanted' | 'onChoose'> {
  readonly input: React.RefObject<HTMLInputElement | null>
}

function Found({ input, wanted, onWanted, onChoose }: FoundProps) {
  const { t } = useTexts()
  const list = useId()
  const [text, setText] = useState('')
  const query = text.trim()
  const found = useHits(query, wanted)
  const choose = (hit: Hit) => {
    keepRecent(readSession()?.user.npub ?? '', hit)
    onChoose(hit)
  }
  const { active, activate, step, enter, forget } = useActiveHit(query, found, choose)
  const wantable = useWantable()
  const onKeyDown = onKeys({
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: enter,
    Tab: ({ shiftKey }) =>
      onWanted(wantable.at((wantable.indexOf(wanted) + (shiftKey ? -1 : 1)) % wantable.length) ?? 'all'),
  })
  return (
    <>
      <div className="flex items-center gap-2.5 px-3 pt-2.5 pb-2">
        {found.isSearching ? <WaitIcon className="text-muted" /> : <Search size={18} className="text-muted" />}
        <input
          ref={input}
          value={text}
          onChange={event => {
            setText(event.target.value)
            forget()
          }}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded={found.hits.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(list, active)}
          aria-label={t('search.title')}
          placeholder={t('search.placeholder')}
          maxLength={300}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          className="h-9 min-w-0 flex-1 text-ellipsis bg-transparent text-body outline-none placeholder:text-faint"
        />
        <Close />
      </div>
      <CategoryChips wanted={wanted} onWanted={onWanted} />
      <div className="min-h-0 flex-1 overflow-y-auto border-line border-t">
        <HitList id={list} groups={found.groups} active={active} query={query} onActive={activate} onChoose={choose} />
        <SearchNote query={query} wanted={wanted} found={found} />
      </div>
      <Keys />
    </>
  )
}

/** The hit that Enter opens: the one that was moved to, else the first. */
function useActiveHit(query: string, found: ReturnType<typeof useHits>, choose: (hit: Hit) => void) {
  const [activeKey, setActiveKey] = useState<string>()
  const { choosable } = found
  const active = choosable.find(({ key }) => key === activeKey) ?? choosable[0]
  /** Enter was pressed before the answer: opens the first result for this text. */
  const [awaited, setAwaited] = useState<string>()
  const isAwaited = awaited === query && !found.isSearching
  useEffect(() => {
    if (!isAwaited) return
    setAwaited(undefined)
    if (active) choose(active)
  })
  const step = (by: number) => {
    const next = choosable.at(((active ? choosable.indexOf(active) : -1) + by + choosable.length) % choosable.length)
    setActiveKey(next?.key)
  }
  const enter = () => {
    if (active) choose(active)
    else if (found.isSearching) setAwaited(query)
    else if (found.error) found.retry()
  }
  const forget = () => {
    setActiveKey(undefined)
    setAwaited(undefined)
  }
  return { active, activate: ({ key }: Hit) => setActiveKey(key), step, enter, forget }
}

/** Acts on these keys, but not while an input method is active. */
const onKeys =
  (keys: Readonly<Record<string, (event: React.KeyboardEvent) => void>>) => (event: React.KeyboardEvent) => {
    const act = event.nativeEvent.isComposing ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act(event)
  }

function Close() {
  const { t } = useTexts()
  return (
    <Dialog.Close
      aria-label={t('ui.close')}
      className="grid size-8 flex-none place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
    >
      <X size={18} />
    </Dialog.Close>
  )
}

function Keys() {
  const { t } = useTexts()
  const keys = [
    ['↑ ↓', t('search.keys.move')],
    ['↵', t('search.keys.open')],
    ['Tab', t('search.keys.category')],
    ['Esc', t('search.keys.close')],
  ] as const
  return (
    <p aria-hidden className="flex gap-4 border-line border-t px-3 py-2 text-caption text-muted max-md:hidden">
      {keys.map(([key, does]) => (
        <span key={key}>
          <kbd className="font-sans font-semibold">{key}</kbd> {does}
        </span>
      ))}
    </p>
  )
}
