import clsx from 'clsx'
import { CornerDownLeft, History } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import type { Hit } from './hit.ts'
import { piecesOf } from './match.ts'
import type { HitGroup } from './use-hits.ts'

export interface HitListProps {
  readonly id: string
  readonly groups: readonly HitGroup[]
  readonly active: Hit | undefined
  readonly query: string
  readonly onActive: (hit: Hit) => void
  readonly onChoose: (hit: Hit) => void
}

export const optionId = (list: string, hit: Hit) => `${list}-${hit.key.replace(/\s/g, '_')}`

export function HitList({ id, groups, active, query, onActive, onChoose }: HitListProps) {
  const { t } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  return (
    <div ref={box} id={id} role="listbox" aria-label={t('search.results')} className="p-2 empty:hidden">
      {groups.map(({ name, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a list box
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <p id={`${id}-${name}`} className="px-2 pt-2 pb-1 text-caption text-muted">
            {t(`search.categories.${name}`)}
          </p>
          {hits.map(hit => (
            <HitLine
              key={hit.key}
              {...{ id, hit, query, onActive, onChoose }}
              isRecent={name === 'recent'}
              isActive={hit === active}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface HitLineProps extends Pick<HitListProps, 'id' | 'query' | 'onActive' | 'onChoose'> {
  readonly hit: Hit
  readonly isActive: boolean
  readonly isRecent: boolean
}

function HitLine({ id, hit, query, isActive, isRecent, onActive, onChoose }: HitLineProps) {
  const Icon = isRecent ? History : hit.icon
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the box, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box (aria-activedescendant)
    <div
      id={optionId(id, hit)}
      role="option"
      aria-selected={isActive}
      onPointerMove={() => onActive(hit)}
      onPointerDown={event => event.preventDefault()}
      onClick={() => onChoose(hit)}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2 py-1.5',
        isActive && 'bg-sunken outline-1 outline-line-strong -outline-offset-1',
      )}
    >
      {(isRecent || hit.category !== 'people') && <Icon size={16} className="text-muted" />}
      <span className="min-w-0 flex-1" dir="auto">
        {isPerson(hit) && hit.person ? (
          <Who person={hit.person} size={hit.category === 'people' ? 'small' : 'tiny'} />
        ) : (
          <span className="block truncate">
            <Highlight text={hit.title} query={query} />
          </span>
        )}
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-caption text-muted">
          {hit.category === 'events' && hit.person && <Who person={hit.person} size="tiny" />}
          {hit.detail && (
            <span className="truncate">
              <Highlight text={hit.detail} query={query} />
            </span>
          )}
        </span>
      </span>
      {isActive && <CornerDownLeft size={14} className="text-muted max-md:hidden" aria-hidden />}
    </div>
  )
}

const isPerson = ({ category }: Hit) => category === 'people' || category === 'subscribers'

interface WhoProps {
  readonly person: NonNullable<Hit['person']>
  readonly size: 'tiny' | 'small'
}

function Who({ person: { pubkey, name }, size }: WhoProps) {
  return <Person pubkey={pubkey} named={name} size={size} linked={false} />
}

function Highlight({ text, query }: { readonly text: string; readonly query: string }) {
  return piecesOf(text, query).map(({ text: piece, isMatch, at }) =>
    isMatch ? (
      <mark key={at} className="rounded-sm bg-accent-soft font-semibold text-inherit">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
