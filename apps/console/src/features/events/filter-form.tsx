import { kindNames } from '@hornets/contract/text/kinds'
import clsx from 'clsx'
import { ListFilter, Search, X } from 'lucide-react'
import { useState } from 'react'
import { readEventId } from '../../api/signers/event-link.ts'
import { npubOf, readPubkey } from '../../api/signers/pubkey.ts'
import { kindName } from '../../i18n/contract-texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ChipsField } from '../../ui/forms/chips-field.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { shortenMiddle } from '../../ui/text/shorten.ts'
import {
  type EventFilter,
  fromLocalInput,
  isEmptyFilter,
  parseFilter,
  readTag,
  tagsOf,
  toLocalInput,
  withMembers,
  withTags,
} from './event-filter.ts'

const kindsOffered = [...kindNames.keys()]
const kindMax = 65_535

interface FilterFormProps {
  readonly filter: EventFilter
  readonly onFind: (filter: EventFilter) => void
}

export function FilterForm({ filter, onFind }: FilterFormProps) {
  const { t } = useTexts()
  const [draft, setDraft] = useState(filter)
  const [text, setText] = useState(JSON.stringify(filter))
  const [isOpen, setOpen] = useState(() => Object.keys(filter).some(name => name !== 'search' && name !== 'kinds'))
  // They would fill a phone's screen.
  const further = clsx(!isOpen && 'max-sm:hidden')
  const read = parseFilter(text)
  const isWrong = 'wrong' in read
  const wrongText = () => t(read && 'wrong' in read && read.wrong ? 'events.wrongMember' : 'events.wrongJson')
  const error = isWrong ? `${wrongText()}${read.wrong && ` ${read.wrong}`}` : undefined
  function change(next: EventFilter): void {
    setDraft(next)
    setText(JSON.stringify(next))
  }
  function type(json: string): void {
    setText(json)
    const typed = parseFilter(json)
    if ('filter' in typed) setDraft(typed.filter)
  }
  return (
    <form
      aria-label={t('events.filter')}
      className="grid gap-3 border-line border-b p-3"
      onSubmit={event => {
        event.preventDefault()
        if (!isWrong) onFind(draft)
      }}
    >
      <Fields draft={draft} onChange={change} further={further} />
      <div className="grid items-end gap-3 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className={further}>
          <TextArea label={t('events.asJson')} value={text} onValueChange={type} rows={2} error={error} />
        </div>
        <div className="flex flex-wrap gap-2 justify-end">
          <Button icon={ListFilter} aria-expanded={isOpen} className="sm:hidden" onClick={() => setOpen(!isOpen)}>
            {t('events.moreFilters')}
          </Button>
          {!isEmptyFilter(draft) && (
            <Button icon={X} onClick={() => change({})}>
              {t('events.clear')}
            </Button>
          )}
          <Button type="submit" variant="primary" icon={Search} disabled={isWrong}>
            {t('events.find')}
          </Button>
        </div>
      </div>
    </form>
  )
}

interface FieldsProps {
  readonly draft: EventFilter
  readonly onChange: (filter: EventFilter) => void
  /** Class of the fields beyond words and kinds. */
  readonly further: string
}

function Fields({ draft, onChange, further }: FieldsProps) {
  const { t } = useTexts()
  const set = (changes: Readonly<Record<string, unknown>>) => onChange(withMembers(draft, changes))
  return (
    <div className="grid items-start gap-3 *:min-w-0 sm:grid-cols-2 xl:grid-cols-4">
      <TextField
        label={t('events.words')}
        type="search"
        value={draft.search ?? ''}
        onValueChange={search => set({ search })}
      />
      <ChipsField
        label={t('events.kinds')}
        values={[...(draft.kinds ?? [])]}
        onValuesChange={kinds => set({ kinds })}
        options={kindsOffered}
        parse={readKind}
        nameOf={kindName}
        placeholder={t('events.kindsHint')}
      />
      <div className={clsx('contents *:min-w-0', further)}>
        <ChipsField
          label={t('events.authors')}
          values={[...(draft.authors ?? [])]}
          onValuesChange={authors => set({ authors })}
          options={[]}
          parse={typed => readPubkey(typed) ?? undefined}
          nameOf={key => shortenMiddle(npubOf(key), 10, 6)}
          placeholder={t('events.authorsHint')}
        />
        <ChipsField
          label={t('events.tags')}
          values={tagsOf(draft)}
          onValuesChange={tags => onChange(withTags(draft, tags))}
          options={[]}
          parse={readTag}
          placeholder={t('events.tagsHint')}
        />
        <ChipsField
          label={t('events.ids')}
          values={[...(draft.ids ?? [])]}
          onValuesChange={ids => set({ ids })}
          options={[]}
          parse={typed => readEventId(typed) ?? undefined}
          nameOf={id => shortenMiddle(id, 8, 6)}
          placeholder={t('events.idsHint')}
        />
        <Times draft={draft} set={set} />
      </div>
    </div>
  )
}

interface TimesProps extends Pick<FieldsProps, 'draft'> {
  readonly set: (changes: Readonly<Record<string, unknown>>) => void
}

function Times({ draft, set }: TimesProps) {
  const { t } = useTexts()
  return (['since', 'until'] as const).map(name => (
    <TextField
      key={name}
      label={t(`events.${name}`)}
      type="datetime-local"
      step={1}
      value={toLocalInput(draft[name])}
      onValueChange={typed => set({ [name]: fromLocalInput(typed) })}
    />
  ))
}

function readKind(typed: string): number | undefined {
  return /^\d{1,5}$/.test(typed) && Number(typed) <= kindMax ? Number(typed) : undefined
}
