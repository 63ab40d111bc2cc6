import clsx from 'clsx'
import { useTexts } from '../../../i18n/texts.ts'
import type { Wanted } from '../hits/hit.ts'
import { icons } from '../icons.ts'
import { useWantable } from '../use-wantable.ts'

interface CategoryChipsProps {
  readonly wanted: Wanted
  readonly onWanted: (wanted: Wanted) => void
}

/** Where to search (SHELL-24). Tab in the search box cycles through them, so the focus can stay there. */
export function CategoryChips({ wanted, onWanted }: CategoryChipsProps) {
  const { t } = useTexts()
  const wantable = useWantable()
  return (
    <fieldset className="flex min-w-0 gap-1.5 overflow-x-auto px-3 pb-2.5">
      <legend className="sr-only">{t('search.category')}</legend>
      {wantable.map(name => {
        const Icon = icons[name]
        return (
          <button
            key={name}
            type="button"
            tabIndex={-1}
            aria-pressed={wanted === name}
            // Keeps the focus in the box.
            onPointerDown={event => event.preventDefault()}
            onClick={() => onWanted(name)}
            className={clsx(
              'inline-flex h-7 flex-none items-center gap-1.5 rounded-full border px-2.5 text-caption',
              wanted === name
                ? 'border-accent-text bg-accent-soft font-semibold text-text'
                : 'border-line-strong text-muted hover:bg-sunken hover:text-text',
            )}
          >
            <Icon size={14} />
            {t(`search.categories.${name}`)}
          </button>
        )
      })}
    </fieldset>
  )
}
