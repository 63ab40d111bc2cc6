import { ListFilter, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { OtherRelay } from '../../api/other-relays/relay-list.ts'
import { npubOf, readPubkey } from '../../api/signers/pubkey.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Person } from '../../person/person.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/content/table.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../ui/states/rows-skeleton.tsx'
import { shortenMiddle } from '../../ui/text/shorten.ts'
import { type Entry, readTyped } from './entries.ts'
import { type ListName, type Noun, sections } from './sections.ts'
import { relayFailureText, useListed } from './use-other-relay.ts'
import { Words } from './words.tsx'

const pageSize = 100
const reasonChars = 500

interface ListSectionProps {
  readonly relay: OtherRelay
  readonly name: ListName
}

export function ListSection({ relay, name }: ListSectionProps) {
  const { t } = useTexts()
  const { noun } = sections[name]
  const { query, canAdd, removing, add, remove } = useListed(relay, name)
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(pageSize)
  const wanted = search.trim().toLowerCase()
  const key = noun === 'key' ? readPubkey(wanted) : null
  const entries = (query?.data ?? []).filter(
    ({ value, reason }) => value.includes(key ?? wanted) || reason.toLowerCase().includes(wanted),
  )
  return (
    <section aria-labelledby="relay-section" className="rounded-md border border-line bg-surface">
      <div className="grid gap-3 border-line border-b p-4">
        <div>
          <h2 id="relay-section" className="font-semibold">
            {t(`relays.section.${name}.title`)}
          </h2>
          <p className="text-muted text-small">{t(`relays.section.${name}.text`)}</p>
        </div>
        {canAdd && <AddForm name={name} noun={noun} onAdd={add} />}
        {query?.data && query.data.length > 0 && (
          <div className="flex flex-wrap items-center gap-3">
            <TextField
              label={t('relays.search')}
              labelHidden
              placeholder={t('relays.search')}
              type="search"
              value={search}
              onValueChange={setSearch}
              className="w-full sm:max-w-80"
            />
            <p role="status" className="text-muted text-small tabular-nums">
              {t('relays.count', { count: entries.length })}
            </p>
          </div>
        )}
      </div>
      {entries.length > 0 ? (
        <Entries name={name} noun={noun} entries={entries.slice(0, shown)} removing={removing} onRemove={remove} />
      ) : (
        <NoEntries name={name} query={query} isNarrowed={wanted !== ''} />
      )}
      {entries.length > shown && (
        <div className="border-line border-t p-3 text-center">
          <Button onClick={() => setShown(shown + pageSize)}>{t('relays.more')}</Button>
        </div>
      )}
    </section>
  )
}

interface AddFormProps {
  readonly name: ListName
  readonly noun: Noun
  readonly onAdd: (entry: Entry) => Promise<boolean>
}

function AddForm({ name, noun, onAdd }: AddFormProps) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault()
    const value = readTyped(noun, text, readPubkey)
    if (value === null) return setError(t(`relays.noun.${noun}.invalid`))
    setBusy(true)
    const done = await onAdd({ value, reason: noun === 'kind' ? '' : reason.trim() })
    setBusy(false)
    if (!done) return
    setText('')
    setReason('')
  }

  return (
    <form onSubmit={event => void add(event)} className="flex flex-wrap items-end gap-3" noValidate>
      <TextField
        label={t(`relays.noun.${noun}.label`)}
        error={error}
        value={text}
        onValueChange={next => {
          setText(next)
          setError(undefined)
        }}
        autoComplete="off"
        spellCheck={false}
        className="min-w-0 flex-1 basis-72"
      />
      {noun !== 'kind' && (
        <TextField
          label={t('relays.reason')}
          value={reason}
          onValueChange={setReason}
          maxLength={reasonChars}
          className="min-w-0 flex-1 basis-48"
        />
      )}
      <Button type="submit" variant="primary" icon={Plus} loading={busy} disabled={text.trim() === ''}>
        {t(`relays.do.${sections[name].add as 'banpubkey'}`)}
      </Button>
    </form>
  )
}

interface EntriesProps {
  readonly name: ListName
  readonly noun: Noun
  readonly entries: readonly Entry[]
  readonly removing: readonly string[]
  readonly onRemove: (method: string, entry: Entry) => Promise<void>
}

function Entries({ name, noun, entries, removing, onRemove }: EntriesProps) {
  const { t } = useTexts()
  const [busy, setBusy] = useState<string>()
  async function remove(method: string, entry: Entry): Promise<void> {
    setBusy(method + entry.value)
    await onRemove(method, entry)
    setBusy(undefined)
  }
  return (
    <Table caption={t(`relays.section.${name}.title`)}>
      <TableHead>
        <HeadCell>{t(`relays.noun.${noun}.label`)}</HeadCell>
        {noun !== 'kind' && <HeadCell>{t('relays.reason')}</HeadCell>}
        <HeadCell>
          <span className="sr-only">{t('relays.actions')}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {entries.map(entry => (
          <Row key={entry.value}>
            <Cell className="whitespace-nowrap">
              <span className="inline-flex items-center gap-1">
                {noun === 'key' ? (
                  <Person pubkey={entry.value} size="tiny" />
                ) : (
                  <code className="font-mono">{nameOf(noun, entry.value)}</code>
                )}
                {noun !== 'kind' && <CopyButton value={fullOf(noun, entry.value)} label={t('ui.copy')} />}
              </span>
            </Cell>
            {noun !== 'kind' && (
              <Cell className="max-w-80">
                <span className="line-clamp-2 break-words">{entry.reason}</span>
              </Cell>
            )}
            <Cell className="whitespace-nowrap text-right">
              {removing.map(method => (
                <Button
                  key={method}
                  size="small"
                  variant="ghost"
                  loading={busy === method + entry.value}
                  onClick={() => void remove(method, entry)}
                  aria-label={t(`relays.doTo.${method as 'banpubkey'}`, { value: nameOf(noun, entry.value) })}
                >
                  {t(`relays.do.${method as 'banpubkey'}`)}
                </Button>
              ))}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

const fullOf = (noun: Noun, value: string) => (noun === 'key' ? npubOf(value) : value)
const nameOf = (noun: Noun, value: string) => shortenMiddle(fullOf(noun, value), 12, 8)

interface NoEntriesProps {
  readonly name: ListName
  readonly query: ReturnType<typeof useListed>['query']
  readonly isNarrowed: boolean
}

/** Replaces the rows: not offered, loading, failed, no match, or empty. */
function NoEntries({ name, query, isNarrowed }: NoEntriesProps) {
  const { t } = useTexts()
  if (!query) return <EmptyState icon={ListFilter} title={t('relays.notListed')} />
  if (query.error && !query.isFetching)
    return (
      <div>
        <ErrorState message={relayFailureText(t, query.error)} onRetry={() => void query.refetch()} />
        <p className="pb-4 text-center text-muted text-small">
          <Words error={query.error} />
        </p>
      </div>
    )
  if (query.isFetching)
    return (
      <div>
        <p role="status" className="px-4 pt-3 text-muted text-small">
          {t('relays.asking')}
        </p>
        <RowsSkeleton rows={4} className="h-9" />
      </div>
    )
  return <EmptyState icon={ListFilter} title={isNarrowed ? t('relays.noMatch') : t(`relays.section.${name}.empty`)} />
}
